import { deploymentVersions } from "@byocni/azure/template";
import { parseApiVersion } from "@byocni/azure/types";
import type { ComputedType, ResourceProvider } from "./provider.ts";
import { calculateTemplateHash, checkZonePeers } from "./resources-actions.ts";
import { templateSpecs, templateSpecVersions } from "./template-specs.ts";

/**
 * api-versions of Resource Manager's own calls: groups, deployments, subscriptions, providers, tags. All of them take what
 * the service lists for deployments.
 */
export const resourcesApiVersions: readonly string[] = deploymentVersions.filter(
  (version) => parseApiVersion(version) !== undefined,
);

function own(name: string, scopes: ComputedType["scopes"]): ComputedType {
  return { kind: "computed", name, apiVersions: resourcesApiVersions, ...(scopes === undefined ? {} : { scopes }) };
}

/** `Microsoft.Resources`: what Resource Manager answers itself, listed for `az provider` and for templates. */
export const resourcesProvider: ResourceProvider = {
  namespace: "Microsoft.Resources",
  resourceTypes: [
    own("deployments", ["tenant", "managementGroup", "subscription", "resourceGroup"]),
    own("deployments/operations", ["tenant", "managementGroup", "subscription", "resourceGroup"]),
    own("deployments/operationStatuses", ["tenant", "managementGroup", "subscription", "resourceGroup"]),
    own("resourceGroups", ["subscription"]),
    own("subscriptions", ["tenant"]),
    own("tags", ["subscription", "resourceGroup", "extension"]),
    templateSpecs,
    templateSpecVersions,
  ],
  actions: [calculateTemplateHash, checkZonePeers],
  notImplemented: [
    "deploymentScripts",
    "deploymentStacks",
    "builtInTemplateSpecs",
    "builtInTemplateSpecs/versions",
    "dataBoundaries",
    "links",
    "changes",
  ],
  asyncOperations: { apiVersion: "2021-04-01", body: "status" },
};
