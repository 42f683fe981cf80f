import type { JsonObject } from "@byocni/base/core";
import { type DeploymentScope, type ScopeObjects, type TemplateCloud, scopeId } from "@byocni/azure/template";

export interface OfflineSettings {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly location: string;
}

/** What a template sees of a cloud that is not there: every group exists, in one region. */
export function createOfflineCloud({ subscriptionId, tenantId, location }: OfflineSettings): TemplateCloud {
  const subscription: JsonObject = {
    id: `/subscriptions/${subscriptionId}`,
    subscriptionId,
    tenantId,
    displayName: "byocni",
  };
  const tenant: JsonObject = { tenantId, countryCode: "US", displayName: "byocni" };
  const objects = (scope: DeploymentScope): ScopeObjects => {
    switch (scope.kind) {
      case "resourceGroup":
        return {
          resourceGroup: {
            id: scopeId(scope),
            name: scope.resourceGroup,
            type: "Microsoft.Resources/resourceGroups",
            location,
            tags: {},
            properties: { provisioningState: "Succeeded" },
          },
          subscription,
          tenant,
        };
      case "subscription":
        return { subscription, tenant };
      case "managementGroup":
        return {
          managementGroup: {
            id: scopeId(scope),
            name: scope.managementGroup,
            type: "Microsoft.Management/managementGroups",
            properties: { displayName: scope.managementGroup, tenantId },
          },
          tenant,
        };
      case "tenant":
        return { tenant };
    }
  };
  return {
    describeScope: objects,
    deployer: { objectId: tenantId, tenantId, userPrincipalName: "" },
    zones: () => ["1", "2", "3"],
  };
}
