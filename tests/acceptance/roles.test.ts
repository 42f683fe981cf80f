import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { stableId } from "@byocni/azure/entra";
import { testSubscription, testTenant } from "@byocni/azure/arm/testing";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";
import { scopes, targets, type TargetName } from "./role-targets.ts";
import { customRoles, principals } from "./roles-table.ts";

const group = scopes.group;
const sub = `/subscriptions/${testSubscription}`;
const guidOf = (n: number): string => `20000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const oid = (client: string): string => stableId(testTenant, "servicePrincipal", client);
const fill = (text: string): string => text.replaceAll("{sub}", testSubscription);

let cloud: AksCloud;
let roleIds: ReadonlyMap<string, string>;
let count = 0;

async function assign(client: string, role: string, scope: string): Promise<void> {
  const roleDefinitionId = `${sub}/providers/Microsoft.Authorization/roleDefinitions/${roleIds.get(role) ?? ""}`;
  const path = `${scope}/providers/Microsoft.Authorization/roleAssignments/${guidOf(1000 + count++)}?api-version=2022-04-01`;
  const properties = { roleDefinitionId, principalId: oid(client), principalType: "ServicePrincipal" };
  const answer = await cloud.send("PUT", path, { properties });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

beforeAll(async () => {
  cloud = await createAksCloud();
  await cloud.send("PUT", `${scopes.group2}?api-version=2021-04-01`, { location: "eastus" });
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location: "eastus",
    properties: {
      addressSpace: { addressPrefixes: ["10.224.0.0/16"] },
      subnets: [{ name: "nodes", properties: { addressPrefix: "10.224.0.0/24" } }],
    },
  });
  await cloud.make(`${scopes.identity}?api-version=2023-01-31`, { location: "eastus" });
  await cloud.make(cloud.cluster("c"), clusterBody());
  const custom = Object.entries(customRoles).map(([roleName, role], index) => ({ roleName, role, id: guidOf(index) }));
  for (const { roleName, role, id } of custom) {
    const { actions, notActions = [], assignableScopes } = role;
    const path = `${scopes.subscription}/providers/Microsoft.Authorization/roleDefinitions/${id}?api-version=2022-04-01`;
    const permissions = [{ actions, notActions }];
    const properties = { roleName, assignableScopes: assignableScopes.map(fill), permissions };
    const answer = await cloud.send("PUT", path, { properties });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
  const { body } = await cloud.send(
    "GET",
    `${scopes.subscription}/providers/Microsoft.Authorization/roleDefinitions?api-version=2022-04-01`,
  );
  roleIds = new Map(
    (body["value"] as readonly { name: string; properties: { roleName: string } }[]).map(({ name, properties }) => [
      properties.roleName,
      name,
    ]),
  );
  for (const { name, given } of principals) {
    for (const [role, scope] of given) await assign(name, role, scopes[scope]);
  }
});

function clusterBody(more: JsonObject = {}, pool: JsonObject = {}): JsonObject {
  return {
    location: "eastus",
    identity: { type: "SystemAssigned" },
    properties: {
      dnsPrefix: "dns",
      agentPoolProfiles: [{ name: "sys", mode: "System", count: 1, vmSize: "Standard_D4s_v5", ...pool }],
      networkProfile: { networkPlugin: "none", podCidr: "192.168.0.0/16" },
    },
    ...more,
  };
}

const names = Object.keys(targets) as readonly TargetName[];

it("the table is large enough, and tries every target both ways", () => {
  expect(principals.length * names.length).toBeGreaterThan(1000);
  for (const target of names) {
    expect(
      principals.some(({ allowed }) => allowed.includes(target)),
      target,
    ).toBe(true);
    expect(
      principals.some(({ allowed }) => !allowed.includes(target)),
      target,
    ).toBe(true);
  }
  for (const { source } of principals) expect(source).not.toBe("");
});

describe.each(principals)("$name ($source)", ({ name, allowed }) => {
  it.each(names)("%s", async (target) => {
    const { method, path, action } = targets[target];
    const body = method === "PUT" || method === "POST" ? {} : undefined;
    const answer = await cloud.send(method, path, body, { as: name });
    const error = answer.body["error"] as { code?: string; message?: string } | undefined;
    const refused = answer.status === 403;
    expect({ target, refused }, JSON.stringify(answer.body)).toEqual({ target, refused: !allowed.includes(target) });
    if (!refused) return;
    expect(error?.code).toBe("AuthorizationFailed");
    expect(error?.message).toContain(
      `The client '${name}' with object id '${oid(name)}' does not have authorization to perform action '${action}' over scope '`,
    );
  });
});

describe("the owner", () => {
  it.each(names.filter((target) => !/2$|3$|definitionWrite/.test(target)))("may do everything: %s", async (target) => {
    const { method, path } = targets[target];
    const answer = await cloud.send(method, path, method === "PUT" || method === "POST" ? {} : undefined);
    expect(answer.status).not.toBe(403);
  });

  it("cannot be locked out", async () => {
    const list = `${scopes.subscription}/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01&$filter=atScope()`;
    const { body } = await cloud.send("GET", list);
    const [own] = (body["value"] as readonly { id: string; properties: JsonObject }[]).filter(({ properties }) =>
      String(properties["roleDefinitionId"]).endsWith("8e3af657-a8ff-443c-a75c-2fe8c4bcb635"),
    );
    const gone = await cloud.send("DELETE", `${own?.id ?? ""}?api-version=2022-04-01`);
    expect(gone.status).toBe(400);
    expect((await cloud.send("GET", `${group}?api-version=2021-04-01`)).status).toBe(200);
  });
});

describe("a custom role outside of its assignable scopes", () => {
  it("is not there", async () => {
    const roleDefinitionId = `${sub}/providers/Microsoft.Authorization/roleDefinitions/${roleIds.get("Network writer") ?? ""}`;
    const properties = { roleDefinitionId, principalId: oid("nobody"), principalType: "ServicePrincipal" };
    for (const scope of [scopes.subscription, scopes.group2]) {
      const path = `${scope}/providers/Microsoft.Authorization/roleAssignments/${guidOf(9000)}?api-version=2022-04-01`;
      expect(await cloud.send("PUT", path, { properties })).toMatchObject({
        status: 404,
        body: { error: { code: "RoleDefinitionDoesNotExist" } },
      });
    }
  });
});

describe("linked scopes (Azure/mpf, recorded answers of managedClusters/write)", () => {
  const subnet = `${sub}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/nodes`;
  const owned = (name: string): string =>
    `${sub}/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters/${name}`;
  const inSubnet = clusterBody({}, { vnetSubnetID: subnet });

  it("a cluster's maker needs subnets/join/action on the subnet, and is told so to the letter", async () => {
    const answer = await cloud.send("PUT", cloud.cluster("linked"), inSubnet, { as: "aks-contributor" });
    const client = "aks-contributor";
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: {
          code: "LinkedAuthorizationFailed",
          message: `The client '${client}' with object id '${oid(client)}' has permission to perform action 'Microsoft.ContainerService/managedClusters/write' on scope '${owned("linked")}'; however, it does not have permission to perform action(s) 'Microsoft.Network/virtualNetworks/subnets/join/action' on the linked scope(s) '${subnet}' (respectively) or the linked scope(s) are invalid.`,
        },
      },
    });
  });

  it.each([
    ["Network Contributor", "subnet"],
    ["Subnet joiner", "subnet"],
    ["Network Contributor", "vnet"],
  ] as const)("with %s on the %s it is made", async (role, scope) => {
    const client = `maker-${role.replace(" ", "-")}-${scope}`;
    await assign(client, "Azure Kubernetes Service Contributor Role", group);
    await assign(client, role, scopes[scope]);
    const answer = await cloud.send("PUT", cloud.cluster(client.toLowerCase()), inSubnet, { as: client });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await cloud.azure.idle();
  });

  it("with the right to read the subnet alone it is not", async () => {
    await assign("maker-reader", "Azure Kubernetes Service Contributor Role", group);
    await assign("maker-reader", "Reader", scopes.subnet);
    const answer = await cloud.send("PUT", cloud.cluster("other"), inSubnet, { as: "maker-reader" });
    expect(answer.body).toMatchObject({ error: { code: "LinkedAuthorizationFailed" } });
  });

  it("a user-assigned identity needs assign/action on the identity", async () => {
    const id = fill(scopes.identity);
    const body = clusterBody({ identity: { type: "UserAssigned", userAssignedIdentities: { [id]: {} } } });
    const refused = await cloud.send("PUT", cloud.cluster("assigned"), body, { as: "aks-contributor" });
    expect(refused.body).toMatchObject({
      error: {
        code: "LinkedAuthorizationFailed",
        message: expect.stringContaining(
          `does not have permission to perform action(s) 'Microsoft.ManagedIdentity/userAssignedIdentities/assign/action' on the linked scope(s) '${id}' (respectively)`,
        ),
      },
    });
    await assign("maker-identity", "Azure Kubernetes Service Contributor Role", group);
    await assign("maker-identity", "Managed Identity Operator", scopes.identity);
    expect((await cloud.send("PUT", cloud.cluster("assigned"), body, { as: "maker-identity" })).status).toBe(201);
    await cloud.azure.idle();
  });
});
