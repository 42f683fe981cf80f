import type { KubeSchema } from "@byocni/kube/schema";
import type { ClusterStorage } from "../storage/cluster-storage.ts";
import { resourcePrefix } from "../storage/keys.ts";
import { fieldValueOf } from "./field-values.ts";
import type { ResourceTable } from "./resource-table.ts";
import type { ServedResource } from "./served-resource.ts";
import { conversionOf, storagePlaceOf } from "./stored-version.ts";
import { strategyOf } from "./strategies.ts";

/** By `group/version/plural`: since which minor version of Kubernetes, and what is said. */
const deprecations: Readonly<Record<string, { readonly since: number; readonly text: string }>> = {
  "/v1/componentstatuses": { since: 19, text: "v1 ComponentStatus is deprecated in v1.19+" },
  "/v1/endpoints": {
    since: 33,
    text: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  },
};

/** Puts all built-in resources into the table. */
export async function serveBuiltins(deps: {
  readonly schema: KubeSchema;
  readonly storage: ClusterStorage;
  readonly resources: ResourceTable;
  /** Minor version of Kubernetes that the server says it is. */
  readonly minor: number;
}): Promise<void> {
  const { schema, storage, resources } = deps;
  const served: ServedResource[] = [];
  for (const definition of schema.resources) {
    const place = storagePlaceOf(definition);
    const cache = await storage.cache(resourcePrefix(place.group, place.plural), fieldValueOf);
    const conversion = conversionOf(definition);
    const deprecation = deprecations[`${definition.group}/${definition.version}/${definition.plural}`];
    const strategy = strategyOf(definition.group, definition.plural);
    // The schema of a kind is built when it is first needed: most clusters use few of them.
    let made: ServedResource["schema"] | undefined;
    served.push({
      definition,
      get schema() {
        return (made ??= schema.of(definition));
      },
      cache,
      strategy,
      ...(conversion ? { conversion } : {}),
      ...(deprecation && deprecation.since <= deps.minor ? { deprecation: deprecation.text } : {}),
    });
  }
  resources.add(served);
}
