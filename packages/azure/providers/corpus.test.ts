import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { type AksCloud, createAksCloud } from "./testing/index.ts";

const shared = process.env["BYOCNI_SHARED"] ?? fileURLToPath(new URL("../../../../shared", import.meta.url));
const corpus = `${shared}/corpus`;
const read = (path: string): JsonObject => JSON.parse(readFileSync(`${corpus}/${path}`, "utf8")) as JsonObject;
const deployment = (name: string, group = "rg"): string =>
  `/subscriptions/{sub}/resourcegroups/${group}/providers/Microsoft.Resources/deployments/${name}`;
const version = "?api-version=2024-11-01";

/** Deploys a template of the corpus and gives the last answer of its operation. */
async function deploy(cloud: AksCloud, path: string, given: JsonObject = {}, name = "d") {
  const file = path.replace(/\.json$/, ".parameters.json");
  const fromFile = existsSync(`${corpus}/${file}`) ? (read(file)["parameters"] as JsonObject) : {};
  const parameters = {
    ...fromFile,
    ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, { value }])),
  };
  const body = { properties: { mode: "Incremental", template: read(path), parameters } };
  const put = await cloud.send("PUT", `${deployment(name)}${version}`, body);
  return put.status >= 400 ? put : cloud.finish(put);
}

/** The changes that a template of the corpus would make. */
async function whatIf(cloud: AksCloud, path: string) {
  const file = path.replace(/\.json$/, ".parameters.json");
  const parameters = existsSync(`${corpus}/${file}`) ? read(file)["parameters"] : {};
  const body = { properties: { mode: "Incremental", template: read(path), parameters } };
  const post = await cloud.send("POST", `${deployment("d")}/whatIf${version}`, body);
  await cloud.azure.idle();
  const { pathname, search } = new URL(post.headers["location"] ?? "");
  const { properties } = (await cloud.send("GET", `${pathname}${search}`)).body as {
    properties: { changes: { changeType: string; resourceId: string }[] };
  };
  return properties.changes;
}

const nodePools = { dnsPrefix: "dns", linuxAdminUsername: "azureuser", sshRSAPublicKey: "ssh-rsa AAAA" };

describe.skipIf(!existsSync(corpus))("templates (needs the shared corpus)", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["byocni-minimal", {}, ["managedClusters/byocni"]],
    ["byocni-nodepools-copy", {}, ["managedClusters/byocni", "virtualNetworks/vnet-pools"]],
    [
      "byocni-vnet-identity",
      {},
      [
        "managedClusters/byocni",
        "networkSecurityGroups/vnet-byo-nsg",
        "userAssignedIdentities/id-byocni",
        "virtualNetworks/vnet-byo",
      ],
    ],
    ["quickstart-aks", nodePools, ["managedClusters/"]],
    ["doc-container-linux", nodePools, ["managedClusters/aks101cluster"]],
    ["doc-dual-stack", {}, ["managedClusters/"]],
    ["doc-keda", {}, ["managedClusters/"]],
    [
      "aks-vnet-01",
      {
        vnetName: "v",
        vnetAddressPrefix: "10.0.0.0/16",
        subnet1Prefix: "10.0.0.0/24",
        subnet1Name: "a",
        subnet2Prefix: "10.0.1.0/24",
        subnet2Name: "b",
      },
      ["virtualNetworks/v"],
    ],
    ["copy-security-rules", {}, ["networkSecurityGroups/"]],
    ["what-if-before", {}, ["virtualNetworks/vnet-001"]],
  ])("%s is deployed, twice with the same outcome", async (name, given, expected) => {
    const cloud = await createAksCloud();
    const known = Object.keys((read(`arm/${name}/azuredeploy.json`)["parameters"] ?? {}) as JsonObject);
    const parameters = Object.fromEntries(Object.entries(given).filter(([key]) => known.includes(key)));
    for (const round of ["first", "second"]) {
      const ended = await deploy(cloud, `arm/${name}/azuredeploy.json`, parameters, round);
      expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    }
    const group = `/subscriptions/${testSubscription}/resourceGroups/rg`;
    const made = (await cloud.azure.repository.list({ within: group }))
      .filter(({ type }) => !type.startsWith("Microsoft.Authorization"))
      .map(({ type, name: own }) => `${type.slice(type.indexOf("/") + 1)}/${own}`);
    expect(made.toSorted()).toEqual(expected.map((path) => expect.stringContaining(path)));
  });

  it.each(["byocni-minimal", "byocni-nodepools-copy", "byocni-vnet-identity", "doc-dual-stack", "copy-security-rules"])(
    "%s: what-if shows all of it before, and no change after",
    async (name) => {
      const cloud = await createAksCloud();
      const path = `arm/${name}/azuredeploy.json`;
      const before = await whatIf(cloud, path);
      expect(new Set(before.map(({ changeType }) => changeType))).toEqual(new Set(["Create"]));
      expect((await deploy(cloud, path)).body["status"]).toBe("Succeeded");
      const after = await whatIf(cloud, path);
      // What-if leaves run-time names of role assignments open; everything else is where it was.
      expect(after.filter(({ changeType }) => changeType !== "NoChange")).toEqual([]);
      expect(after.length).toBeGreaterThanOrEqual(before.length);
    },
  );

  it("byocni-vnet-identity gives its outputs and puts the nodes into the subnet", async () => {
    const cloud = await createAksCloud();
    await deploy(cloud, "arm/byocni-vnet-identity/azuredeploy.json");
    const { body } = await cloud.send("GET", `${deployment("d")}${version}`);
    expect((body["properties"] as JsonObject)["outputs"]).toMatchObject({
      addressPrefixes: { value: ["10.224.0.0/16"] },
      subnetId: { value: expect.stringMatching(/virtualNetworks\/vnet-byo\/subnets\/nodes$/) },
    });
    expect(cloud.host.only()).toMatchObject({
      network: { plugin: "none", podCidrs: ["192.168.0.0/16"] },
      pools: [{ name: "sys", count: 3, subnetCidr: "10.224.0.0/22" }],
    });
  });

  it("byocni-nested-network makes the network in another group first", async () => {
    const cloud = await createAksCloud();
    await cloud.send("PUT", "/subscriptions/{sub}/resourcegroups/rg-network?api-version=2021-04-01", {
      location: "eastus",
    });
    const ended = await deploy(cloud, "arm/byocni-nested-network/azuredeploy.json");
    expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    expect(cloud.host.only().pools[0]?.subnetCidr).not.toBe("10.224.0.0/16");
  });

  const negative = existsSync(`${corpus}/arm/negative/expected.txt`)
    ? readFileSync(`${corpus}/arm/negative/expected.txt`, "utf8")
        .split("\n")
        .map((line) => line.split("|").map((part) => part.trim()))
        .filter(([file = "", code = ""]) => /^\S+\.json$/.test(file) && code !== "InvalidTemplate")
    : [];
  it.each(negative.map(([file = "", code = "", message = ""]) => [file, code, message] as const))(
    "negative/%s is refused with %s before anything is made",
    async (file, code, message) => {
      const cloud = await createAksCloud();
      const ended = await deploy(cloud, `arm/negative/${file}`);
      expect(ended.status).toBe(400);
      expect(ended.body["error"]).toMatchObject({
        code: "InvalidTemplateDeployment",
        details: [{ code, message: expect.stringContaining(message.replace(/\.$/, "")) }],
      });
      expect(await cloud.azure.repository.list({ within: "/" })).toEqual([]);
    },
  );
});

describe.skipIf(!existsSync(corpus))("public reports (needs the shared corpus)", () => {
  it("a later PUT without podCidr neither loses nor refuses it", async () => {
    const cloud = await createAksCloud();
    const path = cloud.cluster("c", "2026-01-01");
    const pods = async (): Promise<unknown> =>
      ((await cloud.send("GET", path)).body["properties"] as { networkProfile: JsonObject }).networkProfile["podCidr"];
    const step = (file: string): JsonObject => ({
      location: "eastus",
      ...read(`reports/pod-cidr-kept-on-update/${file}`),
    });
    await cloud.make(path, { ...step("1-create.json"), location: "eastus" });
    expect(await pods()).toBe("10.244.0.0/16");
    await cloud.make(path, { ...step("2-update.json"), location: "eastus" });
    expect(await pods()).toBe("10.244.0.0/16");
    expect((await cloud.send("GET", path)).body["tags"]).not.toEqual({});
    await cloud.make(path, { ...step("3-update.json"), location: "eastus" });
    expect(await pods()).toBe("10.99.0.0/16");
    expect((await cloud.send("PUT", path, { ...step("4-update.json"), location: "eastus" })).body).toMatchObject({
      error: {
        code: "PropertyChangeNotAllowed",
        message: "Changing property 'networkProfile.networkPlugin' is not allowed.",
      },
    });
    expect(await pods()).toBe("10.99.0.0/16");
  });

  it("deploying a VNet again keeps its subnets, or says that it cannot", async () => {
    const cloud = await createAksCloud();
    const at = "reports/vnet-redeploy-subnets";
    expect((await deploy(cloud, `${at}/new-api.json`, {}, "one")).body["status"]).toBe("Succeeded");
    expect((await deploy(cloud, `${at}/new-api.json`, {}, "two")).body["status"]).toBe("Succeeded");
    const old = await deploy(cloud, `${at}/old-api.json`, {}, "three");
    expect(JSON.stringify(old.body)).toMatch(
      /InUseSubnetCannotBeDeleted.*Subnet nodes is in use by .* and cannot be deleted\. In order to delete the subnet, delete all the resources within the subnet\. See aka\.ms\/deletesubnet\./,
    );
    expect((await cloud.send("GET", cloud.network("virtualNetworks/vnet/subnets/nodes"))).status).toBe(200);
  });
});
