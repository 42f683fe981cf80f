import { describe, expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import { createAksCloud, terraformReplay, terraformRuns } from "../testing/index.ts";

describe.each(terraformRuns)("takes what Terraform sends: $title", ({ steps }) => {
  it("and answers with the status that it expects", async () => {
    const cloud = await createAksCloud();
    const replay = terraformReplay();
    for (const [step, requests] of Object.entries(steps)) {
      for (const [index, request] of requests.entries()) {
        const { method, path, version, body, status, operation } = replay.fill(request);
        const answer = await cloud.send(
          method,
          `/subscriptions/${testSubscription}${path}${path.includes("?") ? "&" : "?"}api-version=${version}`,
          body,
        );
        expect(answer.status, `${step} ${index + 1}: ${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status);
        replay.saw(request, answer.body);
        if (operation === "azure-asyncoperation")
          expect((await cloud.finish(answer)).body).toMatchObject({ status: "Succeeded" });
        else if (operation !== undefined) await cloud.finish(answer);
      }
    }
  });
});

it("shows a cluster so that a second plan of Terraform is empty", async () => {
  const [first] = terraformRuns;
  const cloud = await createAksCloud();
  for (const { method, path, version, body, status, operation } of first?.steps["apply"] ?? []) {
    const answer = await cloud.send(method, `/subscriptions/{sub}${path}?api-version=${version}`, body);
    expect(answer.status).toBe(status);
    if (operation !== undefined) await cloud.finish(answer);
  }
  const group = "/subscriptions/{sub}/resourceGroups/tfrg/providers";
  const subnet = `/subscriptions/${testSubscription}/resourceGroups/tfrg/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes`;
  const cluster = await cloud.send(
    "GET",
    `${group}/Microsoft.ContainerService/managedClusters/tfaks?api-version=2025-10-01`,
  );
  expect(cluster.body).toMatchObject({
    tags: {},
    identity: { type: "SystemAssigned" },
    properties: {
      currentKubernetesVersion: expect.stringMatching(/^1\.\d+\.\d+$/),
      nodeResourceGroup: "MC_tfrg_tfaks_eastus",
      networkProfile: {
        networkPlugin: "none",
        networkDataplane: "azure",
        serviceCidr: "10.0.0.0/16",
        dnsServiceIP: "10.0.0.10",
      },
      oidcIssuerProfile: { enabled: true },
      agentPoolProfiles: [
        { name: "default", mode: "System", vnetSubnetID: subnet, kubeletDiskType: "OS", osDiskSizeGB: 128 },
        { name: "np2", mode: "User" },
      ],
    },
  });
  const nodes = await cloud.send(
    "GET",
    `${group}/Microsoft.Network/virtualNetworks/vnet/subnets/nodes?api-version=2025-01-01`,
  );
  expect(nodes.body).toMatchObject({
    properties: { addressPrefixes: ["10.240.0.0/16"], defaultOutboundAccess: true },
  });
});
