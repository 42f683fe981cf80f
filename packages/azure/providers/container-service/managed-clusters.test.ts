import { beforeEach, describe, expect, it } from "vitest";
import { testSubscription, testTenant } from "@byocni/azure/arm/testing";
import {
  type AksCloud,
  azClusterBody,
  azPoolBody,
  azVersions,
  type AzVersion,
  createAksCloud,
} from "../testing/index.ts";

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe.each(Object.keys(azVersions) as AzVersion[])("as az %s asks", (version) => {
  const { apiVersion } = azVersions[version];
  let cloud: AksCloud;
  const path = (rest = ""): string => cloud.cluster(`myAKSCluster${rest}`, apiVersion);
  beforeEach(async () => {
    cloud = await createAksCloud();
  });

  it("answers 404 with Resource Manager's words before there is a cluster", async () => {
    const answer = await cloud.send("GET", path());
    expect(answer).toMatchObject({
      status: 404,
      body: {
        error: {
          code: "ResourceNotFound",
          message:
            "The Resource 'Microsoft.ContainerService/managedClusters/myAKSCluster' under resource group 'rg' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
        },
      },
    });
  });

  it("creates a none cluster with the defaults of AKS", async () => {
    const put = await cloud.send("PUT", path(), azClusterBody(version));
    expect(put.status).toBe(201);
    expect(put.headers["azure-asyncoperation"]).toMatch(
      /\/providers\/Microsoft\.ContainerService\/locations\/eastus\/operations\/[0-9a-f-]{36}\?api-version=2016-03-30$/,
    );
    expect(put.headers["retry-after"]).toBe("1");
    expect(put.headers["location"]).toBeUndefined();
    expect(put.body["properties"]).toMatchObject({ provisioningState: "Creating" });
    expect((await cloud.finish(put)).body).toMatchObject({ status: "Succeeded", name: uuid });

    const { status, body } = await cloud.send("GET", path());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: `/subscriptions/${testSubscription}/resourcegroups/rg/providers/Microsoft.ContainerService/managedClusters/myAKSCluster`,
      name: "myAKSCluster",
      type: "Microsoft.ContainerService/ManagedClusters",
      location: "eastus",
      identity: { type: "SystemAssigned", principalId: uuid, tenantId: testTenant },
      // The name of versions before 2023.
      sku: { name: version === "2.45" ? "Basic" : "Base", tier: "Free" },
      properties: {
        provisioningState: "Succeeded",
        powerState: { code: "Running" },
        dnsPrefix: "myAKSClust-myResourceGroup-000000",
        fqdn: expect.stringMatching(/^myaksclust-myresourcegroup-000000-[a-z0-9]{8}\.hcp\.eastus\.azmk8s\.io$/),
        agentPoolProfiles: [
          {
            name: "nodepool1",
            count: 3,
            maxPods: 250,
            osDiskSizeGB: 128,
            osDiskType: "Managed",
            kubeletDiskType: "OS",
            provisioningState: "Succeeded",
            powerState: { code: "Running" },
            mode: "System",
            osSKU: "Ubuntu",
          },
        ],
        windowsProfile: { adminUsername: "azureuser", enableCSIProxy: true },
        servicePrincipalProfile: { clientId: "msi" },
        nodeResourceGroup: "MC_rg_myAKSCluster_eastus",
        enableRBAC: true,
        // Known since 2023-03-01.
        ...(version === "2.45" ? {} : { supportPlan: "KubernetesOfficial" }),
        maxAgentPools: 100,
        disableLocalAccounts: false,
        identityProfile: {
          kubeletidentity: {
            resourceId: `/subscriptions/${testSubscription}/resourcegroups/MC_rg_myAKSCluster_eastus/providers/Microsoft.ManagedIdentity/userAssignedIdentities/myAKSCluster-agentpool`,
            clientId: uuid,
            objectId: uuid,
          },
        },
      },
    });
    expect((body["properties"] as { networkProfile: unknown }).networkProfile).toEqual({
      networkPlugin: "none",
      loadBalancerSku: "standard",
      loadBalancerProfile: {
        managedOutboundIPs: { count: 1 },
        effectiveOutboundIPs: [{ id: expect.any(String) }],
        // Known since 2023-10-01.
        ...(version === "2.45" ? {} : { backendPoolType: "nodeIPConfiguration" }),
      },
      // Said since 2024-05-01.
      ...(version === "2.45" ? {} : { networkPolicy: "none" }),
      serviceCidr: "10.0.0.0/16",
      serviceCidrs: ["10.0.0.0/16"],
      dnsServiceIP: "10.0.0.10",
      outboundType: "loadBalancer",
      ipFamilies: ["IPv4"],
    });
    expect(cloud.host.only()).toMatchObject({
      name: "myAKSCluster",
      network: {
        plugin: "none",
        podCidrs: [],
        serviceCidrs: ["10.0.0.0/16"],
        dnsServiceIP: "10.0.0.10",
        kubeProxy: true,
      },
      pools: [
        {
          name: "nodepool1",
          count: 3,
          scaleSetName: expect.stringMatching(/^aks-nodepool1-\d{8}-vmss$/),
          subnetCidr: "10.224.0.0/16",
        },
      ],
    });
  });

  describe("with a cluster", () => {
    beforeEach(async () => {
      await cloud.make(path(), azClusterBody(version));
    });

    it("lists it in the subscription and in the group", async () => {
      for (const scope of ["/subscriptions/{sub}", "/subscriptions/{sub}/resourceGroups/rg"]) {
        const list = await cloud.send(
          "GET",
          `${scope}/providers/Microsoft.ContainerService/managedClusters?api-version=${apiVersion}`,
        );
        expect(list.body["value"]).toMatchObject([{ name: "myAKSCluster" }]);
      }
    });

    it.each([
      ["listClusterUserCredential", "clusterUser"],
      ["listClusterAdminCredential", "clusterAdmin"],
    ])("gives a kubeconfig by %s", async (action, kind) => {
      const answer = await cloud.send("POST", path(`/${action}`));
      expect(answer.status).toBe(200);
      const [config] = answer.body["kubeconfigs"] as [{ name: string; value: string }];
      expect(config.name).toBe(kind);
      expect(Buffer.from(config.value, "base64").toString()).toContain(`myAKSCluster ${kind}_rg_myAKSCluster`);
    });

    it("scales a pool by a PUT of what GET answered", async () => {
      const shown = (await cloud.send("GET", path())).body;
      const properties = shown["properties"] as { agentPoolProfiles: { count: number }[] };
      const [pool] = properties.agentPoolProfiles;
      const body = { ...shown, properties: { ...properties, agentPoolProfiles: [{ ...pool, count: 2 }] } };
      const put = await cloud.send("PUT", path(), body);
      expect(put.status).toBe(200);
      expect(put.body["properties"]).toMatchObject({ provisioningState: "Scaling" });
      await cloud.finish(put);
      const after = (await cloud.send("GET", path())).body;
      const withoutTags = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value, (name, member: unknown) => (name === "eTag" ? undefined : member)));
      expect(withoutTags(after)).toEqual(
        withoutTags({ ...body, properties: { ...body.properties, provisioningState: "Succeeded" } }),
      );
      expect(cloud.host.only().pools).toMatchObject([{ count: 2 }]);
    });

    it("takes tags by PUT and by PATCH", async () => {
      const shown = (await cloud.send("GET", path())).body;
      await cloud.make(path(), { ...shown, tags: { a: "b" } });
      expect((await cloud.send("GET", path())).body["tags"]).toEqual({ a: "b" });
      const patch = await cloud.send("PATCH", path(), { tags: { c: "d" } });
      expect(patch.status).toBe(200);
      expect((await cloud.send("GET", path())).body["tags"]).toEqual({ c: "d" });
    });

    it("stops and starts", async () => {
      const stop = await cloud.send("POST", path("/stop"));
      expect(stop).toMatchObject({ status: 202, headers: { location: expect.stringContaining("/operationresults/") } });
      await cloud.finish(stop);
      expect((await cloud.send("GET", path())).body["properties"]).toMatchObject({
        powerState: { code: "Stopped" },
        agentPoolProfiles: [{ powerState: { code: "Stopped" } }],
      });
      expect((await cloud.send("POST", path("/listClusterUserCredential"))).status).toBe(409);
      await cloud.finish(await cloud.send("POST", path("/start")));
      expect((await cloud.send("GET", path())).body["properties"]).toMatchObject({ powerState: { code: "Running" } });
      expect(cloud.host.calls).toEqual(["apply myAKSCluster", "stop", "start", "apply myAKSCluster"]);
    });

    it("starts with the count that it was scaled to while stopped", async () => {
      await cloud.finish(await cloud.send("POST", path("/stop")));
      const shown = (await cloud.send("GET", path())).body;
      const { agentPoolProfiles: [pool] = [], ...rest } = shown["properties"] as {
        readonly agentPoolProfiles?: readonly object[];
      };
      await cloud.make(path(), { ...shown, properties: { ...rest, agentPoolProfiles: [{ ...pool, count: 2 }] } });
      await cloud.finish(await cloud.send("POST", path("/start")));
      expect(cloud.host.only().pools).toMatchObject([{ count: 2 }]);
    });

    it("adds, shows, scales and deletes a pool, whichever side it is looked at from", async () => {
      const pool = path("/agentPools/np2");
      const add = await cloud.send("PUT", pool, azPoolBody(version));
      expect(add).toMatchObject({ status: 201, body: { properties: { provisioningState: "Creating", maxPods: 250 } } });
      await cloud.finish(add);
      const shown = (await cloud.send("GET", pool)).body;
      expect(shown).toMatchObject({
        name: "np2",
        type: "Microsoft.ContainerService/managedClusters/agentPools",
        properties: { count: 1, mode: "User", osDiskSizeGB: 128, provisioningState: "Succeeded" },
      });
      const scale = await cloud.send("PUT", pool, {
        ...shown,
        properties: { ...(shown["properties"] as object), count: 3 },
      });
      expect(scale).toMatchObject({ status: 200, body: { properties: { provisioningState: "Scaling" } } });
      await cloud.finish(scale);
      expect((await cloud.send("GET", path())).body["properties"]).toMatchObject({
        agentPoolProfiles: [{ name: "nodepool1" }, { name: "np2", count: 3 }],
      });
      expect((await cloud.send("GET", path("/agentPools"))).body["value"]).toMatchObject([
        { name: "nodepool1", properties: { count: 3 } },
        { name: "np2", properties: { count: 3 } },
      ]);
      const gone = await cloud.send("DELETE", pool);
      expect(gone).toMatchObject({ status: 202, headers: { location: expect.any(String) } });
      await cloud.finish(gone);
      expect((await cloud.send("GET", pool)).status).toBe(404);
      expect(cloud.host.only().pools.map(({ name }) => name)).toEqual(["nodepool1"]);
    });

    it("keeps pools that a PUT of the cluster leaves out, and takes no new ones", async () => {
      await cloud.make(path("/agentPools/np2"), azPoolBody(version));
      await cloud.make(path(), azClusterBody(version));
      expect(cloud.host.only().pools.map(({ name }) => name)).toEqual(["nodepool1", "np2"]);
      const refused = await cloud.send("PUT", path(), azClusterBody(version, { pool: { name: "other" } }));
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { code: "BadRequest", target: "agentPoolProfiles" } },
      });
    });

    it("deletes it with its node resource group and its identities", async () => {
      const { identityProfile } = (await cloud.send("GET", path())).body["properties"] as {
        identityProfile: { kubeletidentity: { objectId: string } };
      };
      const gone = await cloud.send("DELETE", path());
      expect(gone.status).toBe(202);
      expect((await cloud.finish(gone)).body).toMatchObject({ status: "Succeeded" });
      expect((await cloud.send("GET", path())).status).toBe(404);
      const group = "/subscriptions/{sub}/resourcegroups/MC_rg_myAKSCluster_eastus?api-version=2021-04-01";
      expect((await cloud.send("GET", group)).status).toBe(404);
      expect(cloud.host.clusters.size).toBe(0);
      expect(await cloud.azure.entra.directory.get(identityProfile.kubeletidentity.objectId)).toBeUndefined();
      expect((await cloud.send("DELETE", path())).status).toBe(204);
    });
  });
});
