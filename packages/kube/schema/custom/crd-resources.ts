import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "../model/apiextensions-v1.gen.ts";
import type { ResourceDefinition, SubresourceDefinition, Verb } from "../registry/resource-definition.ts";

const verbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const subresourceVerbs: readonly Verb[] = ["get", "patch", "update"];

/** One resource definition a served version of a CustomResourceDefinition, in the order of its versions. */
export function resourcesOfCrd(crd: CustomResourceDefinition): readonly ResourceDefinition[] {
  return crd.spec.versions.filter((version) => version.served).map((version) => resourceOfVersion(crd, version));
}

/** The definition of one version. Names fall back to those of the spec while the status has none accepted. */
export function resourceOfVersion(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): ResourceDefinition {
  const { group, names } = crd.spec;
  const subresources: SubresourceDefinition[] = [];
  if (version.subresources?.status !== undefined)
    subresources.push({
      name: "status",
      group,
      version: version.name,
      kind: names.kind,
      verbs: subresourceVerbs,
      connect: false,
    });
  if (version.subresources?.scale !== undefined)
    subresources.push({
      name: "scale",
      group: "autoscaling",
      version: "v1",
      kind: "Scale",
      typeName: "autoscaling/v1.Scale",
      verbs: subresourceVerbs,
      connect: false,
    });
  return {
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind || `${names.kind}List`,
    plural: names.plural,
    singular: names.singular || names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: crd.spec.scope === "Namespaced",
    verbs,
    subresources,
    selectableFields: (version.selectableFields ?? []).map((field) => field.jsonPath.replace(/^\./, "")),
  };
}
