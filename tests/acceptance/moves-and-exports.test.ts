import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription, type TestAnswer } from "@byocni/azure/arm/testing";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";
import { hasCorpus } from "./support/corpus.ts";
import { changesOf, codesOf, deploy, whatIf } from "./support/deployment.ts";
import { caseOf, cloudFor, type TemplateRow } from "./support/template-row.ts";

const rg = "/subscriptions/{sub}/resourceGroups/rg";
const other = "/subscriptions/{sub}/resourceGroups/other";
const version = "api-version=2021-04-01";
const network = "api-version=2024-05-01";
const idOf = (path: string): string => path.replace("{sub}", testSubscription);

describe("moves of resources to another group", () => {
  let cloud: AksCloud;
  const vnet = `${rg}/providers/Microsoft.Network/virtualNetworks/v`;
  const nsg = `${rg}/providers/Microsoft.Network/networkSecurityGroups/n`;
  const nic = `${rg}/providers/Microsoft.Network/networkInterfaces/i`;
  const identity = `${rg}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/user-1`;

  async function put(path: string, body: JsonObject, query = network): Promise<TestAnswer> {
    const answer = await cloud.send("PUT", `${path}?${query}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await cloud.azure.idle();
    return answer;
  }

  async function move(resources: readonly string[], targetResourceGroup = other, action = "moveResources") {
    const body = { resources: resources.map(idOf), targetResourceGroup: idOf(targetResourceGroup) };
    const answer = await cloud.send("POST", `${rg}/${action}?${version}`, body);
    return answer.status === 202 ? cloud.finish(answer) : answer;
  }

  beforeEach(async () => {
    cloud = await createAksCloud();
    for (const group of [rg, other]) await put(group, { location: "eastus" }, version);
    await put(nsg, { location: "eastus" });
    await put(vnet, {
      location: "eastus",
      properties: {
        addressSpace: { addressPrefixes: ["10.0.0.0/16"] },
        subnets: [{ name: "s", properties: { addressPrefix: "10.0.0.0/24", networkSecurityGroup: { id: idOf(nsg) } } }],
      },
    });
    await put(nic, {
      location: "eastus",
      properties: { ipConfigurations: [{ name: "c", properties: { subnet: { id: idOf(`${vnet}/subnets/s`) } } }] },
    });
    await put(identity, { location: "eastus" }, "api-version=2023-01-31");
  });

  it("take what belongs to them along, and what refers to them follows", async () => {
    const lock = "/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01";
    expect((await move([vnet, nic], other, "validateMoveResources")).status).toBe(204);
    expect((await cloud.send("GET", `${vnet}?${network}`)).status).toBe(200);
    expect((await move([vnet, nic])).status).toBe(204);
    expect((await cloud.send("GET", `${vnet}?${network}`)).status).toBe(404);
    const at = (path: string): string => path.replace("/rg/", "/other/");
    const moved = await cloud.send("GET", `${at(vnet)}/subnets/s?${network}`);
    expect(moved.body).toMatchObject({
      id: idOf(at(`${vnet}/subnets/s`)),
      properties: { networkSecurityGroup: { id: idOf(nsg) } },
    });
    expect((await cloud.send("GET", `${at(nic)}?${network}`)).body).toMatchObject({
      properties: { ipConfigurations: [{ properties: { subnet: { id: idOf(at(`${vnet}/subnets/s`)) } } }] },
    });
    expect(JSON.stringify((await cloud.send("GET", `${nsg}?${network}`)).body)).not.toContain(
      "/rg/providers/Microsoft.Network/virtualNetworks",
    );
    await put(`${at(vnet)}${lock.split("?")[0]}`, { properties: { level: "CanNotDelete" } }, "api-version=2020-05-01");
    expect((await move([nsg])).status).toBe(204);
    expect((await cloud.send("GET", `${at(vnet)}/subnets/s?${network}`)).body).toMatchObject({
      properties: { networkSecurityGroup: { id: idOf(at(nsg)) } },
    });
    const list = await cloud.send("GET", `/subscriptions/{sub}/providers/Microsoft.Network/virtualNetworks?${network}`);
    expect(list.body).toMatchObject({ value: [{ id: idOf(at(vnet)) }] });
  });

  it.each<[string, readonly string[], string]>([
    ["a network without what lives in it", [vnet], "ResourceMoveValidationFailed > MissingMoveDependentResources"],
    ["an identity", [identity], "ResourceMoveValidationFailed > ResourceMoveNotSupported"],
    ["what is not there", [`${rg}/providers/Microsoft.Network/routeTables/r`], "ResourceNotFound"],
    ["a child", [`${vnet}/subnets/s`], "InvalidRequestContent"],
  ])("refuse %s", async (_what, resources, codes) => {
    const answer = await move(resources);
    expect(codesOf(answer.body)).toBe(codes);
    expect((await cloud.send("GET", `${vnet}?${network}`)).status).toBe(200);
  });

  it("refuse a cluster, and the network that it uses", async () => {
    const cluster = `${rg}/providers/Microsoft.ContainerService/managedClusters/c`;
    await put(
      cluster,
      {
        location: "eastus",
        identity: { type: "SystemAssigned" },
        properties: {
          dnsPrefix: "c",
          agentPoolProfiles: [
            { name: "p", count: 1, vmSize: "Standard_D4s_v5", mode: "System", vnetSubnetID: idOf(`${vnet}/subnets/s`) },
          ],
          networkProfile: { networkPlugin: "none", serviceCidr: "10.9.0.0/16", dnsServiceIP: "10.9.0.10" },
        },
      },
      "api-version=2024-05-01",
    );
    const refused = await move([cluster]);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "ResourceMoveValidationFailed",
          details: [
            {
              code: "ResourceMoveNotSupported",
              message:
                "Resource move is not supported for resource types 'Microsoft.ContainerService/managedClusters'.",
            },
          ],
        },
      },
    });
    const answer = await move([vnet, nic]);
    expect(codesOf(answer.body)).toBe("ResourceMoveValidationFailed > MissingMoveDependentResources");
  });

  it("need rights on both groups, and a target that is there and another one", async () => {
    expect(codesOf((await move([nsg], rg)).body)).toBe("InvalidRequestContent");
    expect(codesOf((await move([nsg], "/subscriptions/{sub}/resourceGroups/none")).body)).toBe("ResourceGroupNotFound");
    expect(codesOf((await move([nsg], "/x")).body)).toBe("InvalidRequestContent");
  });
});

const rows = JSON.parse(readFileSync(new URL("templates.json", import.meta.url), "utf8")) as readonly TemplateRow[];
const deployed = rows.filter(({ outcome, scope }) => outcome === "Succeeded" && scope !== "subscription");

/** It sets `properties.id`, which is nobody's id: the export writes ids in one spelling. */
const odd = "arm/monitor-onboarding-legacy/azuredeploy.json";

describe.skipIf(!hasCorpus)("the export of what a template made (needs the shared corpus)", () => {
  it.each(deployed.filter(({ template }) => template !== odd).map((row, index) => [index, row.template, row] as const))(
    "%d: %s changes nothing when it is deployed",
    async (_index, _name, row) => {
      const cloud = await cloudFor(row);
      await deploy(cloud, await caseOf(cloud, row, "deployment"));
      const body = { resources: ["*"], options: "IncludeParameterDefaultValue" };
      const exported = await cloud.finish(await cloud.send("POST", `${rg}/exportTemplate?${version}`, body));
      const template = JSON.stringify(exported.body["template"]);
      const found = await whatIf(cloud, { name: "again", scope: "group", template });
      expect(found.body["status"], JSON.stringify(found.body)).toBe("Succeeded");
      expect(changesOf(found).filter(({ changeType }) => changeType !== "NoChange")).toEqual([]);
    },
  );
});
