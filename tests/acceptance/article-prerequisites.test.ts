import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";
import { extractArticle } from "../article/extract.ts";
import { articles } from "../support/shared.ts";
import { codesOf, deploy, validate, whatIf } from "./support/deployment.ts";

const rg = `/subscriptions/${testSubscription}/resourceGroups/rg`;
const subnet = `${rg}/providers/Microsoft.Network/virtualNetworks/v/subnets/nodes`;
const identity = `${rg}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-byo`;
const definitions = `/subscriptions/${testSubscription}/providers/Microsoft.Authorization/roleDefinitions`;
const networkContributor = `${definitions}/4d97b98b-1d4f-4787-a291-c67834d212e7`;
const join = "Microsoft.Network/virtualNetworks/subnets/join/action";
const read = "Microsoft.Network/virtualNetworks/subnets/read";

describe("the identity of the article's prerequisites, on the subnet of the nodes", () => {
  let cloud: AksCloud;
  let principal: { readonly objectId: string; readonly clientId: string };
  let count = 0;

  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.network("virtualNetworks/v"), {
      location: "eastus",
      properties: {
        addressSpace: { addressPrefixes: ["10.224.0.0/16"] },
        subnets: [{ name: "nodes", properties: { addressPrefix: "10.224.0.0/24" } }],
      },
    });
    const { body } = await cloud.make(`${identity}?api-version=2023-01-31`, { location: "eastus" });
    const { principalId, clientId } = body["properties"] as { principalId: string; clientId: string };
    principal = { objectId: principalId, clientId };
  });

  async function give(roleDefinitionId: string, scope = subnet): Promise<void> {
    const name = `30000000-0000-4000-8000-${String(count++).padStart(12, "0")}`;
    const properties = { roleDefinitionId, principalId: principal.objectId, principalType: "ServicePrincipal" };
    const path = `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}?api-version=2022-04-01`;
    expect((await cloud.send("PUT", path, { properties })).status).toBe(201);
  }

  async function customRole(actions: readonly string[]): Promise<string> {
    const id = `${definitions}/40000000-0000-4000-8000-${String(count++).padStart(12, "0")}`;
    const properties = { roleName: `BYO ${count}`, assignableScopes: [rg], permissions: [{ actions }] };
    expect((await cloud.send("PUT", `${id}?api-version=2022-04-01`, { properties })).status).toBe(201);
    return id;
  }

  const cluster: JsonObject = {
    location: "eastus",
    identity: { type: "UserAssigned", userAssignedIdentities: { [identity]: {} } },
    properties: {
      dnsPrefix: "dns",
      agentPoolProfiles: [{ name: "sys", mode: "System", count: 3, vmSize: "Standard_D4s_v5", vnetSubnetID: subnet }],
      networkProfile: { networkPlugin: "none", podCidr: "192.168.0.0/16" },
    },
  };

  async function make() {
    const put = await cloud.send("PUT", cloud.cluster("c"), cluster);
    expect(put.status, JSON.stringify(put.body)).toBeLessThan(300);
    const ended = (await cloud.finish(put)).body;
    const { body } = await cloud.send("GET", cloud.cluster("c"));
    return { ended, state: (body["properties"] as JsonObject)["provisioningState"] };
  }

  function refusal(missing: string): RegExp {
    const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(
      `^The client '${principal.clientId}' with object id '${principal.objectId}' has permission to perform action 'Microsoft\\.Compute/virtualMachineScaleSets/write' on scope '/subscriptions/${testSubscription}/resourceGroups/MC_rg_c_eastus/providers/Microsoft\\.Compute/virtualMachineScaleSets/aks-sys-\\d{8}-vmss'; however, it does not have permission to perform action\\(s\\) '${literal(missing)}' on the linked scope\\(s\\) '${literal(subnet)}' \\(respectively\\) or the linked scope\\(s\\) are invalid\\.$`,
    );
  }

  it("with Network Contributor on the subnet the cluster is made", async () => {
    await give(networkContributor);
    expect(await make()).toMatchObject({ ended: { status: "Succeeded" }, state: "Succeeded" });
  });

  it("with Network Contributor on the virtual network, or on the group, as well", async () => {
    for (const scope of [subnet.replace(/\/subnets.*/, ""), rg]) {
      await give(networkContributor, scope);
      expect(await make()).toMatchObject({ ended: { status: "Succeeded" }, state: "Succeeded" });
      await cloud.finish(await cloud.send("DELETE", cloud.cluster("c")));
    }
  });

  it("with a custom role of subnets/join/action and subnets/read it is made", async () => {
    await give(await customRole([join, read]));
    expect(await make()).toMatchObject({ ended: { status: "Succeeded" }, state: "Succeeded" });
  });

  it("with neither the operation fails to the letter, the cluster is Failed, and goes on once the role is there", async () => {
    const { ended, state } = await make();
    expect(ended).toMatchObject({
      status: "Failed",
      error: { code: "LinkedAuthorizationFailed", message: expect.stringMatching(refusal(`${join},${read}`)) },
    });
    expect(state).toBe("Failed");
    expect(cloud.host.clusters.size).toBe(0);
    await give(networkContributor);
    expect(await make()).toMatchObject({ ended: { status: "Succeeded" }, state: "Succeeded" });
  });

  it.each([
    [[join], read],
    [[read], join],
  ])("with a custom role of %s alone it fails for the other one", async (actions, missing) => {
    await give(await customRole(actions));
    expect((await make()).ended).toMatchObject({
      status: "Failed",
      error: { code: "LinkedAuthorizationFailed", message: expect.stringMatching(refusal(missing)) },
    });
  });

  it("with Network Contributor on another subnet it fails", async () => {
    await cloud.make(cloud.network("virtualNetworks/v/subnets/nodes2"), {
      properties: { addressPrefix: "10.224.1.0/24" },
    });
    await give(networkContributor, `${subnet}2`);
    expect((await make()).ended).toMatchObject({ status: "Failed", error: { code: "LinkedAuthorizationFailed" } });
  });

  it("in a template the failure is nested as Azure nests it", async () => {
    const resource = {
      type: "Microsoft.ContainerService/managedClusters",
      apiVersion: "2025-10-01",
      name: "c",
      ...cluster,
    };
    const ended = await deploy(cloud, { name: "d", scope: "group", template: template([resource]) });
    expect(ended.body["status"]).toBe("Failed");
    expect(codesOf(ended.body)).toBe("DeploymentFailed > ResourceDeploymentFailure > LinkedAuthorizationFailed");
  });
});

function template(resources: readonly JsonObject[]): string {
  return JSON.stringify({
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    resources,
  });
}

/** What the article's samples say and AKS refuses today: an old version, a small machine of the B series, no pod CIDR. */
const sample = template([
  {
    type: "Microsoft.ContainerService/managedClusters",
    apiVersion: "2025-10-01",
    name: "aksbyocni",
    location: "[resourceGroup().location]",
    identity: { type: "SystemAssigned" },
    properties: {
      dnsPrefix: "aksbyocni",
      kubernetesVersion: "1.22",
      agentPoolProfiles: [{ name: "nodepool1", mode: "System", count: 3, vmSize: "Standard_B2ms" }],
      networkProfile: { networkPlugin: "none" },
    },
  },
]);

const published = articles()
  .map(({ name, text }): [string, string] => [name, extractArticle(text).template])
  .filter(([, text]) => text !== "");
describe("the samples' values", () => strictness(sample));

describe.skipIf(published.length === 0)("the published texts (needs the shared articles)", () => {
  describe.each(published)("%s", (_name, text) => strictness(text));
  it("are at hand", () => expect(published.length).toBeGreaterThan(0));
});

function strictness(text: string): void {
  const one = (headers: Readonly<Record<string, string>> = {}) => ({
    name: "d",
    scope: "group" as const,
    template: text,
    headers,
  });
  const clouds = {
    article: () => createAksCloud({ settings: { strictness: "article" } }),
    current: () => createAksCloud({ settings: { strictness: "current" } }),
  };
  const refused = "InvalidTemplateDeployment > AgentPoolK8sVersionNotSupported";

  it.each<[string, keyof typeof clouds, Readonly<Record<string, string>>, "taken" | "refused"]>([
    ["by default", "article", {}, "taken"],
    ["by setting current", "current", {}, "refused"],
    ["by header current", "article", { "x-byocni-strictness": "current" }, "refused"],
    ["by header article over the setting", "current", { "x-byocni-strictness": "article" }, "taken"],
    ["by header in another case", "article", { "x-byocni-strictness": "CURRENT" }, "refused"],
    ["by a header that says nothing known", "article", { "x-byocni-strictness": "lenient" }, "taken"],
  ])("%s (%s %j) is %s", async (_how, setting, headers, outcome) => {
    const cloud = await clouds[setting]();
    const judged = await validate(cloud, one(headers));
    const foreseen = await whatIf(cloud, one(headers));
    const ended = await deploy(cloud, one(headers));
    if (outcome === "refused") {
      for (const answer of [judged, foreseen, ended]) {
        expect([answer.status, codesOf(answer.body)]).toEqual([400, refused]);
      }
      expect(cloud.host.calls).toEqual([]);
      return;
    }
    expect([judged.status, foreseen.body["status"], ended.body["status"]]).toEqual([200, "Succeeded", "Succeeded"]);
    const { properties } = (await cloud.send("GET", cloud.cluster("aksbyocni"))).body as { properties: JsonObject };
    expect(properties).toMatchObject({ provisioningState: "Succeeded", networkProfile: { networkPlugin: "none" } });
    expect(String(properties["kubernetesVersion"])).toMatch(/^1\.22/);
  });

  it("under article warns of all three, in the answer and in the activity log", async () => {
    const cloud = await clouds.article();
    const path = "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments/d";
    const body = `{"properties": {"mode": "Incremental", template: ${text}}}`;
    const put = await cloud.send("PUT", `${path}?api-version=2024-11-01`, undefined, { text: body });
    const header = put.headers["x-byocni-warnings"] ?? "";
    await cloud.finish(put);
    const events = "/subscriptions/{sub}/providers/Microsoft.Insights/eventtypes/management/values";
    const log = await cloud.send("GET", `${events}?api-version=2015-04-01`);
    const warnings = (log.body["value"] as readonly { level: string; properties: JsonObject }[])
      .filter(({ level }) => level === "Warning")
      .map(({ properties }) => String(properties["warnings"]));
    expect(warnings).toHaveLength(2);
    for (const text of [header, ...warnings]) {
      expect(text).toContain("AgentPoolK8sVersionNotSupported");
      expect(text).toContain("SystemPoolSkuTooLow");
      expect(text).toContain("pod-cidr-missing");
    }
  });
}

describe("each of the three alone", () => {
  const body = (properties: JsonObject, pool: JsonObject, network: JsonObject): JsonObject => ({
    location: "eastus",
    identity: { type: "SystemAssigned" },
    properties: {
      dnsPrefix: "dns",
      agentPoolProfiles: [{ name: "sys", mode: "System", count: 1, vmSize: "Standard_D4s_v5", ...pool }],
      networkProfile: { networkPlugin: "none", podCidr: "192.168.0.0/16", ...network },
      ...properties,
    },
  });

  it.each<[string, JsonObject, string, string | undefined]>([
    [
      "Kubernetes 1.22",
      body({ kubernetesVersion: "1.22" }, {}, {}),
      "AgentPoolK8sVersionNotSupported",
      "AgentPoolK8sVersionNotSupported",
    ],
    ["Standard_B2ms", body({}, { vmSize: "Standard_B2ms" }, {}), "SystemPoolSkuTooLow", "SystemPoolSkuTooLow"],
    // AKS takes it today as well: there is only something to say about it.
    ["no pod CIDR", body({}, {}, { podCidr: null }), "pod-cidr-missing", undefined],
    ["nothing of the kind", body({}, {}, {}), "", undefined],
  ])("%s", async (_what, cluster, warning, refusal) => {
    const cloud = await createAksCloud();
    const put = await cloud.send("PUT", cloud.cluster("a"), cluster);
    expect(put.status).toBe(201);
    const warnings = put.headers["x-byocni-warnings"] ?? "";
    expect(warnings.split(":")[0]).toBe(warning);
    const today = await cloud.send("PUT", cloud.cluster("b"), cluster, {
      headers: { "x-byocni-strictness": "current" },
    });
    expect([today.status, codesOf(today.body)]).toEqual(refusal === undefined ? [201, ""] : [400, refusal]);
  });
});
