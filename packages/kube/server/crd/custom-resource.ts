import type { apiextensionsv1, KubeObject, KubeSchema } from "@byocni/kube/schema";
import type { Conversion, ServedResource } from "../registry/served-resource.ts";
import type { Strategy } from "../registry/strategy.ts";
import type { ResourceCache } from "../storage/resource-cache.ts";

export type Crd = apiextensionsv1.CustomResourceDefinition;

const strategy: Strategy = { countsGeneration: true, requiresResourceVersion: true };

/** The served versions of a CustomResourceDefinition as resources. */
export function customResources(schema: KubeSchema, crd: Crd, cache: ResourceCache): readonly ServedResource[] {
  const stored = crd.spec.versions.find(({ storage }) => storage)?.name ?? "";
  const terminating = crd.metadata.deletionTimestamp !== undefined;
  return schema.ofCustom(crd as KubeObject).map((versionSchema) => ({
    definition: versionSchema.definition,
    schema: versionSchema,
    cache,
    strategy,
    conversion: conversionOf(crd, versionSchema, stored),
    crd: crd as KubeObject,
    terminating,
    ...deprecationOf(crd, versionSchema.definition.version),
  }));
}

function deprecationOf({ spec }: Crd, version: string): { readonly deprecation?: string } {
  const found = spec.versions.find(({ name }) => name === version);
  if (!found?.deprecated) return {};
  return { deprecation: found.deprecationWarning ?? `${spec.group}/${version} ${spec.names.kind} is deprecated` };
}

/**
 * Strategy `None`: versions differ in their name alone. Objects are completed with the schema's defaults when they are
 * read, too, since the schema may have got them later.
 */
function conversionOf(
  crd: Crd,
  versionSchema: { readonly definition: { readonly version: string }; withDefaults(object: KubeObject): KubeObject },
  stored: string,
): Conversion {
  const { group } = crd.spec;
  const { version } = versionSchema.definition;
  const named = (object: KubeObject, name: string): KubeObject =>
    object.apiVersion === `${group}/${name}` ? object : { ...object, apiVersion: `${group}/${name}` };
  return {
    key: `${group}/${version}@${crd.metadata.uid ?? ""}/${crd.metadata.generation ?? 0}`,
    read: (object) => versionSchema.withDefaults(named(object, version)),
    write: (object) => named(object, stored),
  };
}
