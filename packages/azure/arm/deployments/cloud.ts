import type { JsonObject } from "@byocni/base/core";
import type { Store } from "@byocni/base/store";
import type { Principal } from "@byocni/azure/types";
import { scopeId, type DeploymentScope, type ScopeObjects, type TemplateCloud } from "@byocni/azure/template";
import { showGroup } from "../groups.ts";
import { isLocation, normalizeLocation } from "../locations.ts";
import { managementGroupObjects } from "../management-groups.ts";
import { showProvider } from "../routes/providers.ts";
import type { ProviderRegistry } from "../registry.ts";
import type { ResourceGroup } from "../resource.ts";
import type { Repository } from "../resources/repository.ts";
import type { GroupRecord } from "../resources/record.ts";
import type { CloudSettings } from "../settings.ts";

export interface CloudDeps {
  readonly settings: CloudSettings;
  readonly registry: ProviderRegistry;
  readonly store: Store;
  /** The stored groups, or those of an overlay while looking ahead. */
  readonly repository: Repository;
  readonly principal: Principal;
  readonly origin: string;
  /** Location of a deployment above a group: what a group that does not exist yet is taken to lie in. */
  readonly location: string | undefined;
}

const zoneNames = ["1", "2", "3"];

/** The cloud as a template sees it, which can be told of groups that the template itself makes. */
export interface DeploymentCloud extends TemplateCloud {
  learnGroup(group: ResourceGroup): void;
}

/** What a template sees of the cloud, as it is now. Groups are read once: the language asks for them synchronously. */
export async function templateCloud(deps: CloudDeps): Promise<DeploymentCloud> {
  const { settings, registry, repository, principal, origin } = deps;
  const groups = new Map<string, GroupRecord>();
  for (const group of await repository.groups(settings.subscriptionId)) groups.set(group.name.toLowerCase(), group);
  const managementGroups = await managementGroupObjects(deps.store, settings.tenantId);
  const subscription: JsonObject = {
    id: `/subscriptions/${settings.subscriptionId}`,
    subscriptionId: settings.subscriptionId,
    tenantId: settings.tenantId,
    displayName: settings.subscriptionName,
  };
  const tenant: JsonObject = { tenantId: settings.tenantId, countryCode: "US", displayName: "byocni" };

  function describeScope(scope: DeploymentScope): ScopeObjects {
    switch (scope.kind) {
      case "resourceGroup":
        return { resourceGroup: groupObject(scope), subscription, tenant };
      case "subscription":
        return { subscription, tenant };
      case "managementGroup":
        return { managementGroup: managementGroupObject(scope), tenant };
      case "tenant":
        return { tenant };
    }
  }

  function managementGroupObject(scope: Extract<DeploymentScope, { kind: "managementGroup" }>): JsonObject {
    const type = "/providers/Microsoft.Management/managementGroups";
    const known = managementGroups.get(scope.managementGroup.toLowerCase());
    if (known) return { ...known, type };
    // One that the template itself makes.
    const properties = { displayName: scope.managementGroup, tenantId: settings.tenantId };
    return { id: scopeId(scope), name: scope.managementGroup, type, properties };
  }

  function groupObject(scope: Extract<DeploymentScope, { kind: "resourceGroup" }>): JsonObject {
    const record = groups.get(scope.resourceGroup.toLowerCase());
    if (record) return { tags: {}, ...showGroup(record) };
    return {
      id: scopeId(scope),
      name: scope.resourceGroup,
      type: "Microsoft.Resources/resourceGroups",
      location: deps.location ?? "",
      tags: {},
      properties: { provisioningState: "Succeeded" },
    };
  }

  return {
    learnGroup(group) {
      groups.set(group.name.toLowerCase(), { ...group, createdAt: "" });
    },
    describeScope,
    environment: environment(origin),
    deployer: {
      objectId: principal.objectId,
      tenantId: principal.tenantId,
      ...(principal.kind === "user" ? { userPrincipalName: principal.displayName } : { userPrincipalName: "" }),
    },
    provider(namespace, resourceType) {
      const provider = registry.provider(namespace);
      if (!provider) return undefined;
      const shown = showProvider(registry, provider, `/subscriptions/${settings.subscriptionId}`);
      if (resourceType === undefined) return shown;
      const types = shown["resourceTypes"] as readonly JsonObject[];
      return types.find((type) => String(type["resourceType"]).toLowerCase() === resourceType.toLowerCase());
    },
    zones(namespace, resourceType, location) {
      const isKnown = registry.type(`${namespace}/${resourceType}`) && isLocation(normalizeLocation(location));
      return isKnown ? zoneNames : undefined;
    },
    zoneMappings(_subscriptionId, location) {
      const name = normalizeLocation(location);
      if (!isLocation(name)) return undefined;
      return zoneNames.map((zone) => ({ logicalZone: zone, physicalZone: `${name}-az${zone}` }));
    },
  };
}

/** `environment()`: the same endpoints as the metadata document. */
function environment(origin: string): JsonObject {
  return {
    name: "AksByocni",
    gallery: `${origin}/gallery`,
    graph: `${origin}/graph`,
    portal: `${origin}/portal`,
    graphAudience: `${origin}/graph`,
    activeDirectoryDataLake: origin,
    batch: `${origin}/batch`,
    media: origin,
    sqlManagement: origin,
    vmImageAliasDoc: `${origin}/aliases.json`,
    resourceManager: `${origin}/`,
    authentication: {
      loginEndpoint: `${origin}/adfs`,
      audiences: ["https://management.core.windows.net/"],
      tenant: "common",
      identityProvider: "AAD",
    },
    suffixes: {
      acrLoginServer: ".azurecr.localhost",
      azureDatalakeAnalyticsCatalogAndJob: "azuredatalakeanalytics.localhost",
      azureDatalakeStoreFileSystem: "azuredatalakestore.localhost",
      azureFrontDoorEndpointSuffix: "azurefd.localhost",
      keyvaultDns: ".vault.localhost",
      sqlServerHostname: ".database.localhost",
      storage: "core.localhost",
    },
  };
}
