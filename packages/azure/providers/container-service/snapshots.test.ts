import { beforeEach, describe, expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import { type AksCloud, azClusterBody, azPoolBody, createAksCloud } from "../testing/index.ts";

const base = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.ContainerService`;
const poolId = `${base}/managedClusters/c/agentPools/nodepool1`;
let cloud: AksCloud;
const path = (name: string): string => cloud.resource(`Microsoft.ContainerService/snapshots/${name}`, "2025-10-01");
const take = (name: string, sourceResourceId = poolId) =>
  cloud.send("PUT", path(name), { location: "eastus", properties: { creationData: { sourceResourceId } } });

beforeEach(async () => {
  cloud = await createAksCloud();
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { properties: { kubernetesVersion: "1.34.4" } }));
});

describe("a snapshot of a node pool", () => {
  it("says what the pool is made of, and goes on saying so", async () => {
    const made = await take("s");
    const properties = {
      creationData: { sourceResourceId: poolId },
      snapshotType: "NodePool",
      kubernetesVersion: "1.34.4",
      nodeImageVersion: expect.stringMatching(/^AKSUbuntu-2204/),
      osType: "Linux",
      osSku: "Ubuntu",
      vmSize: expect.stringMatching(/^Standard_/),
      enableFIPS: false,
    };
    expect(made).toMatchObject({ status: 201, body: { id: `${base}/snapshots/s`, location: "eastus", properties } });
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { properties: { kubernetesVersion: "1.35.4" } }));
    expect((await cloud.send("GET", path("s"))).body["properties"]).toEqual(properties);
    expect((await cloud.send("PATCH", path("s"), { tags: { a: "b" } })).body["tags"]).toEqual({ a: "b" });
    expect((await cloud.send("DELETE", path("s"))).status).toBeLessThan(300);
    expect((await cloud.send("GET", path("s"))).status).toBe(404);
  });

  it("gives new pools and clusters its version and image", async () => {
    await take("s");
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { properties: { kubernetesVersion: "1.35.4" } }));
    const creationData = { sourceResourceId: `${base}/snapshots/s` };
    await cloud.make(cloud.cluster("c/agentPools/two"), azPoolBody("2.74", { creationData }));
    const pool = (await cloud.send("GET", cloud.cluster("c/agentPools/two"))).body["properties"];
    expect(pool).toMatchObject({
      currentOrchestratorVersion: "1.34.4",
      nodeImageVersion: expect.stringMatching(/^AKSUbuntu-2204/),
      creationData,
    });
    await cloud.make(
      cloud.cluster("d"),
      azClusterBody("2.74", { properties: { kubernetesVersion: "1.34.4" }, pool: { creationData } }),
    );
    expect((await cloud.send("GET", cloud.cluster("d/agentPools/nodepool1"))).body["properties"]).toMatchObject({
      currentOrchestratorVersion: "1.34.4",
      creationData,
    });
  });

  it.each([
    ["a source that is no pool", () => take("s", `${base}/managedClusters/c`), /id of a node pool/],
    ["a pool that is not there", () => take("s", `${poolId}x`), /id of a node pool/],
    [
      "a pool of a snapshot that is not there",
      () =>
        cloud.send(
          "PUT",
          cloud.cluster("c/agentPools/two"),
          azPoolBody("2.74", { creationData: { sourceResourceId: `${base}/snapshots/no` } }),
        ),
      /was not found/,
    ],
  ])("is refused for %s", async (_, send, text) => {
    expect(await send()).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidParameter", message: expect.stringMatching(text) } },
    });
  });

  it("keeps its source", async () => {
    await take("s");
    await cloud.make(cloud.cluster("c/agentPools/two"), azPoolBody("2.74"));
    expect(await take("s", `${base}/managedClusters/c/agentPools/two`)).toMatchObject({
      status: 400,
      body: { error: { code: "PropertyChangeNotAllowed" } },
    });
  });
});

it("a region tells its systems, images and usage", async () => {
  const get = async (what: string) =>
    (
      await cloud.send(
        "GET",
        `/subscriptions/{sub}/providers/Microsoft.ContainerService/locations/eastus/${what}?api-version=2025-10-01`,
      )
    ).body;
  expect(await get("osOptions/default")).toMatchObject({
    name: "default",
    properties: { osOptionPropertyList: [{ osType: "Linux", enableFipsImage: true }, { osType: "Windows" }] },
  });
  expect(await get("nodeImageVersions")).toMatchObject({
    value: [{ os: "AKSUbuntu", sku: "2204gen2containerd" }, { sku: "2404gen2containerd" }, { os: "AKSAzureLinux" }],
  });
  expect(await get("usages")).toMatchObject({ value: [{ currentValue: 1, unit: "Count" }] });
});
