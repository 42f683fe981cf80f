import { parseFieldSelector, parseLabelSelector, statusErrors } from "@byocni/kube/schema";
import { fieldValueOf } from "../registry/field-values.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import type { ListOptions } from "../request/list-options.ts";
import type { CachedObject } from "../storage/cached-object.ts";
import type { Selection } from "../storage/selection.ts";

const everywhere: ReadonlySet<string> = new Set(["metadata.name", "metadata.namespace"]);

/**
 * What the selectors of a request choose.
 * @throws StatusError BadRequest for a selector that cannot be read or a field that cannot be selected by
 */
export function selectionOf(
  resource: ServedResource,
  namespace: string,
  name: string,
  options: Pick<ListOptions, "fieldSelector" | "labelSelector">,
): Selection {
  const { definition } = resource;
  const fields = options.fieldSelector === "" ? undefined : readFields(resource, options.fieldSelector);
  const labels = options.labelSelector === "" ? undefined : parseLabelSelector(options.labelSelector);
  const checks: ((object: CachedObject) => boolean)[] = [];
  let selected = name === "" ? undefined : name;
  let equals: Selection["equals"];
  if (fields) {
    checks.push((object) => fields.matches((field) => fieldValueOf(object, field)));
    for (const { field, operator, value } of fields.requirements) {
      if (operator !== "=") continue;
      if (field === "metadata.name") selected ??= value;
      else if (field !== "metadata.namespace") equals ??= { field, value };
    }
  }
  if (labels && !labels.empty) checks.push((object) => labels.matches(labelsOf(object)));
  const [first, second] = checks;
  return {
    ...(definition.namespaced && namespace ? { namespace } : {}),
    ...(selected === undefined ? {} : { name: selected }),
    ...(equals ? { equals } : {}),
    ...(first ? { matches: second ? (object) => first(object) && second(object) : first } : {}),
  };
}

function readFields(resource: ServedResource, text: string): ReturnType<typeof parseFieldSelector> {
  const fields = parseFieldSelector(text);
  const { selectableFields } = resource.definition;
  for (const { field } of fields.requirements) {
    if (everywhere.has(field) || selectableFields.includes(field)) continue;
    throw statusErrors.badRequest(
      selectableFields.length > 0
        ? `field label not supported: ${field}`
        : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    );
  }
  return fields;
}

function labelsOf(object: CachedObject): Readonly<Record<string, string>> {
  const metadata = object.value["metadata"] as { readonly labels?: Readonly<Record<string, string>> } | undefined;
  return metadata?.labels ?? {};
}
