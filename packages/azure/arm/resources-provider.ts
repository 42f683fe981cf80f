import type { ComputedType, ResourceProvider } from "./provider.ts";
import { templateSpecs, templateSpecVersions } from "./template-specs.ts";

/** api-versions of Resource Manager's own calls: groups, deployments, subscriptions, providers, tags. */
export const resourcesApiVersions: readonly string[] = [
  "2025-04-01",
  "2025-03-01",
  "2024-11-01",
  "2024-07-01",
  "2024-03-01",
  "2023-07-01",
  "2022-12-01",
  "2022-09-01",
  "2021-10-01",
  "2021-04-01",
  "2021-01-01",
  "2020-10-01",
  "2020-08-01",
  "2020-06-01",
  "2020-01-01",
  "2019-11-01",
  "2019-10-01",
  "2019-08-01",
  "2019-07-01",
  "2019-06-01",
  "2019-05-10",
  "2019-05-01",
  "2019-03-01",
  "2018-06-01",
  "2018-05-01",
  "2018-02-01",
  "2018-01-01",
  "2017-08-01",
  "2017-05-10",
  "2017-05-01",
  "2017-03-01",
  "2016-09-01",
  "2016-07-01",
  "2016-06-01",
  "2016-02-01",
  "2015-11-01",
  "2015-01-01",
  "2014-04-01-preview",
  "2014-04-01",
];

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
