import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { type AksCloud, azClusterBody, azPoolBody, createAksCloud } from "../testing/index.ts";

let cloud: AksCloud;
beforeEach(async () => {
  cloud = await createAksCloud();
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
});
const put = (name: string, properties: JsonObject) =>
  cloud.send("PUT", cloud.cluster(`c/agentPools/${name}`), azPoolBody("2.74", properties));
const shown = async (name: string) =>
  (await cloud.send("GET", cloud.cluster(`c/agentPools/${name}`))).body["properties"] as JsonObject;

describe("a new pool", () => {
  it.each<[string, JsonObject, string, RegExp]>([
    [
      "a system pool without nodes",
      { mode: "System", count: 0 },
      "InvalidParameter",
      /count was 0\. It must be greater or equal to minCount:1/,
    ],
    [
      "a system pool that may lose all nodes",
      { mode: "System", count: 1, enableAutoScaling: true, minCount: 0, maxCount: 3 },
      "InvalidParameter",
      /minCount was 0\./,
    ],
    [
      "an autoscaler without a range",
      { enableAutoScaling: true, minCount: 1 },
      "InvalidParameter",
      /minCount and maxCount/,
    ],
    [
      "a range that is upside down",
      { enableAutoScaling: true, minCount: 3, maxCount: 2 },
      "InvalidParameter",
      /minCount/,
    ],
    ["too many nodes", { count: 1001 }, "InvalidParameter", /from 0 to 1000/],
    ["too few pods a node", { maxPods: 9 }, "InvalidParameter", /from 10 to 250/],
    ["too many pods a node", { maxPods: 251 }, "InvalidParameter", /from 10 to 250/],
    [
      "room for fewer than 30 pods",
      { maxPods: 14, count: 2 },
      "InsufficientMaxPods",
      /\(14 \* 2\) should be larger than 30/,
    ],
    [
      "spot machines for AKS's own pods",
      { mode: "System", scaleSetPriority: "Spot" },
      "InvalidParameter",
      /spot machines/,
    ],
    ["a zone that is none", { availabilityZones: ["1", "east"] }, "InvalidParameter", /east is no zone/],
    ["a taint that is none", { nodeTaints: ["a=b:Never"] }, "InvalidParameter", /a=b:Never is no taint/],
    ["Windows", { osType: "Windows" }, "AzureCNIOnlyForWindows", /Azure-CNI/],
  ])("is refused for %s", async (_, properties, code, message) => {
    expect(await put("new", properties)).toMatchObject({
      status: 400,
      body: { error: { code, message: expect.stringMatching(message) } },
    });
  });

  it.each<[string, JsonObject]>([
    ["no nodes", { count: 0 }],
    ["30 pods on three nodes", { maxPods: 10, count: 3 }],
    ["an autoscaler down to none", { count: 1, enableAutoScaling: true, minCount: 0, maxCount: 3 }],
    ["zones", { availabilityZones: ["1", "2", "3"] }],
  ])("is taken with %s", async (_, properties) => {
    expect((await put("new", properties)).status).toBe(201);
  });

  it("of spot machines gets AKS's taint and label, and no surge", async () => {
    await cloud.finish(
      await put("spot", { scaleSetPriority: "Spot", nodeTaints: ["a=b:NoSchedule"], nodeLabels: { x: "y" } }),
    );
    expect(await shown("spot")).toMatchObject({
      scaleSetPriority: "Spot",
      scaleSetEvictionPolicy: "Delete",
      spotMaxPrice: -1,
      nodeTaints: ["a=b:NoSchedule", "kubernetes.azure.com/scalesetpriority=spot:NoSchedule"],
      nodeLabels: { x: "y", "kubernetes.azure.com/scalesetpriority": "spot" },
      upgradeSettings: {},
    });
    expect(await shown("nodepool1")).not.toHaveProperty("scaleSetPriority");
  });
});

describe("a pool that is there", () => {
  /** https://learn.microsoft.com/azure/aks/create-node-pools: what cannot be changed. */
  it.each<[string, JsonObject]>([
    ["vmSize", { vmSize: "Standard_D8s_v5" }],
    ["osType", { osType: "Windows" }],
    ["maxPods", { maxPods: 30 }],
    ["osDiskSizeGB", { osDiskSizeGB: 64 }],
    ["osDiskType", { osDiskType: "Ephemeral" }],
    ["availabilityZones", { availabilityZones: ["1"] }],
    ["enableNodePublicIP", { enableNodePublicIP: true }],
  ])("keeps its %s", async (member, properties) => {
    await cloud.finish(await put("old", {}));
    expect(await put("old", properties)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "PropertyChangeNotAllowed",
          message: `Changing property 'properties.${member}' is not allowed.`,
        },
      },
    });
  });

  it("is stopped unless it is for AKS's own pods", async () => {
    const stopped = { powerState: { code: "Stopped" } };
    expect(await put("nodepool1", { mode: "System", ...stopped })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/system node pool cannot be stopped/) } },
    });
    await cloud.finish(await put("user", {}));
    await cloud.finish(await put("user", stopped));
    expect(await shown("user")).toMatchObject(stopped);
    expect(cloud.host.only().pools.find(({ name }) => name === "user")?.count).toBe(0);
  });

  it("takes back what was shown of it in a stopped cluster", async () => {
    await cloud.finish(await cloud.send("POST", cloud.cluster("c/stop")));
    const { provisioningState: _state, eTag: _tag, ...properties } = await shown("nodepool1");
    const path = cloud.cluster("c/agentPools/nodepool1");
    expect((await cloud.send("PUT", path, { properties: { ...properties, nodeLabels: { a: "b" } } })).status).toBe(200);
  });
});

describe("If-Match", () => {
  it.each([
    ["c", azClusterBody("2.74")],
    ["c/agentPools/nodepool1", azPoolBody("2.74", { mode: "System", count: 3 })],
  ])("holds for %s with the tag that is shown", async (name, body) => {
    const answer = (await cloud.send("GET", cloud.cluster(name))).body;
    const tag = String(answer["eTag"] ?? (answer["properties"] as JsonObject)["eTag"]);
    const send = (value: string) => cloud.send("PUT", cloud.cluster(name), body, { headers: { "if-match": value } });
    expect((await send("00000000-0000-0000-0000-000000000000")).status).toBe(412);
    expect((await send(tag)).status).toBe(200);
  });
});
