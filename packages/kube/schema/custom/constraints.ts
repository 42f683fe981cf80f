import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { fieldErrors } from "../errors/field-error.ts";
import type { FieldError } from "../errors/field-error.ts";
import { stringFormats } from "./formats.ts";
import type { SchemaProps } from "./schema-props.ts";

/** Compiled patterns, kept by whoever owns the schema. */
export type Patterns = Map<string, RegExp | null>;

/** Patterns are written for RE2; what JavaScript cannot read is not checked. */
function patternOf(pattern: string, patterns: Patterns): RegExp | null {
  let expression = patterns.get(pattern);
  if (expression === undefined) {
    expression = compile(pattern);
    patterns.set(pattern, expression);
  }
  return expression;
}

function compile(pattern: string): RegExp | null {
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const body = flags ? pattern.slice(flags[0].length) : pattern;
  for (const mode of ["u", ""]) {
    try {
      return new RegExp(body, (flags?.[1] ?? "") + mode);
    } catch {
      // tried again without Unicode mode, then given up
    }
  }
  return null;
}

/** Length, pattern and format of a text. */
export function checkString(
  schema: SchemaProps,
  value: string,
  path: string,
  errors: FieldError[],
  patterns: Patterns,
): void {
  const { maxLength, minLength, pattern, format } = schema;
  const say = (detail: string): void => void errors.push(fieldErrors.invalid(path, value, `${path} in body ${detail}`));
  if (maxLength !== undefined || minLength !== undefined) {
    const length = Array.from(value).length;
    if (maxLength !== undefined && length > maxLength) errors.push(fieldErrors.tooLong(path, maxLength));
    if (minLength !== undefined && length < minLength) say(`should be at least ${minLength} chars long`);
  }
  if (pattern !== undefined && pattern !== "" && patternOf(pattern, patterns)?.test(value) === false)
    say(`should match '${pattern}'`);
  const check = format !== undefined && Object.hasOwn(stringFormats, format) ? stringFormats[format] : undefined;
  // Int-or-string values carry number formats; texts are not measured by them.
  if (check && !check(value)) say(`must be of type ${format}: ${JSON.stringify(value)}`);
}

/** Bounds, steps and integer widths of a number. */
export function checkNumber(schema: SchemaProps, value: number, path: string, errors: FieldError[]): void {
  const { maximum, minimum, multipleOf, format } = schema;
  const say = (detail: string): void => void errors.push(fieldErrors.invalid(path, value, `${path} in body ${detail}`));
  if (maximum !== undefined) {
    if (schema.exclusiveMaximum === true ? value >= maximum : value > maximum)
      say(`should be less than ${schema.exclusiveMaximum === true ? "" : "or equal to "}${maximum}`);
  }
  if (minimum !== undefined) {
    if (schema.exclusiveMinimum === true ? value <= minimum : value < minimum)
      say(`should be greater than ${schema.exclusiveMinimum === true ? "" : "or equal to "}${minimum}`);
  }
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf))
    say(`should be a multiple of ${multipleOf}`);
  if (format === "int32" && schema.type === "integer" && (value > 2_147_483_647 || value < -2_147_483_648))
    say(`must be of type int32: ${JSON.stringify(String(value))}`);
}

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

/** Number of items, uniqueness, and the keys of sets and maps. */
export function checkArray(schema: SchemaProps, value: readonly unknown[], path: string, errors: FieldError[]): void {
  const { maxItems, minItems } = schema;
  if (maxItems !== undefined && value.length > maxItems) errors.push(fieldErrors.tooMany(path, value.length, maxItems));
  if (minItems !== undefined && value.length < minItems)
    errors.push(fieldErrors.invalid(path, value.length, `${path} in body should have at least ${minItems} items`));
  if (schema.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    errors.push(fieldErrors.invalid(path, value, `${path} in body shouldn't contain duplicates`));
  const listType = schema["x-kubernetes-list-type"];
  if (listType === "set") duplicates(value, path, errors, (item) => item);
  else if (listType === "map") {
    const keys = schema["x-kubernetes-list-map-keys"] ?? [];
    duplicates(value, path, errors, (item) =>
      Object.fromEntries(
        keys.flatMap((key) => (isJsonObject(item) && item[key] !== undefined ? [[key, item[key]]] : [])),
      ),
    );
  }
}

function duplicates(
  list: readonly unknown[],
  path: string,
  errors: FieldError[],
  identity: (item: unknown) => unknown,
): void {
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    const id = identity(item);
    const text = JSON.stringify(id);
    if (seen.has(text)) errors.push(fieldErrors.duplicate(`${path}[${index}]`, id));
    seen.add(text);
  }
}

/** Number of members. */
export function checkObject(schema: SchemaProps, value: JsonObject, path: string, errors: FieldError[]): void {
  const { maxProperties, minProperties } = schema;
  if (maxProperties === undefined && minProperties === undefined) return;
  const count = Object.keys(value).length;
  if (maxProperties !== undefined && count > maxProperties)
    errors.push(fieldErrors.tooMany(path, count, maxProperties));
  if (minProperties !== undefined && count < minProperties)
    errors.push(fieldErrors.invalid(path, count, `${path} in body should have at least ${minProperties} properties`));
}
