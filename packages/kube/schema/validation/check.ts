import { jsonEqual } from "@byocni/base/core";
import { fieldErrors } from "../errors/field-error.ts";
import type { FieldError } from "../errors/field-error.ts";

/** Collects the field errors of one object. */
export class Check {
  readonly errors: FieldError[] = [];

  add(error: FieldError): void {
    this.errors.push(error);
  }

  required(field: string, detail = ""): void {
    this.errors.push(fieldErrors.required(field, detail));
  }

  invalid(field: string, value: unknown, detail: string): void {
    this.errors.push(fieldErrors.invalid(field, value, detail));
  }

  forbidden(field: string, detail: string): void {
    this.errors.push(fieldErrors.forbidden(field, detail));
  }

  duplicate(field: string, value: unknown): void {
    this.errors.push(fieldErrors.duplicate(field, value));
  }

  /** One Invalid error a complaint. */
  format(field: string, value: unknown, problems: readonly string[]): void {
    for (const problem of problems) this.invalid(field, value, problem);
  }

  /** Present and of this format. */
  name(field: string, value: string | undefined, problems: (value: string) => string[]): void {
    if (value === undefined || value === "") this.required(field);
    else this.format(field, value, problems(value));
  }

  /** One of the values, else NotSupported; absent is Required. */
  oneOf(field: string, value: string | undefined, supported: readonly string[]): void {
    if (value === undefined || value === "") this.required(field);
    else if (!supported.includes(value)) this.errors.push(fieldErrors.notSupported(field, value, supported));
  }

  nonNegative(field: string, value: number | undefined): void {
    if (value !== undefined && value < 0) this.invalid(field, value, "must be greater than or equal to 0");
  }

  immutable(field: string, value: unknown, old: unknown, detail = "field is immutable"): void {
    if (!jsonEqual(value ?? null, old ?? null)) this.invalid(field, value ?? null, detail);
  }
}

/** `[index]` of a list. */
export const at = (path: string, index: number): string => `${path}[${index}]`;
/** `[key]` of a map. */
export const keyed = (path: string, key: string): string => `${path}[${key}]`;
