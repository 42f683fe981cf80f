import { beforeEach, describe, expect, it } from "vitest";
import { type AksCloud, azClusterBody, azPoolBody, createAksCloud, createFakeClusterHost } from "../testing/index.ts";

type Shown = Record<string, unknown> & { properties: Record<string, unknown> };

describe("operations on a cluster", () => {
  let cloud: AksCloud;
  const get = async (path: string): Promise<Shown> => (await cloud.send("GET", cloud.cluster(path))).body as Shown;
  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { properties: { kubernetesVersion: "1.34" } }));
  });

  /** What `az aks upgrade` sends: the cluster as shown, with the version in two places. */
  const upgrade = async (version: string, pools = true) => {
    const shown = await get("c");
    const [pool] = shown.properties["agentPoolProfiles"] as Record<string, unknown>[];
    const agentPoolProfiles = [pools ? { ...pool, orchestratorVersion: version } : pool];
    return cloud.send("PUT", cloud.cluster("c"), {
      ...shown,
      properties: { ...shown.properties, kubernetesVersion: version, agentPoolProfiles },
    });
  };

  it("upgrades control plane and pools by one minor version", async () => {
    const put = await upgrade("1.35.4");
    expect(put).toMatchObject({ status: 200, body: { properties: { provisioningState: "Upgrading" } } });
    await cloud.finish(put);
    expect(await get("c")).toMatchObject({
      properties: {
        currentKubernetesVersion: "1.35.4",
        agentPoolProfiles: [
          { currentOrchestratorVersion: "1.35.4", nodeImageVersion: expect.stringMatching(/^AKSUbuntu-2404/) },
        ],
      },
    });
    expect(cloud.host.only()).toMatchObject({ kubernetesVersion: "1.35.4", pools: [{ kubernetesVersion: "1.35.4" }] });
  });

  it("upgrades the control plane alone", async () => {
    await cloud.finish(await upgrade("1.35.4", false));
    expect(cloud.host.only()).toMatchObject({ kubernetesVersion: "1.35.4", pools: [{ kubernetesVersion: "1.34.4" }] });
  });

  it.each([
    ["1.36.3", "1.34.4 to 1.36.3", "[1.35.4]"],
    ["1.33.6", "1.34.4 to 1.33.6", "[1.35.4]"],
  ])("does not go to %s", async (version, step, offered) => {
    expect((await upgrade(version, false)).body).toMatchObject({
      error: {
        code: "OperationNotAllowed",
        message: `Upgrading Kubernetes version ${step} is not allowed. Available upgrades: ${offered}. Please see https://aka.ms/aks-supported-k8s-ver for version details.`,
      },
    });
  });

  it("says where it and its pools can go", async () => {
    expect(await get("c/upgradeProfiles/default")).toMatchObject({
      name: "default",
      properties: {
        controlPlaneProfile: { kubernetesVersion: "1.34.4", upgrades: [{ kubernetesVersion: "1.35.4" }] },
        agentPoolProfiles: [{ name: "nodepool1", upgrades: [{ kubernetesVersion: "1.35.4" }] }],
      },
    });
    expect(await get("c/agentPools/nodepool1/upgradeProfiles/default")).toMatchObject({
      properties: { kubernetesVersion: "1.34.4", latestNodeImageVersion: "AKSUbuntu-2204gen2containerd-202607.09.0" },
    });
    expect(await get("c/availableAgentPoolVersions")).toMatchObject({
      properties: {
        agentPoolVersions: [
          { default: true, kubernetesVersion: "1.34.4" },
          { default: false, kubernetesVersion: "1.33.6" },
        ],
      },
    });
  });

  it("renews the node image of a pool", async () => {
    const post = await cloud.send("POST", cloud.cluster("c/agentPools/nodepool1/upgradeNodeImageVersion"));
    expect(post).toMatchObject({ status: 202, headers: { location: expect.any(String) } });
    expect((await cloud.finish(post)).body).toMatchObject({ status: "Succeeded" });
    expect(cloud.host.calls).toEqual(["apply c", "apply c"]);
  });

  it("aborts what is under way, on the cluster and on a pool", async () => {
    expect((await cloud.send("POST", cloud.cluster("c/abort"))).status).toBe(409);
    cloud.host.hold();
    const add = await cloud.send(
      "PUT",
      cloud.cluster("c/agentPools/np2"),
      azPoolBody("2.74", { orchestratorVersion: "1.34.4" }),
    );
    expect((await cloud.send("POST", cloud.cluster("c/agentPools/np2/abort"))).status).toBe(204);
    expect((await cloud.finish(add)).body).toMatchObject({ status: "Canceled" });
    expect((await get("c/agentPools/np2")).properties).toMatchObject({ provisioningState: "Canceled" });
  });

  it("rotates certificates, where the cluster host can", async () => {
    const post = await cloud.send("POST", cloud.cluster("c/rotateClusterCertificates"));
    expect(post.status).toBe(202);
    expect((await get("c")).properties["provisioningState"]).toMatch(/RotatingClusterCertificates|Succeeded/);
    expect((await cloud.finish(post)).body).toMatchObject({ status: "Succeeded" });
    expect(cloud.host.calls).toContain("rotate");
    const { rotateCertificates: _rotate, removeNodes: _remove, ...lesser } = createFakeClusterHost();
    const other = await createAksCloud({ host: lesser });
    await other.make(other.cluster("c"), azClusterBody("2.74"));
    expect((await other.send("POST", other.cluster("c/rotateClusterCertificates"))).status).toBe(501);
    expect((await other.send("POST", other.cluster("c/agentPools/nodepool1/deleteMachines"), {})).status).toBe(501);
  });

  it("rotates the keys of service accounts", async () => {
    const post = await cloud.send("POST", cloud.cluster("c/rotateServiceAccountSigningKeys"));
    expect(post.status).toBe(202);
    expect((await cloud.finish(post)).body).toMatchObject({ status: "Succeeded" });
    expect(cloud.host.calls).toContain("rotate service account keys");
  });

  it("resets profiles, keeps no secret, and refuses what cannot be reset", async () => {
    const reset = (name: string, body: unknown) => cloud.send("POST", cloud.cluster(`c/reset${name}Profile`), body);
    const clientId = "11111111-2222-3333-4444-555555555555";
    await cloud.finish(await reset("ServicePrincipal", { clientId, secret: "hidden" }));
    expect((await get("c")).properties["servicePrincipalProfile"]).toEqual({ clientId });
    expect(await reset("ServicePrincipal", { clientId })).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidParameter", message: "Required parameter secret is missing (null)." } },
    });
    expect((await reset("AAD", { clientAppID: "a" })).status).toBe(400);
    const aadProfile = { managed: true, adminGroupObjectIDs: ["g"] };
    await cloud.make(cloud.cluster("d"), azClusterBody("2.74", { properties: { aadProfile } }));
    // AKS fills in the subscription's own tenant.
    expect((await get("d")).properties["aadProfile"]).toEqual({
      ...aadProfile,
      tenantID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await cloud.finish(
      await cloud.send("POST", cloud.cluster("d/resetAADProfile"), { clientAppID: "a", serverAppSecret: "x" }),
    );
    expect((await get("d")).properties["aadProfile"]).toEqual({ clientAppID: "a" });
  });

  it("deletes machines by name", async () => {
    const path = cloud.cluster("c/agentPools/nodepool1/deleteMachines");
    const { value } = (await get("c/agentPools/nodepool1/machines")) as unknown as { value: { name: string }[] };
    const name = value[1]?.name ?? "";
    const post = await cloud.send("POST", path, { machineNames: [name] });
    expect(post.status).toBe(202);
    expect((await cloud.finish(post)).body).toMatchObject({ status: "Succeeded" });
    expect(cloud.host.calls).toContain(`remove ${name}`);
    expect((await get("c/agentPools/nodepool1")).properties).toMatchObject({
      count: 2,
      provisioningState: "Succeeded",
    });
    for (const body of [{}, { machineNames: [] }, { machineNames: [7] }, { machineNames: ["no"] }])
      expect((await cloud.send("POST", path, body)).status).toBe(400);
  });

  it("lists the machines of a pool", async () => {
    const { value } = (await get("c/agentPools/nodepool1/machines")) as unknown as { value: { name: string }[] };
    expect(value.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^aks-nodepool1-\d{8}-vmss000000$/),
      expect.stringMatching(/vmss000001$/),
      expect.stringMatching(/vmss000002$/),
    ]);
    expect(await get(`c/agentPools/nodepool1/machines/${value[1]?.name}`)).toMatchObject({
      properties: {
        resourceId: expect.stringMatching(/virtualMachineScaleSets\/aks-nodepool1-\d{8}-vmss\/virtualMachines\/1$/),
        network: { ipAddresses: [{ family: "IPv4", ip: "10.224.0.5" }] },
      },
    });
    expect((await cloud.send("GET", cloud.cluster("c/agentPools/nodepool1/machines/no"))).status).toBe(404);
  });

  it("gives a kubeconfig by its access profiles", async () => {
    const path = cloud.cluster("c/accessProfiles/clusterAdmin/listCredential");
    const { body } = await cloud.send("POST", path);
    const { kubeConfig } = (body as Shown).properties as { kubeConfig: string };
    expect(Buffer.from(kubeConfig, "base64").toString()).toContain("clusterAdmin_rg_c");
    expect((await get("c/accessProfiles/clusterUser")).properties).toEqual({});
  });

  it("gives no static credential when local accounts are off", async () => {
    await cloud.make(cloud.cluster("d"), azClusterBody("2.74", { properties: { disableLocalAccounts: true } }));
    expect(await cloud.send("POST", cloud.cluster("d/listClusterAdminCredential"))).toMatchObject({
      status: 400,
      body: { error: { code: "BadRequest" } },
    });
    expect((await cloud.send("POST", cloud.cluster("d/listClusterUserCredential"))).status).toBe(200);
  });

  it("keeps maintenance windows", async () => {
    const path = cloud.cluster("c/maintenanceConfigurations/aksManagedAutoUpgradeSchedule");
    expect((await cloud.send("GET", path)).status).toBe(404);
    const window = (change: object) => ({
      properties: {
        maintenanceWindow: {
          schedule: { weekly: { intervalWeeks: 1, dayOfWeek: "Friday" } },
          durationHours: 4,
          startTime: "21:30",
          ...change,
        },
      },
    });
    expect((await cloud.send("PUT", path, window({}))).status).toBe(201);
    expect((await cloud.send("GET", path)).body).toMatchObject({
      name: "aksManagedAutoUpgradeSchedule",
      properties: { maintenanceWindow: { utcOffset: "+00:00", durationHours: 4 } },
    });
    for (const change of [{ durationHours: 3 }, { startTime: "25:00" }, { schedule: {} }, { utcOffset: "1h" }])
      expect((await cloud.send("PUT", path, window(change))).status).toBe(400);
    expect((await cloud.send("PUT", cloud.cluster("c/maintenanceConfigurations/mine"), window({}))).status).toBe(400);
    const week = { properties: { timeInWeek: [{ day: "Monday", hourSlots: [1, 2] }] } };
    expect((await cloud.send("PUT", cloud.cluster("c/maintenanceConfigurations/default"), week)).status).toBe(201);
    expect((await cloud.send("DELETE", path)).status).toBe(200);
    const list = (await get("c/maintenanceConfigurations")) as unknown as { value: { name: string }[] };
    expect(list.value.map(({ name }) => name)).toEqual(["default"]);
    await cloud.finish(await cloud.send("DELETE", cloud.cluster("c")));
  });

  it("lists where nodes have to get out to", async () => {
    const { value } = (await get("c/outboundNetworkDependenciesEndpoints")) as unknown as {
      value: { category: string; endpoints: { domainName: string }[] }[];
    };
    const domains = value.flatMap(({ endpoints }) => endpoints.map(({ domainName }) => domainName));
    expect(domains).toContain("mcr.microsoft.com");
    expect(domains).toContain("*.hcp.eastus.azmk8s.io");
  });
});

it.each([
  ["kubernetesVersions?api-version=2025-03-01", "values"],
  ["orchestrators?api-version=2019-04-01&resource-type=managedClusters", "properties"],
])("lists versions as locations/eastus/%s", async (path, member) => {
  const cloud = await createAksCloud();
  const { status, body } = await cloud.send(
    "GET",
    `/subscriptions/{sub}/providers/Microsoft.ContainerService/locations/eastus/${path}`,
  );
  expect(status).toBe(200);
  expect(JSON.stringify(body[member])).toContain("1.35.4");
  expect(JSON.stringify(body[member])).not.toContain("1.32.");
});
