/** What a program with the Azure SDK for JavaScript does; writes what it saw as JSON into the file that is named. */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { ContainerServiceClient } from "@azure/arm-containerservice";
import { ResourceManagementClient } from "@azure/arm-resources";
import { ClientSecretCredential } from "@azure/identity";

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};
const authorityHost = required("AZURE_AUTHORITY_HOST");
const subscriptionId = required("AZURE_SUBSCRIPTION_ID");
const endpoint = required("ARM_ENDPOINT");
const credential = new ClientSecretCredential(
  required("AZURE_TENANT_ID"),
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
      name: "vnet",
      location: "[resourceGroup().location]",
      properties: { addressSpace: { addressPrefixes: ["[parameters('space')]"] } },
    },
  ],
  outputs: {
    space: { type: "string", value: "[reference('vnet').addressSpace.addressPrefixes[0]]" },
  },
};
const properties = { mode: "Incremental", template, parameters: { space: { value: "10.1.0.0/16" } } } as const;

async function names(pages: AsyncIterable<{ readonly name?: string | undefined }>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name } of pages) found.push(name ?? "");
  return found.toSorted();
}

async function refused(
  work: () => Promise<unknown>,
): Promise<{ readonly statusCode?: number; readonly code?: string }> {
  try {
    await work();
  } catch (error) {
    return error as { readonly statusCode?: number; readonly code?: string };
  }
  throw new Error("nothing was refused");
}

async function whatIf(): Promise<readonly unknown[]> {
  const { changes = [] } = await resources.deployments.beginWhatIfAndWait("sdk", "net", { properties }, quick);
  return changes.map(({ changeType, resourceId }) => [changeType, resourceId?.split("/").at(-1)]);
}

const shown: Record<string, unknown> = {};

const group = await resources.resourceGroups.createOrUpdate("sdk", { location: "eastus" });
shown["group"] = [group.name, group.location, group.properties?.provisioningState];

shown["whatIf"] = await whatIf();
const validated = await resources.deployments.beginValidateAndWait("sdk", "net", { properties }, quick);
shown["validated"] = validated.properties?.validatedResources?.map(({ id }) => id?.split("/").at(-1));
const deployment = await resources.deployments.beginCreateOrUpdateAndWait("sdk", "net", { properties }, quick);
const outputs = deployment.properties?.outputs as { readonly space?: { readonly value?: string } } | undefined;
shown["deployment"] = [deployment.properties?.provisioningState, outputs?.space?.value];
shown["whatIfAgain"] = await whatIf();
const invalid = await refused(() =>
  resources.deployments.beginCreateOrUpdateAndWait(
    "sdk",
    "net",
    { properties: { mode: "Incremental", template } },
    quick,
  ),
);
shown["invalid"] = invalid.code;

const cluster = await containers.managedClusters.createOrUpdate(
  "sdk",
  "cluster",
  {
    location: "eastus",
    identity: { type: "SystemAssigned" },
    dnsPrefix: "cluster",
    agentPoolProfiles: [{ name: "nodepool1", count: 2, mode: "System", vmSize: "Standard_D2s_v5" }],
    networkProfile: { networkPlugin: "none" },
  },
  quick,
);
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
shown["kubeconfig"] = text.includes("kind: Config") ? kubeconfigs[0]?.name : text;
const profile = await containers.managedClusters.getUpgradeProfile("sdk", "cluster");
shown["upgrades"] = (profile.controlPlaneProfile.upgrades ?? []).length > 0;
const missing = await refused(() => containers.managedClusters.get("sdk", "nope"));
shown["missing"] = [missing.statusCode, missing.code];
shown["resources"] = await names(resources.resources.listByResourceGroup("sdk"));

await containers.managedClusters.delete("sdk", "cluster", quick);
shown["afterDelete"] = await names(containers.managedClusters.listByResourceGroup("sdk"));
await resources.resourceGroups.beginDeleteAndWait("sdk", quick);
shown["groupExists"] = (await resources.resourceGroups.checkExistence("sdk")).body;

writeFileSync(process.argv[2] ?? "shown.json", JSON.stringify(shown));
