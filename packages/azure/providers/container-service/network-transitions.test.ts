import { describe, expect, it } from "vitest";
import { azClusterBody, createAksCloud } from "../testing/index.ts";

type Network = Readonly<Record<string, string>>;

const none: Network = { networkPlugin: "none" };
const kubenet: Network = { networkPlugin: "kubenet" };
const azure: Network = { networkPlugin: "azure" };
const overlay: Network = { ...azure, networkPluginMode: "overlay", podCidr: "10.244.0.0/16" };
const cilium: Network = { ...overlay, networkDataplane: "cilium", networkPolicy: "cilium" };
const notAllowed = (property: string) => `Changing property 'networkProfile.${property}' is not allowed.`;

/** https://learn.microsoft.com/azure/aks/update-azure-cni; texts: Azure/AKS#409, Azure/AKS#3369, Azure/AKS#5662. */
describe("a cluster's network", () => {
  it.each<[string, Network, Network, string | undefined]>([
    ["none to azure", none, azure, notAllowed("networkPlugin")],
    ["none to overlay", none, overlay, notAllowed("networkPlugin")],
    ["none to kubenet", none, kubenet, notAllowed("networkPlugin")],
    ["azure to none", azure, none, notAllowed("networkPlugin")],
    ["overlay to none", overlay, none, notAllowed("networkPlugin")],
    ["kubenet to none", kubenet, none, notAllowed("networkPlugin")],
    ["kubenet to azure with the node subnet", kubenet, azure, notAllowed("networkPlugin")],
    ["overlay to kubenet", overlay, kubenet, notAllowed("networkPlugin")],
    [
      "cilium back to the data plane azure",
      cilium,
      { ...overlay, networkDataplane: "azure" },
      notAllowed("networkDataplane"),
    ],
    [
      "overlay to cilium without its policies",
      overlay,
      { ...overlay, networkDataplane: "cilium" },
      "Cilium dataplane requires network policy cilium.",
    ],
    [
      "overlay asked of a kubenet cluster",
      kubenet,
      { ...kubenet, networkPluginMode: "overlay" },
      "NetworkPluginMode overlay is not supported with NetworkPlugin kubenet.",
    ],
    ["kubenet to overlay", kubenet, overlay, undefined],
    ["azure with the node subnet to overlay", azure, overlay, undefined],
    ["overlay to cilium", overlay, cilium, undefined],
    ["kubenet to cilium", kubenet, cilium, undefined],
    ["overlay as it is", overlay, overlay, undefined],
    ["another pod range of overlay", overlay, { ...overlay, podCidr: "10.99.0.0/16" }, notAllowed("podCIDR")],
  ])("%s", async (_, before, after, refusal) => {
    const cloud = await createAksCloud();
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { network: before }));
    const answer = await cloud.send("PUT", cloud.cluster("c"), azClusterBody("2.74", { network: after }));
    if (refusal === undefined) {
      expect(answer.status).toBe(200);
      await cloud.finish(answer);
      expect(cloud.host.only().network).toMatchObject({
        plugin: after["networkPlugin"],
        ...(after["networkPluginMode"] ? { pluginMode: "overlay" } : {}),
        ...(after["networkDataplane"] ? { dataplane: after["networkDataplane"] } : {}),
      });
    } else expect(answer).toMatchObject({ status: 400, body: { error: { message: refusal } } });
  });

  it.each<[string, Network, Network]>([
    ["nothing before 1.30", { kubernetesVersion: "1.29" }, { networkPlugin: "kubenet" }],
    ["nothing since 1.30", { kubernetesVersion: "1.34" }, { networkPlugin: "azure", networkPluginMode: "overlay" }],
  ])("that names %s is AKS's own of that time", async (_, properties, expected) => {
    const cloud = await createAksCloud();
    const body = azClusterBody("2.74", { properties });
    const sent = body["properties"] as { networkProfile: Record<string, unknown> };
    delete sent.networkProfile["networkPlugin"];
    await cloud.make(cloud.cluster("c"), body);
    expect((await cloud.send("GET", cloud.cluster("c"))).body["properties"]).toMatchObject({
      networkProfile: expected,
    });
  });
});
