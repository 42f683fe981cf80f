import type { JsonObject } from "@byocni/base/core";
import { type DeploymentScope, type ScopeObjects, type TemplateCloud, scopeId } from "@byocni/azure/template";

/** `environment()` of the public cloud (Azure documentation, template functions for deployments). */
const publicCloud: JsonObject = {
  name: "AzureCloud",
  gallery: "https://gallery.azure.com/",
  graph: "https://graph.windows.net/",
  portal: "https://portal.azure.com",
  graphAudience: "https://graph.windows.net/",
  activeDirectoryDataLake: "https://datalake.azure.net/",
  batch: "https://batch.core.windows.net/",
  media: "https://rest.media.azure.net",
  sqlManagement: "https://management.core.windows.net:8443/",
  vmImageAliasDoc:
    "https://raw.githubusercontent.com/Azure/azure-rest-api-specs/master/arm-compute/quickstart-templates/aliases.json",
  resourceManager: "https://management.azure.com/",
  authentication: {
    loginEndpoint: "https://login.microsoftonline.com/",
    audiences: ["https://management.core.windows.net/", "https://management.azure.com/"],
    tenant: "common",
    identityProvider: "AAD",
  },
  suffixes: {
    acrLoginServer: ".azurecr.io",
    azureDatalakeAnalyticsCatalogAndJob: "azuredatalakeanalytics.net",
    azureDatalakeStoreFileSystem: "azuredatalakestore.net",
    azureFrontDoorEndpointSuffix: "azurefd.net",
    keyvaultDns: ".vault.azure.net",
    sqlServerHostname: ".database.windows.net",
    storage: "core.windows.net",
  },
};

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
    environment: publicCloud,
    deployer: { objectId: tenantId, tenantId, userPrincipalName: "" },
    zones: () => ["1", "2", "3"],
  };
}
