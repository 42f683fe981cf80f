/** What a program with the Azure SDK for JavaScript does; prints what it saw as JSON. */
import { createRequire } from "node:module";
import process from "node:process";
import { ContainerServiceClient } from "@azure/arm-containerservice";
import { ResourceManagementClient } from "@azure/arm-resources";
import { ClientSecretCredential, DefaultAzureCredential } from "@azure/identity";

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};
const authorityHost = required("AZURE_AUTHORITY_HOST");
const subscriptionId = required("AZURE_SUBSCRIPTION_ID");
const endpoint = required("ARM_ENDPOINT");
const credential = new ClientSecretCredential(
  required("ARM_TENANT_ID"),
  required("AZURE_CLIENT_ID"),
  required("AZURE_CLIENT_SECRET"),
  { authorityHost, disableInstanceDiscovery: true },
);
const resources = new ResourceManagementClient(credential, subscriptionId, { endpoint });
const containers = new ContainerServiceClient(credential, subscriptionId, { endpoint });
const quick = { updateIntervalInMs: 100 };

const template = {
  $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  contentVersion: "1.0.0.0",
  parameters: { space: { type: "string" } },
  resources: [
    {
      type: "Microsoft.Network/virtualNetworks",
      apiVersion: "2024-05-01",
      name: "deployed",
      location: "[resourceGroup().location]",
      properties: { addressSpace: { addressPrefixes: ["[parameters('space')]"] } },
    },
  ],
  outputs: {
    space: { type: "string", value: "[reference('deployed').addressSpace.addressPrefixes[0]]" },
  },
};
const properties = { mode: "Incremental", template, parameters: { space: { value: "10.2.0.0/16" } } } as const;

async function names(pages: AsyncIterable<{ readonly name?: string | undefined }>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name } of pages) found.push(name ?? "");
  return found.toSorted();
}

async function refused(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await work();
  } catch (error) {
    const { statusCode, code } = error as { readonly statusCode?: number; readonly code?: string };
    return [statusCode, code];
  }
  throw new Error("nothing was refused");
}

async function whatIf(): Promise<readonly unknown[]> {
  const { changes = [] } = await resources.deployments.beginWhatIfAndWait("sdk", "net", { properties }, quick);
  return changes.filter(({ resourceId }) => resourceId?.endsWith("/deployed")).map(({ changeType }) => changeType);
}

const shown: Record<string, unknown> = {};

const group = await resources.resourceGroups.createOrUpdate("sdk", { location: "eastus" });
shown["group"] = [group.name, group.location, group.properties?.provisioningState];

const environment = new DefaultAzureCredential();
const others = new ResourceManagementClient(environment, subscriptionId, { endpoint });
shown["environment"] = (await others.resourceGroups.checkExistence("sdk")).body;

shown["whatIf"] = await whatIf();
const validated = await resources.deployments.beginValidateAndWait("sdk", "net", { properties }, quick);
shown["validated"] = validated.properties?.validatedResources?.length;
const deployment = await resources.deployments.beginCreateOrUpdateAndWait("sdk", "net", { properties }, quick);
const outputs = deployment.properties?.outputs as { readonly space?: { readonly value?: string } } | undefined;
shown["deployment"] = [deployment.properties?.provisioningState, outputs?.space?.value];
shown["whatIfAgain"] = await whatIf();
shown["invalid"] = await refused(() =>
  resources.deployments.beginCreateOrUpdateAndWait(
    "sdk",
    "net",
    { properties: { mode: "Incremental", template } },
    quick,
  ),
);

const body = (vmSize: string) => ({
  location: "eastus",
  identity: { type: "SystemAssigned" },
  dnsPrefix: "cluster",
  agentPoolProfiles: [{ name: "nodepool1", count: 2, mode: "System", vmSize }],
  networkProfile: { networkPlugin: "none" },
});
const started = performance.now();
const cluster = await containers.managedClusters.createOrUpdate("sdk", "cluster", body("Standard_D2s_v5"), quick);
shown["quick"] = performance.now() - started < 20_000;
shown["cluster"] = [
  cluster.provisioningState,
  cluster.networkProfile?.networkPlugin,
  cluster.agentPoolProfiles?.[0]?.count,
];
shown["clusters"] = await names(containers.managedClusters.list());
const pool = await containers.agentPools.createOrUpdate("sdk", "cluster", "work", { count: 1, mode: "User" }, quick);
shown["pool"] = [pool.mode, pool.provisioningState];
shown["pools"] = await names(containers.agentPools.list("sdk", "cluster"));
const { kubeconfigs = [] } = await containers.managedClusters.listClusterUserCredentials("sdk", "cluster");
const text = Buffer.from(kubeconfigs[0]?.value ?? "").toString("utf8");
shown["kubeconfig"] = [kubeconfigs[0]?.name, text.includes("kind: Config")];
let machines = 0;
for await (const _machine of containers.machines.list("sdk", "cluster", "nodepool1")) machines++;
shown["machines"] = machines;
const profile = await containers.managedClusters.getUpgradeProfile("sdk", "cluster");
shown["upgrades"] = (profile.controlPlaneProfile.upgrades ?? []).length > 0;
const again = { ...cluster, tags: { env: "test" } };
shown["readBack"] = (await containers.managedClusters.createOrUpdate("sdk", "cluster", again, quick)).tags?.["env"];
await containers.managedClusters.stop("sdk", "cluster", quick);
await containers.managedClusters.start("sdk", "cluster", quick);
shown["power"] = (await containers.managedClusters.get("sdk", "cluster")).powerState?.code;
shown["missing"] = await refused(() => containers.managedClusters.get("sdk", "nope"));
shown["tooSmall"] = await refused(() =>
  containers.managedClusters.createOrUpdate("sdk", "tiny", body("Standard_B1s"), quick),
);

await containers.managedClusters.delete("sdk", "cluster", quick);
shown["afterDelete"] = await names(containers.managedClusters.listByResourceGroup("sdk"));
await resources.resourceGroups.beginDeleteAndWait("sdk", quick);
shown["groupExists"] = (await resources.resourceGroups.checkExistence("sdk")).body;

const require = createRequire(import.meta.url);
const version = (name: string): string => {
  const manifest = require.resolve(`${name}/package.json`);
  return `${name} ${(require(manifest) as { readonly version: string }).version}`;
};
shown["versions"] = ["@azure/arm-containerservice", "@azure/arm-resources", "@azure/identity"].map(version);
process.stdout.write(`${JSON.stringify(shown)}\n`);
