import { isJsonObject } from "@byocni/base/core";
import type { CachedObject } from "../storage/cached-object.ts";

/** Fields whose selectable value is not simply what lies at their path. */
const special: Readonly<Record<string, (object: Readonly<Record<string, unknown>>) => unknown>> = {
  "spec.unschedulable": (object) => at(object, ["spec", "unschedulable"]) ?? false,
  "spec.hostNetwork": (object) => at(object, ["spec", "hostNetwork"]) ?? false,
  "status.replicas": (object) => at(object, ["status", "replicas"]) ?? 0,
  "status.successful": (object) => at(object, ["status", "succeeded"]) ?? 0,
  // An event's `source` selects by component, as does its younger name.
  source: (object) => at(object, ["source", "component"]) || at(object, ["reportingComponent"]),
  reportingComponent: (object) => at(object, ["reportingComponent"]),
  "spec.clusterIP": (object) => at(object, ["spec", "clusterIP"]),
};

/** The value of a selectable field as field selectors see it; an absent field is "". */
export function fieldValueOf(object: CachedObject, field: string): string {
  if (field === "metadata.name") return object.name;
  if (field === "metadata.namespace") return object.namespace;
  const read = special[field];
  const value = read ? read(object.value) : at(object.value, field.split("."));
  return value === undefined || value === null ? "" : String(value);
}

function at(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (!isJsonObject(value)) return undefined;
    value = value[name];
  }
  return value;
}
