import { expect, it } from "vitest";
import { azClusterBody, createAksCloud } from "../testing/index.ts";
import { clusterInVersion, poolInVersion } from "./show-members.ts";

it.each([
  ["2018-03-31", []],
  ["2022-06-01", []],
  ["2022-06-02-preview", ["oidcIssuerProfile", "workloadAutoScalerProfile"]],
  ["2022-09-01", ["oidcIssuerProfile"]],
  ["2023-03-01", ["oidcIssuerProfile", "supportPlan", "workloadAutoScalerProfile"]],
  ["2025-05-01", ["nodeProvisioningProfile", "oidcIssuerProfile", "supportPlan", "workloadAutoScalerProfile"]],
  ["2030-01-01", ["nodeProvisioningProfile", "oidcIssuerProfile", "supportPlan", "workloadAutoScalerProfile"]],
])("version %s of a cluster has %j", (version, members) => {
  const all = { supportPlan: "a", oidcIssuerProfile: {}, workloadAutoScalerProfile: {}, nodeProvisioningProfile: {} };
  const { networkProfile: _network, agentPoolProfiles: _pools, ...shown } = clusterInVersion(all, version);
  expect(Object.keys(shown).toSorted()).toEqual(members);
});

it.each([
  ["2019-02-01", ["count"]],
  ["2020-03-01", ["count", "mode"]],
  ["2026-05-01", ["count", "mode", "somethingNew"]],
])("version %s of a pool has %j", (version, members) => {
  const shown = poolInVersion({ count: 1, mode: "User", nodeInitializationTaints: [] }, version);
  expect(Object.keys(shown).toSorted()).toEqual(members.filter((name) => name !== "somethingNew"));
});

it("drops what is gone again, and keeps what no table knows", () => {
  expect(clusterInVersion({ networkProfile: { dockerBridgeCidr: "172.17.0.1/16" } }, "2022-11-01")).toMatchObject({
    networkProfile: { dockerBridgeCidr: "172.17.0.1/16" },
  });
  expect(clusterInVersion({ networkProfile: { dockerBridgeCidr: "x", futureMember: 1 } }, "2025-10-01")).toMatchObject({
    networkProfile: { futureMember: 1 },
  });
});

it("shows one cluster in each version as that version has it, whichever one wrote it", async () => {
  const cloud = await createAksCloud();
  const body = azClusterBody("2.74", {
    network: { kubeProxyConfig: { enabled: false } },
    properties: { nodeProvisioningProfile: { mode: "Manual" } },
  });
  await cloud.make(cloud.cluster("c", "2025-05-02-preview"), body);
  const shown = async (version: string) =>
    (await cloud.send("GET", cloud.cluster("c", version))).body["properties"] as { networkProfile: object };
  const preview = await shown("2025-05-02-preview");
  expect(preview.networkProfile).toHaveProperty("kubeProxyConfig");
  expect(preview).toHaveProperty("nodeProvisioningProfile");
  const stable = await shown("2025-05-01");
  expect(stable.networkProfile).not.toHaveProperty("kubeProxyConfig");
  expect(stable).toHaveProperty("nodeProvisioningProfile");
  const old = await shown("2022-06-01");
  expect(old).not.toHaveProperty("nodeProvisioningProfile");
  expect(old).not.toHaveProperty("oidcIssuerProfile");
  expect(old).toHaveProperty("identityProfile");
  expect(cloud.host.only().network.kubeProxy).toBe(false);
});

it("keeps what a preview set when a stable version, which cannot say it, writes", async () => {
  const cloud = await createAksCloud();
  const nodeInitializationTaints = ["node.cilium.io/agent-not-ready=true:NoExecute"];
  await cloud.make(
    cloud.cluster("c", "2025-05-02-preview"),
    azClusterBody("2.74", { pool: { nodeInitializationTaints } }),
  );
  await cloud.make(cloud.cluster("c", "2025-05-01"), azClusterBody("2.74", { pool: { count: 2 } }));
  expect(cloud.host.only().pools).toMatchObject([{ count: 2, nodeInitializationTaints }]);
});
