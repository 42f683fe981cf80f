import { fieldErrors } from "../errors/field-error.ts";
import type { ManagedFieldsEntry, ObjectMeta } from "../object.ts";
import { parseApiVersion } from "../registry/resource-definition.ts";
import { at, type Check } from "./check.ts";
import { checkLabels } from "./labels.ts";
import { byteLength, dnsLabelProblems, qualifiedNameProblems } from "./names.ts";

const annotationsLimit = 256 * 1024;

export interface MetadataRules {
  readonly namespaced: boolean;
  /** What the kind demands of its names. */
  readonly nameProblems: (name: string) => string[];
}

/** Annotation keys (case does not matter) and their total size. */
export function checkAnnotations(
  check: Check,
  annotations: Readonly<Record<string, string>> | undefined,
  path: string,
): void {
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    check.format(path, key, qualifiedNameProblems(key.toLowerCase()));
    size += byteLength(key) + byteLength(value);
  }
  if (size > annotationsLimit) check.add(fieldErrors.tooLong(path, annotationsLimit));
}

/** `metadata` of an object that is about to be created; names are generated already. */
export function checkMetadata(check: Check, metadata: ObjectMeta, rules: MetadataRules, path = "metadata"): void {
  const { name, generateName, namespace } = metadata;
  // A trailing dash is fine in a prefix: what follows it is generated.
  if (generateName) check.format(`${path}.generateName`, generateName, rules.nameProblems(maskDash(generateName)));
  if (!name) check.required(`${path}.name`, "name or generateName is required");
  else check.format(`${path}.name`, name, rules.nameProblems(name));
  if (rules.namespaced) check.name(`${path}.namespace`, namespace, dnsLabelProblems);
  else if (namespace) check.forbidden(`${path}.namespace`, "not allowed on this type");
  check.nonNegative(`${path}.generation`, metadata.generation);
  checkSharedMetadata(check, metadata, path);
}

/** `metadata` of an object that replaces another. */
export function checkMetadataUpdate(check: Check, metadata: ObjectMeta, old: ObjectMeta, path = "metadata"): void {
  if (old.deletionTimestamp) {
    const before = new Set(old.finalizers ?? []);
    const added = [...new Set(metadata.finalizers ?? [])].filter((item) => !before.has(item)).sort();
    if (added.length > 0)
      check.forbidden(
        `${path}.finalizers`,
        `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((item) => JSON.stringify(item)).join(", ")}}`,
      );
  }
  if (!metadata.resourceVersion)
    check.invalid(`${path}.resourceVersion`, metadata.resourceVersion ?? "", "must be specified for an update");
  if ((metadata.generation ?? 0) < (old.generation ?? 0))
    check.invalid(`${path}.generation`, metadata.generation ?? 0, "must not be decremented");
  for (const key of [
    "name",
    "namespace",
    "uid",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
  ] as const)
    check.immutable(`${path}.${key}`, metadata[key], old[key]);
  checkSharedMetadata(check, metadata, path);
}

function checkSharedMetadata(check: Check, metadata: ObjectMeta, path: string): void {
  checkLabels(check, metadata.labels, `${path}.labels`);
  checkAnnotations(check, metadata.annotations, `${path}.annotations`);
  checkOwners(check, metadata, `${path}.ownerReferences`);
  const finalizers = metadata.finalizers ?? [];
  for (const finalizer of finalizers) check.format(`${path}.finalizers`, finalizer, qualifiedNameProblems(finalizer));
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion"))
    check.invalid(`${path}.finalizers`, finalizers, "finalizer orphan and foregroundDeletion cannot be both set");
  for (const [index, entry] of (metadata.managedFields ?? []).entries())
    checkManagedFields(check, entry, at(`${path}.managedFields`, index));
}

function checkOwners(check: Check, metadata: ObjectMeta, path: string): void {
  let controller: string | undefined;
  for (const owner of metadata.ownerReferences ?? []) {
    if (parseApiVersion(owner.apiVersion).version === "")
      check.invalid(`${path}.apiVersion`, owner.apiVersion, "version must not be empty");
    for (const key of ["kind", "name", "uid"] as const)
      if (owner[key] === "") check.invalid(`${path}.${key}`, owner[key], "must not be empty");
    if (owner.kind === "Event" && owner.apiVersion === "v1")
      check.invalid(path, owner, "/v1, Kind=Event is disallowed from being an owner");
    if (owner.controller !== true) continue;
    const name = `${owner.kind}/${owner.name}`;
    if (controller === undefined) controller = name;
    else
      check.invalid(
        path,
        metadata.ownerReferences,
        `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`,
      );
  }
}

function checkManagedFields(check: Check, entry: ManagedFieldsEntry, path: string): void {
  if (entry.operation !== "Apply" && entry.operation !== "Update")
    check.invalid(`${path}.operation`, entry.operation ?? "", "must be `Apply` or `Update`");
  if (entry.fieldsType !== undefined && entry.fieldsType !== "FieldsV1")
    check.invalid(`${path}.fieldsType`, entry.fieldsType, "must be `FieldsV1`");
  const manager = entry.manager ?? "";
  if (byteLength(manager) > 128) check.add(fieldErrors.tooLong(`${path}.manager`, 128));
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(manager))
    check.invalid(`${path}.manager`, manager, "should only contain printable characters");
}

function maskDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}
