import { beforeEach, describe, expect, it } from "vitest";
import { type AksCloud, azClusterBody, azPoolBody, createAksCloud } from "../testing/index.ts";

type Body = Record<string, unknown> & { properties: Record<string, unknown> };
const body = (change: (body: Body) => void): Body => {
  const made = structuredClone(azClusterBody("2.74")) as Body;
  change(made);
  return made;
};
const pool = (made: Body): Record<string, unknown> =>
  (made.properties["agentPoolProfiles"] as Record<string, unknown>[])[0] ?? {};

describe("a cluster that AKS would not take", () => {
  let cloud: AksCloud;
  beforeEach(async () => {
    cloud = await createAksCloud();
  });

  it.each([
    ["a name with a dot", "my.cluster", body(() => {}), "InvalidParameter", /resourceName/],
    ["a name that ends in a hyphen", "c-", body(() => {}), "InvalidParameter", /resourceName/],
    ["no dnsPrefix", "c", body((it) => delete it.properties["dnsPrefix"]), "InvalidParameter", /dnsPrefix/],
    ["a dnsPrefix with underscores", "c", body((it) => (it.properties["dnsPrefix"] = "a_b")), "InvalidParameter", /54/],
    ["no pools", "c", body((it) => delete it.properties["agentPoolProfiles"]), "InvalidParameter", /agentPoolProfiles/],
    [
      "pools that are no list",
      "c",
      body((it) => (it.properties["agentPoolProfiles"] = {})),
      "InvalidParameter",
      /array/,
    ],
    [
      "no system pool",
      "c",
      body((it) => (pool(it)["mode"] = "User")),
      "MustDefineAtLeastOneSystemPool",
      /at least one system pool/,
    ],
    ["a pool name in capitals", "c", body((it) => (pool(it)["name"] = "Pool1")), "InvalidParameter", /lower-case/],
    ["a count of -1", "c", body((it) => (pool(it)["count"] = -1)), "InvalidParameter", /whole number/],
    ["a count of 1001", "c", body((it) => (pool(it)["count"] = 1001)), "InvalidParameter", /1000/],
    ["a count as text", "c", body((it) => (pool(it)["count"] = "3")), "InvalidParameter", /whole number/],
    ["maxPods of 9", "c", body((it) => (pool(it)["maxPods"] = 9)), "InvalidParameter", /from 10 to 250/],
    [
      "an unknown version",
      "c",
      body((it) => (it.properties["kubernetesVersion"] = "2.0")),
      "AgentPoolK8sVersionNotSupported",
      /^Version 2\.0 is not supported in this region/,
    ],
    [
      "a pool above the control plane",
      "c",
      body((it) => (pool(it)["orchestratorVersion"] = "1.36")),
      "NodePoolMcVersionIncompatible",
      /is bigger than control plane version 35/,
    ],
    [
      "an identity that is not there",
      "c",
      body(
        (it) =>
          (it["identity"] = {
            type: "UserAssigned",
            userAssignedIdentities: {
              "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/no": {},
            },
          }),
      ),
      "InvalidParameter",
      /not found/,
    ],
    [
      "a network plugin of its own",
      "c",
      body((it) => (it.properties["networkProfile"] = { networkPlugin: "weave" })),
      "InvalidParameter",
      /none, azure, kubenet/,
    ],
  ])("refuses %s", async (_, name, sent, code, message) => {
    const answer = await cloud.send("PUT", cloud.cluster(name), sent);
    expect(answer).toMatchObject({ status: 400, body: { error: { code, message: expect.stringMatching(message) } } });
    expect(cloud.host.calls).toEqual([]);
  });

  it("answers by name what it does not have", async () => {
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
    expect(await cloud.send("POST", cloud.cluster("c/unpinManagedCluster"), {})).toMatchObject({
      status: 501,
      body: { error: { code: "NotImplemented", message: expect.stringContaining("unpinManagedCluster") } },
    });
  });
});

describe("a change that AKS would not take", () => {
  let cloud: AksCloud;
  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
  });

  it.each([
    [
      "another plugin",
      body((it) => (it.properties["networkProfile"] = { networkPlugin: "azure" })),
      "networkProfile.networkPlugin",
    ],
    ["another dnsPrefix", body((it) => (it.properties["dnsPrefix"] = "other")), "dnsPrefix"],
    ["another node resource group", body((it) => (it.properties["nodeResourceGroup"] = "other")), "nodeResourceGroup"],
  ])("refuses %s", async (_, sent, property) => {
    expect(await cloud.send("PUT", cloud.cluster("c"), sent)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "PropertyChangeNotAllowed",
          message: `Changing property '${property}' is not allowed.`,
          target: property,
        },
      },
    });
  });

  it("refuses to lose the last pool, and the last system pool", async () => {
    expect(await cloud.send("DELETE", cloud.cluster("c/agentPools/nodepool1"))).toMatchObject({
      status: 400,
      body: { error: { code: "OperationNotAllowed", message: "There has to be at least one agent pool." } },
    });
    await cloud.make(cloud.cluster("c/agentPools/np2"), azPoolBody("2.74"));
    expect(await cloud.send("DELETE", cloud.cluster("c/agentPools/nodepool1"))).toMatchObject({
      status: 400,
      body: { error: { message: "Must define at least one system pool." } },
    });
  });

  it("lets one operation run at a time, in AKS's words", async () => {
    const release = cloud.host.hold();
    const add = await cloud.send("PUT", cloud.cluster("c/agentPools/np2"), azPoolBody("2.74"));
    const text = (what: string): string =>
      `Operation is not allowed: Another ${what} is in progress, please wait for it to finish before starting a new operation. See https://aka.ms/aks-pending-operation for more details`;
    expect(await cloud.send("PUT", cloud.cluster("c"), azClusterBody("2.74"))).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "OperationNotAllowed",
          message: expect.stringMatching(
            /^Operation is not allowed: Another .*operation \(.*Creating\) is in progress/,
          ),
        },
      },
    });
    release();
    await cloud.finish(add);
    const again = cloud.host.hold();
    const update = await cloud.send("PUT", cloud.cluster("c"), azClusterBody("2.74"));
    expect(await cloud.send("PUT", cloud.cluster("c/agentPools/np3"), azPoolBody("2.74"))).toMatchObject({
      status: 409,
      body: { error: { message: text("operation (Updating)") } },
    });
    again();
    await cloud.finish(update);
  });

  it("ends Failed when the cluster host fails, and can be tried again", async () => {
    cloud.host.failWith(new Error("no room"));
    const add = await cloud.send("PUT", cloud.cluster("c/agentPools/np2"), azPoolBody("2.74"));
    expect((await cloud.finish(add)).body).toMatchObject({ status: "Failed" });
    expect((await cloud.send("GET", cloud.cluster("c/agentPools/np2"))).body["properties"]).toMatchObject({
      provisioningState: "Failed",
    });
    cloud.host.failWith(undefined);
    await cloud.make(cloud.cluster("c/agentPools/np2"), azPoolBody("2.74"));
    expect((await cloud.send("GET", cloud.cluster("c/agentPools/np2"))).body["properties"]).toMatchObject({
      provisioningState: "Succeeded",
    });
  });
});

it("goes on with a creation after a restart", async () => {
  const cloud = await createAksCloud();
  const release = cloud.host.hold();
  await cloud.send("PUT", cloud.cluster("c"), azClusterBody("2.74"));
  const next = await cloud.restart();
  release();
  await next.azure.idle();
  expect((await next.send("GET", cloud.cluster("c"))).body["properties"]).toMatchObject({
    provisioningState: "Succeeded",
  });
  expect(cloud.host.only()).toMatchObject({ name: "c", pools: [{ count: 3 }] });
});
