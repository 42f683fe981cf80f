import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { stableId } from "@byocni/azure/entra";
import { createTestCloud, testSubscription, testTenant, thingsProvider, type TestCloud } from "../testing/index.ts";

const sub = `/subscriptions/${testSubscription}`;
const group = `${sub}/resourceGroups/rg`;
const assignments = "providers/Microsoft.Authorization/roleAssignments";
const guid = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const oid = (client: string): string => stableId(testTenant, "servicePrincipal", client);

const roles = {
  Owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
  Reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
  "Network Contributor": "4d97b98b-1d4f-4787-a291-c67834d212e7",
  "User Access Administrator": "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
  "Role Based Access Control Administrator": "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
  "Azure Kubernetes Service RBAC Reader": "7f6c6a51-bcf8-42ba-9220-52d62157d7db",
} as const;

let cloud: TestCloud;
let count = 0;

beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

interface Given {
  readonly as?: string;
  readonly scope?: string;
  readonly name?: string;
  readonly more?: JsonObject;
}

function assign(role: keyof typeof roles, principalId: string, { as, scope = group, name, more = {} }: Given = {}) {
  const roleDefinitionId = `${sub}/providers/Microsoft.Authorization/roleDefinitions/${roles[role]}`;
  return cloud.send(
    "PUT",
    `${scope}/${assignments}/${name ?? guid(++count)}?api-version=2022-04-01`,
    { properties: { roleDefinitionId, principalId, principalType: "ServicePrincipal", ...more } },
    as === undefined ? {} : { as },
  );
}

const code = ({ body }: { readonly body: JsonObject }): string | undefined =>
  (body["error"] as { code?: string } | undefined)?.code;

/** "Only these roles, and not to users", as the portal writes it. */
function only(allowed: readonly (keyof typeof roles)[]): JsonObject {
  const ids = allowed.map((name) => roles[name]).join(", ");
  const side = (verb: string, source: string): string =>
    `((!(ActionMatches{'Microsoft.Authorization/roleAssignments/${verb}'})) OR (@${source}[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {${ids}} AND @${source}[Microsoft.Authorization/roleAssignments:PrincipalType] ForAnyOfAnyValues:StringEqualsIgnoreCase {'ServicePrincipal'}))`;
  return { condition: `${side("write", "Request")} AND ${side("delete", "Resource")}`, conditionVersion: "2.0" };
}

describe("who may assign some roles only", () => {
  beforeEach(async () => {
    const more = only(["Reader", "Network Contributor"]);
    const { status, body } = await assign("Role Based Access Control Administrator", oid("delegate"), { more });
    expect(status).toBe(201);
    expect(body["properties"]).toMatchObject(more);
  });

  it.each([
    ["Reader", {}, 201],
    ["Network Contributor", {}, 201],
    ["Owner", {}, 403],
    ["Reader", { principalType: undefined }, 403],
    ["Reader", { principalType: "User" }, 403],
  ] as const)("%s %j: %d", async (role, more, status) => {
    const principal = oid(more === undefined ? "d" : "delegate");
    const answer = await assign(role, "principalType" in more && more.principalType === "User" ? guid(77) : principal, {
      as: "delegate",
      more: more as JsonObject,
    });
    expect(answer.status).toBe(status);
  });

  it("are told so in Azure's words", async () => {
    const name = guid(900);
    const { body } = await assign("Owner", oid("d"), { as: "delegate", name });
    expect(body).toEqual({
      error: {
        code: "AuthorizationFailed",
        message: `The client 'delegate' with object id '${oid("delegate")}' has an authorization with ABAC condition that is not fulfilled to perform action 'Microsoft.Authorization/roleAssignments/write' over scope '${group}/${assignments}/${name}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
      },
    });
  });

  it("and take away no others", async () => {
    const owner = await assign("Owner", oid("d"));
    const reader = await assign("Reader", oid("d"));
    const remove = ({ body }: { readonly body: JsonObject }) =>
      cloud.send("DELETE", `${String(body["id"])}?api-version=2022-04-01`, undefined, { as: "delegate" });
    expect(code(await remove(owner))).toBe("AuthorizationFailed");
    expect((await remove(reader)).status).toBe(200);
  });

  it("in templates as well", async () => {
    const deploy = (role: keyof typeof roles) =>
      cloud.send(
        "PUT",
        `${group}/providers/Microsoft.Resources/deployments/d${role.length}`,
        {
          properties: {
            template: {
              $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
              contentVersion: "1.0.0.0",
              resources: [
                {
                  type: "Microsoft.Authorization/roleAssignments",
                  apiVersion: "2022-04-01",
                  name: guid(800 + role.length),
                  properties: {
                    roleDefinitionId: `${sub}/providers/Microsoft.Authorization/roleDefinitions/${roles[role]}`,
                    principalId: oid("d"),
                    principalType: "ServicePrincipal",
                  },
                },
              ],
            },
          },
        },
        { as: "delegate" },
      );
    await cloud.send(
      "PUT",
      `${sub}/providers/Microsoft.Authorization/roleDefinitions/${guid(950)}?api-version=2022-04-01`,
      {
        properties: {
          roleName: "Deployer",
          assignableScopes: [sub],
          permissions: [{ actions: ["Microsoft.Resources/deployments/*"] }],
        },
      },
    );
    await cloud.send("PUT", `${group}/${assignments}/${guid(951)}?api-version=2022-04-01`, {
      properties: {
        roleDefinitionId: `${sub}/providers/Microsoft.Authorization/roleDefinitions/${guid(950)}`,
        principalId: oid("delegate"),
        principalType: "ServicePrincipal",
      },
    });
    expect(JSON.stringify((await deploy("Owner")).body)).toContain("ABAC condition that is not fulfilled");
    expect((await deploy("Reader")).status).toBe(201);
  });

  it("an unconditional role beside it counts", async () => {
    await assign("User Access Administrator", oid("delegate"));
    expect((await assign("Owner", oid("d"), { as: "delegate" })).status).toBe(201);
  });
});

describe("groups", () => {
  const outer = guid(60);
  const inner = guid(61);

  beforeEach(async () => {
    const { directory } = cloud.azure.entra;
    await directory.put({ kind: "group", objectId: outer, displayName: "outer" });
    await directory.put({ kind: "group", objectId: inner, displayName: "inner" });
    await directory.membership.add(outer, inner);
    await directory.membership.add(inner, oid("member"));
    expect((await assign("Reader", outer, { more: { principalType: "Group" } })).status).toBe(201);
  });

  it("give their roles to members, through groups in groups, until they leave", async () => {
    const read = () => cloud.send("GET", group, undefined, { as: "member" });
    expect((await read()).status).toBe(200);
    const { body } = await cloud.send("GET", "/subscriptions", undefined, { as: "member" });
    expect(body["value"]).toHaveLength(1);
    await cloud.azure.entra.directory.membership.remove(outer, inner);
    expect((await read()).status).toBe(403);
  });

  it("are told from other principals", async () => {
    const answer = await assign("Reader", inner, { more: { principalType: "User" } });
    expect([answer.status, code(answer)]).toEqual([400, "UnmatchedPrincipalType"]);
    const { body } = await assign("Network Contributor", inner, { more: { principalType: undefined } });
    expect(body).toMatchObject({ properties: { principalType: "Group" } });
  });

  it("are in what is assigned to a member", async () => {
    const list = async (filter: string): Promise<readonly unknown[]> => {
      const path = `${group}/${assignments}?api-version=2022-04-01&$filter=${encodeURIComponent(filter)}`;
      const { body } = await cloud.send("GET", path);
      return (body["value"] as { properties: JsonObject }[]).map(({ properties }) => properties["principalId"]);
    };
    expect(await list(`assignedTo('${oid("member")}')`)).toEqual([outer]);
    expect(await list(`atScope() and assignedTo('${oid("member")}')`)).toEqual([outer]);
    expect(await list(`principalId eq '${oid("member")}'`)).toEqual([]);
  });
});

describe("what a caller may do", () => {
  it("is shown by the permissions of its roles at a scope", async () => {
    await assign("Reader", oid("c"));
    const list = (scope: string) =>
      cloud.send("GET", `${scope}/providers/Microsoft.Authorization/permissions?api-version=2022-04-01`, undefined, {
        as: "c",
      });
    expect((await list(group)).body).toEqual({
      value: [{ actions: ["*/read"], notActions: [], dataActions: [], notDataActions: [] }],
    });
    expect((await list(sub)).status).toBe(403);
    const own = await cloud.send("GET", `${sub}/providers/Microsoft.Authorization/permissions?api-version=2022-04-01`);
    expect(own.body).toMatchObject({ value: [{ actions: ["*"] }] });
  });

  it("tells data actions from actions", async () => {
    const { authorizer } = cloud.azure;
    const scope = `${group}/providers/Microsoft.ContainerService/managedClusters/c`;
    const pods = "Microsoft.ContainerService/managedClusters/pods/read";
    const secrets = "Microsoft.ContainerService/managedClusters/secrets/read";
    const judge = (action: string, kind: "action" | "dataAction") =>
      authorizer.judge(oid("c"), action, scope, { kind });
    await assign("Owner", oid("c"));
    expect(await judge(pods, "dataAction")).toBe("refused");
    await assign("Azure Kubernetes Service RBAC Reader", oid("c"));
    expect(await judge(pods, "dataAction")).toBe("allowed");
    expect(await judge(secrets, "dataAction")).toBe("refused");
    expect(await judge(secrets, "action")).toBe("allowed");
  });

  it("is held against nothing that Azure alone makes", async () => {
    for (const type of ["denyAssignments", "classicAdministrators"]) {
      const version = type === "denyAssignments" ? "2022-04-01" : "2015-07-01";
      const path = `${sub}/providers/Microsoft.Authorization/${type}?api-version=${version}`;
      expect((await cloud.send("GET", path)).body).toEqual({ value: [] });
    }
  });
});

describe("assignments of any built-in role", () => {
  it.each([
    ["AcrPull", "7f951dda-4ed3-4680-a7ca-43fe172d538d"],
    ["Key Vault Secrets User", "4633458b-17de-408a-b874-0445c86b69e6"],
    ["Key Vault Administrator", "00482a5a-887f-4fb3-b363-3b7fe8e74483"],
    ["Storage Blob Data Contributor", "ba92f5b4-2d11-453d-a403-e96b0029c9fe"],
    ["Log Analytics Contributor", "92aaf0da-9dab-42b6-94a3-d43ce8d16293"],
    ["Monitoring Data Reader", "b0d8363b-8ddd-447d-831f-62ca05bff136"],
    ["App Configuration Data Reader", "516239f1-63e1-4d78-a4de-a74fb236a071"],
    ["DNS Zone Contributor", "befefa01-2a29-4197-83a8-272ff33ce314"],
    ["Grafana Admin", "22926164-76b3-42b3-bc55-97df8dab3e41"],
  ])("%s", async (roleName, id) => {
    const definition = `${sub}/providers/Microsoft.Authorization/roleDefinitions/${id}`;
    const { body } = await cloud.send("GET", `${definition}?api-version=2022-04-01`);
    expect(body).toMatchObject({ properties: { roleName, type: "BuiltInRole" } });
    const { status } = await cloud.send("PUT", `${group}/${assignments}/${guid(++count)}?api-version=2022-04-01`, {
      properties: { roleDefinitionId: definition, principalId: guid(5), principalType: "ServicePrincipal" },
    });
    expect(status).toBe(201);
  });
});
