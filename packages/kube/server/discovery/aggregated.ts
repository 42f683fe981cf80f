import { type Discoverable, groupVersions } from "./group-versions.ts";
import type { ResourceDefinition, SubresourceDefinition } from "@byocni/kube/schema";

/** `APIGroupDiscoveryList` of the core group (`/api`) or of all others (`/apis`). */
export function aggregatedDiscovery(served: Discoverable, core: boolean, version: "v2" | "v2beta1"): object {
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groupVersions(served)
      .filter(({ group }) => (group === "") === core)
      .map(({ group, versions }) => ({
        metadata: { ...(group ? { name: group } : {}), creationTimestamp: null },
        versions: versions.map((item) => ({
          version: item.version,
          resources: item.resources.map(discoveryOf),
          freshness: "Current",
        })),
      })),
  };
}

function discoveryOf(definition: ResourceDefinition): object {
  const { plural, group, version, kind, namespaced, singular, verbs, shortNames, categories } = definition;
  const subresources = definition.subresources.map(subresourceOf);
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs,
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

function subresourceOf({ name, group, version, kind, verbs }: SubresourceDefinition): object {
  return { subresource: name, responseKind: { group, version, kind }, verbs };
}
