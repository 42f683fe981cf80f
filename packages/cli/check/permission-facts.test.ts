import { createSourceText } from "@byocni/base/lang";
import { readTemplateText } from "@byocni/azure/template";
import { describe, expect, it } from "vitest";
import { checkFile } from "./check-file.ts";

const userIdentity = {
  type: "Microsoft.ManagedIdentity/userAssignedIdentities",
  apiVersion: "2023-01-31",
  name: "id",
  location: "eastus",
};
const net = {
  type: "Microsoft.Network/virtualNetworks",
  apiVersion: "2025-01-01",
  name: "net",
  location: "eastus",
  properties: {
    addressSpace: { addressPrefixes: ["10.8.0.0/16"] },
    subnets: [{ name: "nodes", properties: { addressPrefix: "10.8.0.0/22" } }],
  },
};
const identityId = "resourceId('Microsoft.ManagedIdentity/userAssignedIdentities', 'id')";
const user = { type: "UserAssigned", userAssignedIdentities: { [`[${identityId}]`]: {} } };
const system = { type: "SystemAssigned" };

const ours = `[reference(${identityId}, '2023-01-31').principalId]`;
const networkContributor = "4d97b98b-1d4f-4787-a291-c67834d212e7";
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";

function assignment(principalId: string, role: string, scope?: string): object {
  return {
    type: "Microsoft.Authorization/roleAssignments",
    apiVersion: "2022-04-01",
    name: "11111111-2222-4333-8444-555555555555",
    ...(scope === undefined ? {} : { scope }),
    properties: {
      principalId,
      roleDefinitionId: `[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '${role}')]`,
    },
  };
}

function complaints(identity: object, ...resources: readonly object[]): readonly string[] {
  const text = JSON.stringify({
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    parameters: { principal: { type: "string" } },
    resources: [
      net,
      ...resources,
      {
        type: "Microsoft.ContainerService/managedClusters",
        apiVersion: "2026-05-01",
        name: "c",
        location: "eastus",
        identity,
        properties: {
          dnsPrefix: "c",
          agentPoolProfiles: [
            {
              name: "np",
              mode: "System",
              count: 3,
              vmSize: "Standard_D4ds_v5",
              vnetSubnetID: "[resourceId('Microsoft.Network/virtualNetworks/subnets', 'net', 'nodes')]",
            },
          ],
          networkProfile: { networkPlugin: "none", podCidr: "10.244.0.0/16" },
        },
      },
    ],
  });
  const file = {
    path: "t.json",
    text,
    ...readTemplateText(text),
    source: createSourceText("t.json", text),
    diagnostics: [],
  };
  const report = checkFile(file, {
    resourceGroup: "g",
    managementGroup: "m",
    location: "eastus",
    subscriptionId: "00000000-0000-0000-0000-000000000001",
    tenantId: "00000000-0000-0000-0000-000000000002",
    parameters: {},
    now: 0,
    strictness: "article",
    except: new Set(),
  });
  expect(report.findings.filter(({ rule }) => rule === "InvalidTemplate")).toEqual([]);
  return report.findings
    .filter(({ rule }) => rule === "subnet-permissions")
    .map(({ severity, message }) => `${severity}: ${message}`);
}

const lacking = [
  "warning: No role assignment of the template gives the cluster's identity Microsoft.Network/virtualNetworks/subnets/join/action and Microsoft.Network/virtualNetworks/subnets/read on the subnet nodes of pool np.",
];
const subnetScope = "[resourceId('Microsoft.Network/virtualNetworks/subnets', 'net', 'nodes')]";

describe("what a template lets its cluster's identity do on the node subnet", () => {
  it.each<[name: string, identity: object, resources: readonly object[], expected: readonly string[]]>([
    ["an identity of the template without a role", user, [userIdentity], lacking],
    ["the same with a role that is too small", user, [userIdentity, assignment(ours, reader, subnetScope)], lacking],
    [
      "the same with the role elsewhere",
      user,
      [userIdentity, assignment(ours, networkContributor, "[resourceId('Microsoft.Network/natGateways', 'g')]")],
      lacking,
    ],
    ["the role on the subnet", user, [userIdentity, assignment(ours, networkContributor, subnetScope)], []],
    [
      "the role on the virtual network, by name",
      user,
      [
        userIdentity,
        assignment("[reference('id').principalId]", networkContributor, "Microsoft.Network/virtualNetworks/net"),
      ],
      [],
    ],
    ["the role on the group", user, [userIdentity, assignment(ours, networkContributor)], []],
    ["a role that is not known", user, [userIdentity, assignment(ours, "00000000-0000-4000-8000-000000000001")], []],
    [
      "a principal that is not known",
      user,
      [userIdentity, assignment("[parameters('principal')]", networkContributor)],
      [],
    ],
    [
      "somebody else's role",
      user,
      [
        userIdentity,
        { ...userIdentity, name: "other" },
        assignment("[reference('other').principalId]", networkContributor),
      ],
      lacking,
    ],
    ["an identity that is there already", user, [], []],
    ["AKS's own identity", system, [], lacking],
    [
      "AKS's own identity with a role afterwards",
      system,
      [
        assignment(
          "[reference(resourceId('Microsoft.ContainerService/managedClusters', 'c'), '2026-05-01', 'Full').identity.principalId]",
          networkContributor,
        ),
      ],
      [],
    ],
  ])("%s", (_name, identity, resources, expected) => {
    expect(complaints(identity, ...resources)).toEqual(expected);
  });
});
