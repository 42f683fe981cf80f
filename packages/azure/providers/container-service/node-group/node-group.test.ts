import { beforeEach, describe, expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import {
  type AksCloud,
  azClusterBody,
  azPoolBody,
  createAksCloud,
  createFakeClusterHost,
} from "../../testing/index.ts";
import { createContainerServiceProvider } from "../provider.ts";

const group = `/subscriptions/${testSubscription}/resourceGroups/MC_rg_c_eastus`;
const computeVersion = "?api-version=2024-07-01";
const networkVersion = "?api-version=2024-05-01";
type Named = { name: string };

describe("the node resource group of a cluster", () => {
  let cloud: AksCloud;
  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
  });

  const get = async (path: string) => (await cloud.send("GET", `${group}/providers/${path}`)).body;
  const scaleSets = async () =>
    (await get(`Microsoft.Compute/virtualMachineScaleSets${computeVersion}`))["value"] as (Named & {
      sku: { capacity: number };
    })[];

  it("belongs to the cluster", async () => {
    expect((await cloud.send("GET", `${group}?api-version=2021-04-01`)).body).toMatchObject({
      managedBy: expect.stringMatching(/managedClusters\/c$/i),
      location: "eastus",
    });
  });

  it("holds what AKS leaves", async () => {
    const resources = await cloud.azure.repository.list({ within: group });
    expect(resources.map(({ type, name }) => `${type}/${name}`)).toEqual([
      expect.stringMatching(/^Microsoft\.Compute\/virtualMachineScaleSets\/aks-nodepool1-\d{8}-vmss$/),
      "Microsoft.ManagedIdentity/userAssignedIdentities/c-agentpool",
      "Microsoft.Network/loadBalancers/kubernetes",
      expect.stringMatching(/^Microsoft\.Network\/networkSecurityGroups\/aks-agentpool-\d{8}-nsg$/),
      expect.stringMatching(/^Microsoft\.Network\/publicIPAddresses\/[0-9a-f]{8}-[0-9a-f]{4}-4/),
      expect.stringMatching(/^Microsoft\.Network\/virtualNetworks\/aks-vnet-\d{8}$/),
    ]);
  });

  it("agrees with what the cluster says of itself", async () => {
    const { properties } = (await cloud.send("GET", cloud.cluster("c"))).body as {
      properties: {
        networkProfile: { loadBalancerProfile: { effectiveOutboundIPs: { id: string }[] } };
        identityProfile: { kubeletidentity: { resourceId: string; objectId: string } };
      };
    };
    const [address] = properties.networkProfile.loadBalancerProfile.effectiveOutboundIPs;
    expect((await cloud.send("GET", `${address?.id}${networkVersion}`)).body).toMatchObject({
      properties: { ipAddress: expect.stringMatching(/^(203\.0\.113|198\.51\.100)\./) },
    });
    const { resourceId, objectId } = properties.identityProfile.kubeletidentity;
    expect((await cloud.send("GET", `${resourceId}?api-version=2023-01-31`)).body).toMatchObject({
      properties: { principalId: objectId },
    });
  });

  it("has one scale set a pool, with its machines", async () => {
    await cloud.make(cloud.cluster("c/agentPools/np2"), azPoolBody("2.74"));
    expect((await scaleSets()).map(({ sku }) => sku.capacity)).toEqual([3, 1]);
    const [first] = await scaleSets();
    const machines = (
      await get(`Microsoft.Compute/virtualMachineScaleSets/${first?.name}/virtualMachines${computeVersion}`)
    )["value"] as { instanceId: string; properties: { osProfile: { computerName: string } } }[];
    expect(machines.map(({ instanceId }) => instanceId)).toEqual(["0", "1", "2"]);
    expect(machines[2]?.properties.osProfile.computerName).toBe(`${first?.name}000002`);
    await cloud.finish(await cloud.send("DELETE", cloud.cluster("c/agentPools/np2")));
    expect((await scaleSets()).length).toBe(1);
  });

  it("shows how the scale set and its machines are", async () => {
    const [first] = await scaleSets();
    const at = `Microsoft.Compute/virtualMachineScaleSets/${first?.name}`;
    expect(await get(`${at}/instanceView${computeVersion}`)).toMatchObject({
      virtualMachine: { statusesSummary: [{ code: "ProvisioningState/succeeded", count: 3 }] },
    });
    expect(await get(`${at}/virtualMachines/2/instanceView${computeVersion}`)).toMatchObject({
      computerName: `${first?.name}000002`,
      statuses: [{ code: "ProvisioningState/succeeded" }, { code: "PowerState/running" }],
    });
    expect(await get(`${at}/virtualMachines/2${computeVersion}`)).toMatchObject({ instanceId: "2" });
    expect(await get(`${at}/virtualMachines/9${computeVersion}`)).toMatchObject({
      error: { code: "ResourceNotFound" },
    });
  });

  it("has no machines while the cluster is stopped", async () => {
    await cloud.finish(await cloud.send("POST", cloud.cluster("c/stop")));
    expect((await scaleSets()).map(({ sku }) => sku.capacity)).toEqual([0]);
    await cloud.finish(await cloud.send("POST", cloud.cluster("c/start")));
    expect((await scaleSets()).map(({ sku }) => sku.capacity)).toEqual([3]);
  });

  it("lets a script run on a machine, as az vmss run-command does", async () => {
    const [first] = await scaleSets();
    const path = `${group}/providers/Microsoft.Compute/virtualMachineScaleSets/${first?.name}/virtualMachines`;
    const run = (id: string, body: unknown) => cloud.send("POST", `${path}/${id}/runCommand${computeVersion}`, body);
    expect(await run("1", { commandId: "RunShellScript", script: ["ls", "ls /etc/cni/net.d"] })).toMatchObject({
      status: 200,
      body: {
        value: [{ code: "ProvisioningState/succeeded", message: expect.stringContaining(`${first?.name}000001`) }],
      },
    });
    expect(cloud.host.scripts).toEqual([{ node: `${first?.name}000001`, script: "ls\nls /etc/cni/net.d" }]);
    await run("1", { commandId: "RunShellScript", script: ["echo $x"], parameters: [{ name: "x", value: "it's" }] });
    expect(cloud.host.scripts[1]?.script).toBe("x='it'\\''s'\necho $x");
    expect((await run("7", { commandId: "RunShellScript", script: ["ls"] })).status).toBe(409);
    expect((await run("1", { commandId: "RunPowerShellScript", script: ["ls"] })).status).toBe(501);
    expect((await run("1", {})).status).toBe(400);
  });

  it.each([
    ["Microsoft.Compute/virtualMachineScaleSets", computeVersion],
    ["Microsoft.Network/loadBalancers", networkVersion],
    ["Microsoft.Network/networkSecurityGroups", networkVersion],
    ["Microsoft.Network/publicIPAddresses", networkVersion],
    ["Microsoft.Network/virtualNetworks", networkVersion],
    ["Microsoft.ManagedIdentity/userAssignedIdentities", "?api-version=2023-01-31"],
  ])("guards its %s as long as the cluster lives", async (type, version) => {
    const [one] = (await get(`${type}${version}`))["value"] as Named[];
    const path = `${group}/providers/${type}/${one?.name}${version}`;
    const denied = {
      status: 403,
      body: {
        error: { code: "DenyAssignmentAuthorizationFailed", message: expect.stringContaining("deny assignment") },
      },
    };
    expect(await cloud.send("DELETE", path)).toMatchObject(denied);
    expect(await cloud.send("PUT", path, { location: "eastus", properties: {} })).toMatchObject(denied);
    expect((await cloud.send("GET", path)).status).toBe(200);
  });

  it("guards the subnet and takes public IPs of the user's own", async () => {
    const [vnet] = (await get(`Microsoft.Network/virtualNetworks${networkVersion}`))["value"] as Named[];
    const subnet = `${group}/providers/Microsoft.Network/virtualNetworks/${vnet?.name}/subnets/aks-subnet${networkVersion}`;
    expect((await cloud.send("DELETE", subnet)).status).toBe(403);
    const own = `${group}/providers/Microsoft.Network/publicIPAddresses/mine${networkVersion}`;
    await cloud.make(own, {
      location: "eastus",
      sku: { name: "Standard" },
      properties: { publicIPAllocationMethod: "Static" },
    });
    expect((await cloud.send("DELETE", own)).status).toBe(202);
  });

  it("goes with the cluster", async () => {
    await cloud.finish(await cloud.send("DELETE", cloud.cluster("c")));
    expect(await cloud.azure.repository.list({ within: group })).toEqual([]);
    expect((await cloud.send("GET", `${group}?api-version=2021-04-01`)).status).toBe(404);
  });
});

it("keeps a subnet of the user's while machines are in it", async () => {
  const cloud = await createAksCloud();
  const vnet = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v`;
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location: "eastus",
    properties: {
      addressSpace: { addressPrefixes: ["10.240.0.0/16"] },
      subnets: [{ name: "nodes", properties: { addressPrefix: "10.240.0.0/24" } }],
    },
  });
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { pool: { vnetSubnetID: `${vnet}/subnets/nodes` } }));
  expect(cloud.host.only().pools[0]?.subnetCidr).toBe("10.240.0.0/24");
  expect((await cloud.send("DELETE", cloud.network("virtualNetworks/v/subnets/nodes"))).body).toMatchObject({
    error: {
      code: "InUseSubnetCannotBeDeleted",
      message: expect.stringMatching(
        /^Subnet nodes is in use by \S+\/virtualMachineScaleSets\/aks-nodepool1-\d{8}-vmss\/virtualMachines\/0\/networkInterfaces\/aks-nodepool1-\d{8}-vmss\/ipConfigurations\/ipconfig1 and cannot be deleted\./,
      ),
    },
  });
  // Before 2023-11-01 a virtual network without `subnets` means one without subnets.
  const old = await cloud.send("PUT", cloud.network("virtualNetworks/v", "2023-02-01"), {
    location: "eastus",
    properties: { addressSpace: { addressPrefixes: ["10.240.0.0/16"] } },
  });
  expect(old.body).toMatchObject({ error: { code: "InUseSubnetCannotBeDeleted" } });
  await cloud.finish(await cloud.send("DELETE", cloud.cluster("c")));
  expect((await cloud.send("DELETE", cloud.network("virtualNetworks/v/subnets/nodes"))).status).toBe(202);
});

describe("a cluster with an identity of the user's on a subnet of the user's", () => {
  const make = async () => {
    const cloud = await createAksCloud();
    const at = `/subscriptions/${testSubscription}/resourceGroups/rg/providers`;
    await cloud.make(cloud.network("virtualNetworks/v"), {
      location: "eastus",
      properties: {
        addressSpace: { addressPrefixes: ["10.240.0.0/16"] },
        subnets: [{ name: "nodes", properties: { addressPrefix: "10.240.0.0/24" } }],
      },
    });
    const identity = `${at}/Microsoft.ManagedIdentity/userAssignedIdentities/id1`;
    const { properties } = (await cloud.send("PUT", `${identity}?api-version=2023-01-31`, { location: "eastus" }))
      .body as {
      properties: { principalId: string; clientId: string };
    };
    const subnet = `${at}/Microsoft.Network/virtualNetworks/v/subnets/nodes`;
    const body = {
      ...azClusterBody("2.74", { pool: { vnetSubnetID: subnet } }),
      identity: { type: "UserAssigned", userAssignedIdentities: { [identity]: {} } },
    };
    const assign = (roleDefinitionId: string) =>
      cloud.send(
        "PUT",
        `${subnet}/providers/Microsoft.Authorization/roleAssignments/00000000-0000-0000-0000-0000000000aa?api-version=2022-04-01`,
        { properties: { roleDefinitionId, principalId: properties.principalId, principalType: "ServicePrincipal" } },
      );
    return { cloud, body, subnet, identity: properties, assign };
  };

  it("fails without a role there, in Azure's words", async () => {
    const { cloud, body, subnet, identity } = await make();
    const put = await cloud.send("PUT", cloud.cluster("c"), body);
    expect(put.status).toBe(201);
    expect(JSON.stringify([put.headers, put.body])).toContain("subnet-permissions");
    expect((await cloud.finish(put)).body).toMatchObject({
      status: "Failed",
      error: {
        code: "LinkedAuthorizationFailed",
        message: expect.stringContaining(
          `The client '${identity.clientId}' with object id '${identity.principalId}' has permission to perform action 'Microsoft.Compute/virtualMachineScaleSets/write'`,
        ),
      },
    });
    expect(JSON.stringify((await cloud.send("GET", cloud.cluster("c"))).body)).toContain(
      '"provisioningState":"Failed"',
    );
    expect(cloud.host.calls).toEqual([]);
    expect(subnet).toContain("nodes");
  });

  it("works with Network Contributor, also after it failed", async () => {
    const { cloud, body, assign } = await make();
    await cloud.finish(await cloud.send("PUT", cloud.cluster("c"), body));
    expect((await assign("4d97b98b-1d4f-4787-a291-c67834d212e7")).status).toBe(201);
    const again = await cloud.send("PUT", cloud.cluster("c"), body);
    expect(JSON.stringify([again.headers, again.body])).not.toContain("subnet-permissions");
    expect((await cloud.finish(again)).body).toMatchObject({ status: "Succeeded" });
    expect(cloud.host.only().name).toBe("c");
  });

  it("works with a role of the two permissions", async () => {
    const { cloud, body, assign } = await make();
    const role = "00000000-0000-0000-0000-0000000000bb";
    const definition = `/subscriptions/${testSubscription}/providers/Microsoft.Authorization/roleDefinitions/${role}`;
    await cloud.send("PUT", `${definition}?api-version=2022-04-01`, {
      properties: {
        roleName: "join subnets",
        type: "CustomRole",
        permissions: [
          {
            actions: [
              "Microsoft.Network/virtualNetworks/subnets/join/action",
              "Microsoft.Network/virtualNetworks/subnets/read",
            ],
            notActions: [],
          },
        ],
        assignableScopes: [`/subscriptions/${testSubscription}`],
      },
    });
    expect((await assign(definition)).status).toBe(201);
    expect((await cloud.finish(await cloud.send("PUT", cloud.cluster("c"), body))).body).toMatchObject({
      status: "Succeeded",
    });
  });
});

it("is only a group in a cloud without the other providers", async () => {
  const host = createFakeClusterHost();
  const cloud = await createAksCloud({ host, providers: [createContainerServiceProvider(host)] });
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
  expect(await cloud.azure.repository.list({ within: group })).toEqual([]);
  expect((await cloud.send("GET", `${group}?api-version=2021-04-01`)).status).toBe(200);
});

it("never takes a group of the user's for the node resource group", async () => {
  const cloud = await createAksCloud();
  await cloud.send("PUT", "/subscriptions/{sub}/resourcegroups/mine?api-version=2021-04-01", { location: "eastus" });
  const body = azClusterBody("2.74", { properties: { nodeResourceGroup: "mine" } });
  expect((await cloud.send("PUT", cloud.cluster("c"), body)).body).toMatchObject({
    error: { code: "InvalidParameter", target: "nodeResourceGroup" },
  });
});

it("takes the way out away when the outbound type changes", async () => {
  const cloud = await createAksCloud();
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { network: { outboundType: "managedNATGateway" } }));
  const types = (await cloud.azure.repository.list({ within: group })).map(({ type }) => type);
  expect(types).not.toContain("Microsoft.Network/loadBalancers");
  expect(types).not.toContain("Microsoft.Network/publicIPAddresses");
});

describe("a kubelet identity of the user's", () => {
  const at = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities`;
  const make = async () => {
    const cloud = await createAksCloud();
    const identities: Record<string, { principalId: string; clientId: string }> = {};
    for (const name of ["cluster", "kubelet"])
      identities[name] = (await cloud.send("PUT", `${at}/${name}?api-version=2023-01-31`, { location: "eastus" })).body[
        "properties"
      ] as { principalId: string; clientId: string };
    const body = {
      ...azClusterBody("2.74", {
        properties: { identityProfile: { kubeletidentity: { resourceId: `${at}/kubelet` } } },
      }),
      identity: { type: "UserAssigned", userAssignedIdentities: { [`${at}/cluster`]: {} } },
    };
    return { cloud, body, identities };
  };

  it("needs to be assigned by the cluster's own", async () => {
    const { cloud, body, identities } = await make();
    const put = () => cloud.send("PUT", cloud.cluster("c"), body);
    expect((await put()).body).toMatchObject({ error: { code: "CustomKubeletIdentityMissingPermissionError" } });
    await cloud.send(
      "PUT",
      `${at}/kubelet/providers/Microsoft.Authorization/roleAssignments/00000000-0000-0000-0000-0000000000cc?api-version=2022-04-01`,
      {
        properties: {
          roleDefinitionId: "f1a07417-d97a-45cb-824c-7a7467783830",
          principalId: identities["cluster"]?.principalId,
          principalType: "ServicePrincipal",
        },
      },
    );
    expect((await cloud.finish(await put())).body).toMatchObject({ status: "Succeeded" });
    const { properties } = (await cloud.send("GET", cloud.cluster("c"))).body as {
      properties: { identityProfile: { kubeletidentity: unknown } };
    };
    expect(properties.identityProfile.kubeletidentity).toEqual({
      resourceId: `${at.replace("resourceGroups", "resourcegroups")}/kubelet`,
      clientId: identities["kubelet"]?.clientId,
      objectId: identities["kubelet"]?.principalId,
    });
    await cloud.finish(await cloud.send("DELETE", cloud.cluster("c")));
    expect(await cloud.azure.entra.directory.get(identities["kubelet"]?.principalId ?? "")).toBeDefined();
  });

  it("needs a cluster with one too", async () => {
    const { cloud, body } = await make();
    expect(
      (await cloud.send("PUT", cloud.cluster("c"), { ...body, identity: { type: "SystemAssigned" } })).body,
    ).toMatchObject({ error: { code: "CustomKubeletIdentityOnlySupportedOnUserAssignedMSICluster" } });
  });
});
