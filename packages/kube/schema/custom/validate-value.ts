import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { fieldErrors } from "../errors/field-error.ts";
import type { FieldError } from "../errors/field-error.ts";
import { checkArray, checkNumber, checkObject, checkString } from "./constraints.ts";
import type { Patterns } from "./constraints.ts";
import { additionalOf, itemsOf, propertyOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/**
 * Validates a value against a structural schema, with the API server's field errors.
 * @param old the value that is replaced, when it can be told: what did not change is not complained about (ratcheting).
 */
export function validateValue(
  schema: SchemaProps,
  value: unknown,
  errors: FieldError[],
  patterns: Patterns,
  path = "",
  old?: unknown,
): void {
  if (old !== undefined && jsonEqual(value, old)) return;
  if (value === null && schema.nullable === true) return;
  if (!checkType(schema, value, path, errors)) return;
  if (schema.enum && !schema.enum.some((allowed) => jsonEqual(allowed, value)))
    errors.push(
      fieldErrors.notSupported(
        path,
        value,
        schema.enum.map((allowed) => (typeof allowed === "string" ? allowed : JSON.stringify(allowed))),
      ),
    );
  if (typeof value === "string") checkString(schema, value, path, errors, patterns);
  else if (typeof value === "number") checkNumber(schema, value, path, errors);
  else if (Array.isArray(value)) {
    checkArray(schema, value, path, errors);
    const items = itemsOf(schema);
    if (items) {
      const before = oldItems(schema, old);
      for (const [index, item] of value.entries())
        validateValue(items, item, errors, patterns, `${path}[${index}]`, before(item));
    }
  } else if (isJsonObject(value)) {
    checkObject(schema, value, path, errors);
    members(schema, value, errors, patterns, path, isJsonObject(old) ? old : undefined);
  }
  combinations(schema, value, errors, patterns, path);
}

function members(
  schema: SchemaProps,
  value: JsonObject,
  errors: FieldError[],
  patterns: Patterns,
  path: string,
  old: JsonObject | undefined,
): void {
  for (const name of schema.required ?? [])
    if (!Object.hasOwn(value, name) || value[name] === undefined) errors.push(fieldErrors.required(join(path, name)));
  const additional = additionalOf(schema);
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const inner = propertyOf(schema, key) ?? (additional === true ? undefined : additional);
    if (inner)
      validateValue(
        inner,
        item,
        errors,
        patterns,
        join(path, key),
        old && Object.hasOwn(old, key) ? old[key] : undefined,
      );
  }
  if (schema["x-kubernetes-embedded-resource"] === true)
    for (const key of ["apiVersion", "kind"])
      if (typeof value[key] !== "string" || value[key] === "")
        errors.push(fieldErrors.required(join(path, key), "must not be empty"));
}

/** `allOf`, `anyOf`, `oneOf`, `not`: their own complaints name no field, as the API server's do. */
function combinations(
  schema: SchemaProps,
  value: unknown,
  errors: FieldError[],
  patterns: Patterns,
  path: string,
): void {
  const passes = (branch: SchemaProps): boolean => failures(branch).length === 0;
  const failures = (branch: SchemaProps): FieldError[] => {
    const found: FieldError[] = [];
    validateValue(branch, value, found, patterns, path);
    return found;
  };
  const complain = (text: string): void => {
    errors.push(fieldErrors.invalid("<nil>", "", `"${path}" must ${text}`));
  };
  for (const branch of schema.allOf ?? []) errors.push(...failures(branch));
  if (schema.anyOf && !schema.anyOf.some(passes)) {
    complain("validate at least one schema (anyOf)");
    errors.push(...nearest(schema.anyOf.map(failures)));
  }
  if (schema.oneOf) {
    const results = schema.oneOf.map(failures);
    const good = results.filter((found) => found.length === 0).length;
    if (good === 0) {
      complain("validate one and only one schema (oneOf). Found none valid");
      errors.push(...nearest(results));
    } else if (good > 1) complain(`validate one and only one schema (oneOf). Found ${good} valid alternatives`);
  }
  if (schema.not && passes(schema.not)) complain("not validate the schema (not)");
}

/** The errors of the branch that came closest. */
function nearest(results: readonly FieldError[][]): FieldError[] {
  return results.reduce((best, found) => (found.length < best.length ? found : best), results[0] ?? []);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function checkType(schema: SchemaProps, value: unknown, path: string, errors: FieldError[]): boolean {
  const actual = typeOf(value);
  const wanted = schema["x-kubernetes-int-or-string"] === true ? "integer or string" : (schema.type ?? "");
  const good =
    wanted === ""
      ? true
      : wanted === "integer or string"
        ? actual === "integer" || actual === "string"
        : wanted === actual || (wanted === "number" && actual === "integer");
  if (!good)
    errors.push(
      fieldErrors.typeInvalid(path, actual, `${path} in body must be of type ${wanted}: ${JSON.stringify(actual)}`),
    );
  return good;
}

/** Finds the old element for a new one: only lists with keys can tell. */
export function oldItems(schema: SchemaProps, old: unknown): (item: unknown) => unknown {
  const keys = schema["x-kubernetes-list-map-keys"];
  if (!Array.isArray(old) || schema["x-kubernetes-list-type"] !== "map" || !keys) return () => undefined;
  const identity = (item: unknown): string =>
    JSON.stringify(keys.map((key) => (isJsonObject(item) ? item[key] : null)));
  const known = new Map(old.map((item: unknown) => [identity(item), item]));
  return (item) => known.get(identity(item));
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
