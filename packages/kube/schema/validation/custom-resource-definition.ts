import { fieldErrors } from "../errors/field-error.ts";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  JSONSchemaProps,
} from "../model/apiextensions-v1.gen.ts";
import { at, keyed } from "./check.ts";
import type { Check } from "./check.ts";
import { dns1035LabelProblems, dnsSubdomainProblems } from "./names.ts";

export function checkCrd(check: Check, crd: CustomResourceDefinition): void {
  const { spec } = crd;
  if (crd.metadata.name !== `${spec.names.plural}.${spec.group}`)
    check.invalid("metadata.name", crd.metadata.name, 'must be spec.names.plural+"."+spec.group');
  if (!spec.group) check.required("spec.group");
  else {
    const problems = dnsSubdomainProblems(spec.group);
    if (problems.length > 0) check.invalid("spec.group", spec.group, problems.join(","));
    else if (!spec.group.includes("."))
      check.invalid("spec.group", spec.group, "should be a domain with at least one dot");
  }
  check.oneOf("spec.scope", spec.scope, ["Cluster", "Namespaced"]);
  const versions = spec.versions ?? [];
  for (const [index, version] of versions.entries()) {
    const path = at("spec.versions", index);
    const problems = dns1035LabelProblems(version.name);
    if (problems.length > 0) check.invalid(`${path}.name`, version.name, problems.join(","));
    const schema = version.schema?.openAPIV3Schema;
    if (!schema) check.required(`${path}.schema.openAPIV3Schema`, "schemas are required");
    else {
      if (schema.type === undefined)
        check.required(`${path}.schema.openAPIV3Schema.type`, "must not be empty at the root");
      else if (schema.type !== "object")
        check.invalid(`${path}.schema.openAPIV3Schema.type`, schema.type, "must be object at the root");
      checkSchema(check, schema, `${path}.schema.openAPIV3Schema`);
    }
  }
  if (new Set(versions.map((version) => version.name)).size < versions.length)
    check.invalid(
      "spec.versions",
      versions.map((version) => version.name),
      "must contain unique version names",
    );
  if (versions.filter((version) => version.storage).length !== 1)
    check.invalid(
      "spec.versions",
      versions.map((version) => version.name),
      "must have exactly one version marked as storage version",
    );
  checkNames(check, spec.names);
  if (spec.preserveUnknownFields === true)
    check.invalid("spec.preserveUnknownFields", true, "must be false in order to use defaults in the schema");
  check.oneOf("spec.conversion.strategy", spec.conversion?.strategy, ["None", "Webhook"]);
  if (spec.conversion?.strategy === "Webhook" && !spec.conversion.webhook?.clientConfig)
    check.required("spec.conversion.webhookClientConfig", "required when strategy is set to Webhook");
}

function checkNames(check: Check, names: CustomResourceDefinitionNames): void {
  const path = "spec.names";
  for (const key of ["plural", "singular", "kind", "listKind"] as const)
    if (!names[key]) check.required(`${path}.${key}`);
  for (const key of ["plural", "singular"] as const) {
    const value = names[key];
    const problems = value ? dns1035LabelProblems(value) : [];
    if (problems.length > 0) check.invalid(`${path}.${key}`, value, problems.join(","));
  }
  for (const key of ["kind", "listKind"] as const) {
    const value = names[key];
    const problems = value ? dns1035LabelProblems(value.toLowerCase()) : [];
    if (problems.length > 0)
      check.invalid(`${path}.${key}`, value, `may have mixed case, but should otherwise match: ${problems.join(",")}`);
  }
  if (names.kind && names.kind === names.listKind)
    check.invalid(`${path}.listKind`, names.listKind, "kind and listKind may not be the same");
  for (const key of ["shortNames", "categories"] as const)
    for (const [index, value] of (names[key] ?? []).entries()) {
      const problems = dns1035LabelProblems(value);
      if (problems.length > 0) check.invalid(at(`${path}.${key}`, index), value, problems.join(","));
    }
}

/** A schema must be structural: every node that may hold something says its type. */
function checkSchema(check: Check, schema: JSONSchemaProps, path: string): void {
  if (schema.uniqueItems === true)
    check.forbidden(
      `${path}.uniqueItems`,
      "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
    );
  if (schema.$ref) check.forbidden(`${path}.$ref`, "$ref is not supported");
  const properties = Object.entries(schema.properties ?? {});
  const additional = schema.additionalProperties;
  if (additional !== undefined && properties.length > 0 && additional !== true)
    check.forbidden(`${path}.additionalProperties`, "additionalProperties and properties are mutual exclusive");
  if (schema.type === "array" && schema.items === undefined) check.required(`${path}.items`, "must be specified");
  const listType = schema["x-kubernetes-list-type"];
  if (listType !== undefined && !["atomic", "map", "set"].includes(listType))
    check.add(fieldErrors.notSupported(`${path}.x-kubernetes-list-type`, listType, ["atomic", "map", "set"]));
  if (listType === "map" && (schema["x-kubernetes-list-map-keys"] ?? []).length === 0)
    check.required(`${path}.x-kubernetes-list-map-keys`, "must not be empty if x-kubernetes-list-type is map");
  for (const [key, inner] of properties) checkInner(check, inner, keyed(`${path}.properties`, key), "object fields");
  if (typeof additional === "object") checkInner(check, additional, `${path}.additionalProperties`, "object fields");
  const { items } = schema;
  if (Array.isArray(items)) check.forbidden(`${path}.items`, "items must be a schema object and not an array");
  else if (items) checkInner(check, items as JSONSchemaProps, `${path}.items`, "array items");
}

function checkInner(check: Check, schema: JSONSchemaProps, path: string, what: string): void {
  const free = schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (!schema.type && !free) check.required(`${path}.type`, `must not be empty for specified ${what}`);
  else if (schema["x-kubernetes-int-or-string"] === true && schema.type)
    check.invalid(`${path}.type`, schema.type, "must be empty if x-kubernetes-int-or-string is true");
  checkSchema(check, schema, path);
}

export function checkCrdUpdate(check: Check, crd: CustomResourceDefinition, old: CustomResourceDefinition): void {
  const established = old.status?.conditions?.some((item) => item.type === "Established" && item.status === "True");
  if (established) {
    check.immutable("spec.scope", crd.spec.scope, old.spec.scope);
    check.immutable("spec.names.kind", crd.spec.names.kind, old.spec.names.kind);
  }
  check.immutable("spec.group", crd.spec.group, old.spec.group);
  check.immutable("spec.names.plural", crd.spec.names.plural, old.spec.names.plural);
  const names = new Set(crd.spec.versions.map((version) => version.name));
  for (const [index, version] of (old.status?.storedVersions ?? []).entries())
    if (!names.has(version)) check.invalid(at("status.storedVersions", index), version, "must appear in spec.versions");
}
