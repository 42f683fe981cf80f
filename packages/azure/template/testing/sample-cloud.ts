import type { JsonObject } from "@byocni/base/core";
import type { PrepareOptions, ScopeObjects, TemplateCloud } from "../plan/options.ts";
import type { DeploymentScope } from "../plan/scope.ts";
import { scopeId } from "../plan/scope.ts";

/** The subscription of zeros in which sample templates are deployed. */
export const sampleSubscription = "00000000-0000-0000-0000-000000000000";

/** Where sample templates are deployed unless a test says otherwise: group `rg-byocni` in westeurope. */
export const sampleScope: DeploymentScope = {
  kind: "resourceGroup",
  subscriptionId: sampleSubscription,
  resourceGroup: "rg-byocni",
};

function describeScope(scope: DeploymentScope): ScopeObjects {
  const subscriptionId = "subscriptionId" in scope ? scope.subscriptionId : undefined;
  const subscription: JsonObject | undefined =
    subscriptionId === undefined
      ? undefined
      : {
          id: `/subscriptions/${subscriptionId}`,
          subscriptionId,
          tenantId: "00000000-0000-0000-0000-00000000000a",
          displayName: "Sample",
        };
  return {
    ...(scope.kind === "resourceGroup"
      ? {
          resourceGroup: {
            id: scopeId(scope),
            name: scope.resourceGroup,
            type: "Microsoft.Resources/resourceGroups",
            location: "westeurope",
            tags: {},
            properties: { provisioningState: "Succeeded" },
          },
        }
      : {}),
    ...(scope.kind === "managementGroup"
      ? {
          managementGroup: {
            id: scopeId(scope),
            name: scope.managementGroup,
            type: "Microsoft.Management/managementGroups",
          },
        }
      : {}),
    ...(subscription ? { subscription } : {}),
    tenant: { tenantId: "00000000-0000-0000-0000-00000000000a", countryCode: "NL", displayName: "Sample" },
  };
}

/** A cloud with one region of three zones. */
export const sampleCloud: TemplateCloud = {
  describeScope,
  environment: {
    name: "AzureCloud",
    resourceManager: "https://management.azure.com/",
    suffixes: { storage: "core.windows.net", keyvaultDns: ".vault.azure.net" },
  },
  deployer: { objectId: "00000000-0000-0000-0000-00000000000b", tenantId: "00000000-0000-0000-0000-00000000000a" },
  provider: (namespace, resourceType) =>
    resourceType === undefined
      ? { namespace, resourceTypes: [] }
      : { resourceType, locations: ["West Europe"], apiVersions: ["2024-01-01", "2023-01-01"] },
  zones: () => ["1", "2", "3"],
  zoneMappings: (_subscriptionId, location) =>
    ["1", "2", "3"].map((zone) => ({ logicalZone: zone, physicalZone: `${location}-az${zone}` })),
};

/** Options for a deployment named `sample` on 1 June 2024, with what the test gives on top. */
export function sampleOptions(given: Partial<PrepareOptions> = {}): PrepareOptions {
  return {
    scope: sampleScope,
    deployment: { name: "sample" },
    cloud: sampleCloud,
    now: Date.UTC(2024, 5, 1),
    newGuid: () => "11111111-2222-4333-8444-555555555555",
    ...given,
  };
}
