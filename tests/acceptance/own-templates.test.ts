import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";
import { changesOf, codesOf, deploy, outputsOf, whatIf, type DeploymentCase } from "./support/deployment.ts";
import { everythingIn } from "./support/template-row.ts";

/** Kinds of templates that the corpus has none of, written for this. What each shows stands in its name. */
interface OwnTemplate {
  readonly template: JsonObject;
  readonly scope?: "group" | "subscription";
  readonly parameters?: Readonly<Record<string, Json>>;
  readonly groups?: readonly string[];
  readonly mode?: "Incremental" | "Complete";
  /** Ids after the subscription, that are there in the end. */
  readonly made: readonly string[];
  readonly outputs?: JsonObject;
}

const schemas = "https://schema.management.azure.com/schemas";
const group = (sections: JsonObject): JsonObject => ({
  $schema: `${schemas}/2019-04-01/deploymentTemplate.json#`,
  contentVersion: "1.0.0.0",
  resources: [],
  ...sections,
});
const subscription = (sections: JsonObject): JsonObject => ({
  ...group(sections),
  $schema: `${schemas}/2018-05-01/subscriptionDeploymentTemplate.json#`,
});
const network = "Microsoft.Network";
const vnet = (name: string, prefix: string, more: JsonObject = {}): JsonObject => ({
  type: `${network}/virtualNetworks`,
  apiVersion: "2024-05-01",
  name,
  location: "eastus",
  properties: {
    addressSpace: { addressPrefixes: [prefix] },
    subnets: [{ name: "first", properties: { addressPrefix: prefix.replace("/16", "/24") } }],
  },
  ...more,
});
const deployment = (
  name: string,
  template: JsonObject,
  more: JsonObject = {},
  properties: JsonObject = {},
): JsonObject => ({
  type: "Microsoft.Resources/deployments",
  apiVersion: "2024-03-01",
  name,
  properties: { mode: "Incremental", template, ...properties },
  ...more,
});
const inner = { expressionEvaluationOptions: { scope: "inner" } };
const rg = "resourceGroups/rg/providers";

const templates: Readonly<Record<string, OwnTemplate>> = {
  "a network that a later nested deployment updates with what it reads of itself": {
    template: group({
      resources: [
        vnet("hub", "10.0.0.0/16"),
        deployment(
          "more-subnets",
          group({
            resources: [
              vnet("hub", "10.0.0.0/16", {
                properties: {
                  addressSpace: "[reference('hub').addressSpace]",
                  subnets: [
                    {
                      name: "[reference('hub').subnets[0].name]",
                      properties: { addressPrefix: "[reference('hub').subnets[0].properties.addressPrefix]" },
                    },
                    { name: "second", properties: { addressPrefix: "10.0.1.0/24" } },
                  ],
                },
              }),
            ],
          }),
          { dependsOn: ["hub"] },
        ),
      ],
    }),
    made: [`${rg}/${network}/virtualNetworks/hub/subnets/second`],
  },
  "an inner deployment within an outer one, its expressions held back": {
    template: group({
      parameters: { name: { type: "string", defaultValue: "outermost" } },
      resources: [
        deployment(
          "outer",
          group({
            resources: [
              vnet("[parameters('name')]", "10.1.0.0/16"),
              deployment(
                "inner",
                group({
                  parameters: { name: { type: "string" } },
                  resources: [vnet("[[concat(parameters('name'), '-2')]", "10.2.0.0/16")],
                  outputs: { name: { type: "string", value: "[[parameters('name')]" } },
                }),
                { dependsOn: ["[parameters('name')]"] },
                { ...inner, parameters: { name: { value: "[concat(parameters('name'), '-inner')]" } } },
              ),
            ],
          }),
        ),
      ],
    }),
    made: [`${rg}/${network}/virtualNetworks/outermost`, `${rg}/${network}/virtualNetworks/outermost-inner-2`],
  },
  "hub and spokes in two groups, peered both ways, spokes in a loop": {
    groups: ["rg-hub"],
    template: group({
      parameters: { spokes: { type: "array", defaultValue: [{ name: "a" }, { name: "b" }] } },
      resources: [
        deployment("hub", group({ resources: [vnet("hub", "10.10.0.0/16")] }), { resourceGroup: "rg-hub" }, inner),
        {
          ...vnet("x", "10.11.0.0/16"),
          name: "[parameters('spokes')[copyIndex()].name]",
          copy: { name: "spokes", count: "[length(parameters('spokes'))]" },
          properties: {
            addressSpace: { addressPrefixes: ["[format('10.{0}.0.0/16', copyIndex(20))]"] },
            copy: [
              {
                name: "subnets",
                count: 2,
                input: {
                  name: "[format('s{0}', copyIndex('subnets'))]",
                  properties: {
                    addressPrefix:
                      "[cidrSubnet(format('10.{0}.0.0/16', copyIndex('spokes', 20)), 24, copyIndex('subnets'))]",
                  },
                },
              },
            ],
          },
        },
        {
          type: `${network}/virtualNetworks/virtualNetworkPeerings`,
          apiVersion: "2024-05-01",
          name: "[concat(parameters('spokes')[copyIndex()].name, '/to-hub')]",
          copy: { name: "toHub", count: "[length(parameters('spokes'))]", mode: "serial", batchSize: 1 },
          dependsOn: ["spokes", "hub"],
          properties: { remoteVirtualNetwork: { id: `[resourceId('rg-hub', '${network}/virtualNetworks', 'hub')]` } },
        },
        deployment(
          "[concat('from-hub-', parameters('spokes')[copyIndex()].name)]",
          group({
            parameters: { spoke: { type: "string" }, id: { type: "string" } },
            resources: [
              {
                type: `${network}/virtualNetworks/virtualNetworkPeerings`,
                apiVersion: "2024-05-01",
                name: "[concat('hub/to-', parameters('spoke'))]",
                properties: { remoteVirtualNetwork: { id: "[parameters('id')]" } },
              },
            ],
          }),
          {
            resourceGroup: "rg-hub",
            copy: { name: "fromHub", count: "[length(parameters('spokes'))]", mode: "serial", batchSize: 1 },
            dependsOn: ["toHub"],
          },
          {
            ...inner,
            parameters: {
              spoke: { value: "[parameters('spokes')[copyIndex()].name]" },
              id: { value: `[resourceId('${network}/virtualNetworks', parameters('spokes')[copyIndex()].name)]` },
            },
          },
        ),
      ],
      outputs: {
        states: {
          type: "array",
          copy: {
            count: "[length(parameters('spokes'))]",
            input: `[reference(resourceId('${network}/virtualNetworks/virtualNetworkPeerings', parameters('spokes')[copyIndex()].name, 'to-hub')).peeringState]`,
          },
        },
      },
    }),
    made: [
      `${rg}/${network}/virtualNetworks/b/subnets/s1`,
      `${rg}/${network}/virtualNetworks/b/virtualNetworkPeerings/to-hub`,
      `resourceGroups/rg-hub/providers/${network}/virtualNetworks/hub/virtualNetworkPeerings/to-a`,
    ],
  },
  "groups, a custom role, an identity and its assignment, for the whole subscription": {
    scope: "subscription",
    template: subscription({
      variables: { role: "[guid(subscription().id, 'join')]" },
      resources: [
        {
          type: "Microsoft.Resources/resourceGroups",
          apiVersion: "2024-03-01",
          name: "[format('team-{0}', copyIndex())]",
          location: "eastus",
          tags: { index: "[string(copyIndex())]" },
          copy: { name: "groups", count: 2 },
        },
        {
          type: "Microsoft.Authorization/roleDefinitions",
          apiVersion: "2022-04-01",
          name: "[variables('role')]",
          properties: {
            roleName: "Subnet joiner",
            type: "customRole",
            permissions: [
              {
                actions: [`${network}/virtualNetworks/subnets/join/action`, `${network}/virtualNetworks/subnets/read`],
              },
            ],
            assignableScopes: ["[subscription().id]"],
          },
        },
        deployment(
          "identity",
          group({
            resources: [
              {
                type: "Microsoft.ManagedIdentity/userAssignedIdentities",
                apiVersion: "2023-01-31",
                name: "cluster",
                location: "[resourceGroup().location]",
              },
            ],
            outputs: {
              principalId: { type: "string", value: "[reference('cluster').principalId]" },
            },
          }),
          { resourceGroup: "team-1", dependsOn: ["groups"] },
          inner,
        ),
        {
          type: "Microsoft.Authorization/roleAssignments",
          apiVersion: "2022-04-01",
          name: "[guid('cluster', variables('role'))]",
          dependsOn: ["[variables('role')]"],
          properties: {
            principalId: "[reference('identity').outputs.principalId.value]",
            principalType: "ServicePrincipal",
            roleDefinitionId: "[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', variables('role'))]",
          },
        },
      ],
    }),
    made: ["resourceGroups/team-1/providers/Microsoft.ManagedIdentity/userAssignedIdentities/cluster"],
  },
  "symbolic names, an existing resource, a tagged union, a loop and its references": {
    template: group({
      languageVersion: "2.0",
      definitions: {
        egress: {
          type: "object",
          discriminator: {
            propertyName: "kind",
            mapping: {
              nat: {
                type: "object",
                properties: {
                  kind: { type: "string", allowedValues: ["nat"] },
                  addresses: { type: "int", minValue: 1 },
                },
              },
              none: { type: "object", properties: { kind: { type: "string", allowedValues: ["none"] } } },
            },
          },
        },
      },
      parameters: {
        egress: { $ref: "#/definitions/egress", defaultValue: { kind: "nat", addresses: 2 } },
        note: { type: "string", nullable: true },
      },
      resources: {
        here: {
          existing: true,
          type: `${network}/virtualNetworks`,
          apiVersion: "2024-05-01",
          name: "before",
        },
        addresses: {
          type: `${network}/publicIPAddresses`,
          apiVersion: "2024-05-01",
          name: "[format('nat-{0}', copyIndex())]",
          location: "eastus",
          sku: { name: "Standard" },
          properties: { publicIPAllocationMethod: "Static" },
          copy: {
            name: "addresses",
            count: "[if(equals(parameters('egress').kind, 'nat'), parameters('egress').addresses, 0)]",
          },
        },
        gateway: {
          condition: "[equals(parameters('egress').kind, 'nat')]",
          type: `${network}/natGateways`,
          apiVersion: "2024-05-01",
          name: "nat",
          location: "eastus",
          sku: { name: "Standard" },
          tags: { note: "[coalesce(parameters('note'), 'none')]" },
          properties: {
            publicIpAddresses: `[map(range(0, length(range(0, parameters('egress').addresses))), lambda('i', createObject('id', resourceId('${network}/publicIPAddresses', format('nat-{0}', lambdaVariables('i'))))))]`,
          },
          dependsOn: ["addresses"],
        },
        subnet: {
          type: `${network}/virtualNetworks/subnets`,
          apiVersion: "2024-05-01",
          name: "[format('{0}/{1}', 'before', 'nodes')]",
          properties: {
            addressPrefix: "[cidrSubnet(reference('here').addressSpace.addressPrefixes[0], 24, 9)]",
            natGateway: { id: `[resourceId('${network}/natGateways', 'nat')]` },
          },
          dependsOn: ["gateway"],
        },
      },
      outputs: {
        prefix: { type: "string", value: "[reference('subnet').addressPrefix]" },
        ids: {
          type: "array",
          value: "[map(references('addresses', 'full'), lambda('one', lambdaVariables('one').resourceId))]",
        },
        note: { type: "string", nullable: true, value: "[parameters('note')]" },
      },
    }),
    made: [`${rg}/${network}/natGateways/nat`, `${rg}/${network}/virtualNetworks/before/subnets/nodes`],
    outputs: {
      prefix: "10.77.9.0/24",
      ids: [`${network}/publicIPAddresses/nat-0`, `${network}/publicIPAddresses/nat-1`],
      note: null,
    },
  },
  "a lock and a role on a subnet, as extensions of what the template makes": {
    template: group({
      parameters: { owner: { type: "string" } },
      resources: [
        vnet("guarded", "10.30.0.0/16"),
        {
          type: "Microsoft.Authorization/locks",
          apiVersion: "2020-05-01",
          name: "keep",
          scope: `${network}/virtualNetworks/guarded`,
          dependsOn: [`[resourceId('${network}/virtualNetworks', 'guarded')]`],
          properties: { level: "CanNotDelete" },
        },
        {
          type: `${network}/virtualNetworks/subnets/providers/roleAssignments`,
          apiVersion: "2022-04-01",
          name: "[concat('guarded/first/Microsoft.Authorization/', guid(resourceGroup().id, 'first'))]",
          dependsOn: ["guarded"],
          properties: {
            principalId: "[parameters('owner')]",
            roleDefinitionId:
              "[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4d97b98b-1d4f-4787-a291-c67834d212e7')]",
          },
        },
      ],
    }),
    parameters: { owner: "owner" },
    made: [`${rg}/${network}/virtualNetworks/guarded/providers/Microsoft.Authorization/locks/keep`],
  },
  "a bring-your-own-CNI cluster with pools in a loop and a conditional route table": {
    template: group({
      parameters: {
        firewall: { type: "bool", defaultValue: true },
        pools: {
          type: "array",
          defaultValue: [
            { name: "user1", count: 1 },
            { name: "user2", count: 2 },
          ],
        },
      },
      variables: {
        subnetId: `[resourceId('${network}/virtualNetworks/subnets', 'aks', 'nodes')]`,
        table: `[if(parameters('firewall'), createObject('id', resourceId('${network}/routeTables', 'aks')), null())]`,
      },
      resources: [
        {
          condition: "[parameters('firewall')]",
          type: `${network}/routeTables`,
          apiVersion: "2024-05-01",
          name: "aks",
          location: "eastus",
          properties: {
            routes: [
              {
                name: "out",
                properties: {
                  addressPrefix: "0.0.0.0/0",
                  nextHopType: "VirtualAppliance",
                  nextHopIpAddress: "10.60.9.4",
                },
              },
            ],
          },
        },
        {
          type: `${network}/virtualNetworks`,
          apiVersion: "2024-05-01",
          name: "aks",
          location: "eastus",
          dependsOn: ["[resourceId('Microsoft.Network/routeTables', 'aks')]"],
          properties: {
            addressSpace: { addressPrefixes: ["10.60.0.0/16"] },
            subnets: [
              { name: "nodes", properties: { addressPrefix: "10.60.0.0/22", routeTable: "[variables('table')]" } },
            ],
          },
        },
        {
          type: "Microsoft.ManagedIdentity/userAssignedIdentities",
          apiVersion: "2023-01-31",
          name: "aks",
          location: "eastus",
        },
        {
          type: "Microsoft.Authorization/roleAssignments",
          apiVersion: "2022-04-01",
          name: "[guid('aks', resourceGroup().id)]",
          properties: {
            principalId:
              "[reference(resourceId('Microsoft.ManagedIdentity/userAssignedIdentities', 'aks')).principalId]",
            roleDefinitionId:
              "[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4d97b98b-1d4f-4787-a291-c67834d212e7')]",
          },
        },
        {
          type: "Microsoft.ContainerService/managedClusters",
          apiVersion: "2025-10-01",
          name: "byocni",
          location: "eastus",
          identity: {
            type: "UserAssigned",
            userAssignedIdentities: {
              "[resourceId('Microsoft.ManagedIdentity/userAssignedIdentities', 'aks')]": {},
            },
          },
          dependsOn: ["[resourceId('Microsoft.Network/virtualNetworks', 'aks')]", "[guid('aks', resourceGroup().id)]"],
          properties: {
            dnsPrefix: "byocni",
            agentPoolProfiles: [
              {
                name: "system",
                mode: "System",
                count: 3,
                vmSize: "Standard_D4ds_v5",
                vnetSubnetID: "[variables('subnetId')]",
              },
            ],
            networkProfile: {
              networkPlugin: "none",
              podCidr: "192.168.0.0/16",
              serviceCidr: "172.20.0.0/16",
              dnsServiceIP: "172.20.0.10",
              outboundType: "[if(parameters('firewall'), 'userDefinedRouting', 'loadBalancer')]",
            },
          },
        },
        {
          type: "Microsoft.ContainerService/managedClusters/agentPools",
          apiVersion: "2025-10-01",
          name: "[format('byocni/{0}', parameters('pools')[copyIndex()].name)]",
          dependsOn: ["byocni"],
          copy: { name: "pools", count: "[length(parameters('pools'))]", mode: "serial", batchSize: 1 },
          properties: {
            mode: "User",
            count: "[parameters('pools')[copyIndex()].count]",
            vmSize: "Standard_D4ds_v5",
            vnetSubnetID: "[variables('subnetId')]",
          },
        },
      ],
      outputs: {
        plugin: { type: "string", value: "[reference('byocni').networkProfile.networkPlugin]" },
        user: {
          type: "string",
          value:
            "[listClusterUserCredential(resourceId('Microsoft.ContainerService/managedClusters', 'byocni'), '2025-10-01').kubeconfigs[0].name]",
        },
      },
    }),
    made: [`${rg}/Microsoft.ContainerService/managedClusters/byocni/agentPools/user2`],
    outputs: { plugin: "none", user: "clusterUser" },
  },
};

async function ownerOf(cloud: AksCloud): Promise<string> {
  const [, claims = ""] = (await cloud.token()).split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { oid: string }).oid;
}

describe("templates written for this", () => {
  it.each(Object.entries(templates))("%s", async (_name, own) => {
    const cloud = await createAksCloud();
    for (const name of own.groups ?? [])
      await cloud.send("PUT", `/subscriptions/{sub}/resourcegroups/${name}?api-version=2021-04-01`, {
        location: "eastus",
      });
    await cloud.make(cloud.network("virtualNetworks/before"), {
      location: "eastus",
      properties: { addressSpace: { addressPrefixes: ["10.77.0.0/16"] } },
    });
    const owner = await ownerOf(cloud);
    const given = Object.entries(own.parameters ?? {}).map(([key, value]) => [
      key,
      { value: value === "owner" ? owner : value },
    ]);
    const one: DeploymentCase = {
      name: "d",
      scope: own.scope ?? "group",
      template: JSON.stringify(own.template),
      parameters: Object.fromEntries(given) as JsonObject,
      ...(own.mode === undefined ? {} : { mode: own.mode }),
    };
    const untouched = await everythingIn(cloud);
    const foresight = await whatIf(cloud, one);
    expect(foresight.body["status"], JSON.stringify(foresight.body)).toBe("Succeeded");
    expect(await everythingIn(cloud), "what-if changes nothing").toEqual(untouched);

    const ended = await deploy(cloud, one);
    expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    expect(codesOf(ended.body)).toBe("");
    for (const id of own.made)
      expect(await cloud.azure.repository.get(`/subscriptions/${testSubscription}/${id}`), id).toBeDefined();
    if (own.outputs) expect(await outputsOf(cloud, "d")).toMatchObject(own.outputs);

    const after = await everythingIn(cloud);
    const again = changesOf(await whatIf(cloud, one)).filter(
      ({ changeType }) => !/^(NoChange|Ignore)$/.test(changeType),
    );
    expect(again).toEqual([]);
    const second = await deploy(cloud, one);
    expect(second.body["status"], JSON.stringify(second.body)).toBe("Succeeded");
    expect((await everythingIn(cloud)).length).toBe(after.length);
  });
});
