/** What is wrong with a field; the words of `Status.details.causes[].reason` are in {@link causeReasons}. */
export type FieldErrorType =
  | "Required"
  | "Invalid"
  | "NotSupported"
  | "Duplicate"
  | "Forbidden"
  | "TooLong"
  | "TooMany"
  | "TypeInvalid"
  | "NotFound"
  | "InternalError";

/** One complaint about one field, with the API server's words. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Path as users write it: `spec.template.spec.containers[0].image`. */
  readonly field: string;
  /** The offending value; shown for the types whose text carries it. */
  readonly value?: unknown;
  /** May be empty. */
  readonly detail: string;
}

/** `Status.details.causes[].reason` for each type. */
export const causeReasons: Readonly<Record<FieldErrorType, string>> = {
  Required: "FieldValueRequired",
  Invalid: "FieldValueInvalid",
  NotSupported: "FieldValueNotSupported",
  Duplicate: "FieldValueDuplicate",
  Forbidden: "FieldValueForbidden",
  TooLong: "FieldValueTooLong",
  TooMany: "FieldValueTooMany",
  TypeInvalid: "FieldValueTypeInvalid",
  NotFound: "FieldValueNotFound",
  InternalError: "InternalError",
};

const words: Readonly<Record<FieldErrorType, string>> = {
  Required: "Required value",
  Invalid: "Invalid value",
  NotSupported: "Unsupported value",
  Duplicate: "Duplicate value",
  Forbidden: "Forbidden",
  TooLong: "Too long",
  TooMany: "Too many",
  TypeInvalid: "Invalid value",
  NotFound: "Not found",
  InternalError: "Internal error",
};

const valueless: ReadonlySet<FieldErrorType> = new Set(["Required", "Forbidden", "TooLong", "InternalError"]);

/** The error without its field, for `causes[].message`: `Invalid value: "x": must be …`. */
export function fieldErrorBody(error: FieldError): string {
  const word = words[error.type];
  const shown = valueless.has(error.type) ? word : `${word}: ${showValue(error.value)}`;
  return error.detail === "" ? shown : `${shown}: ${error.detail}`;
}

/** The whole line: `spec.containers: Required value`. */
export function formatFieldError(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/** Several errors in one line, as `Status.message` shows them: one bare, more in brackets, the same text once. */
export function aggregateFieldErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))];
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}

function showValue(value: unknown): string {
  if (value === undefined || value === null) return '"null"'; // quoted, as the API server prints it
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return JSON.stringify(value);
}

/** Short constructors, one a type. */
export const fieldErrors = {
  required: (field: string, detail = ""): FieldError => ({ type: "Required", field, detail }),
  invalid: (field: string, value: unknown, detail: string): FieldError => ({ type: "Invalid", field, value, detail }),
  typeInvalid: (field: string, value: unknown, detail: string): FieldError => ({
    type: "TypeInvalid",
    field,
    value,
    detail,
  }),
  duplicate: (field: string, value: unknown): FieldError => ({ type: "Duplicate", field, value, detail: "" }),
  forbidden: (field: string, detail: string): FieldError => ({ type: "Forbidden", field, detail }),
  notFound: (field: string, value: unknown): FieldError => ({ type: "NotFound", field, value, detail: "" }),
  tooLong: (field: string, limit: number): FieldError => ({
    type: "TooLong",
    field,
    detail: `may not be more than ${limit} ${limit === 1 ? "byte" : "bytes"}`,
  }),
  tooMany: (field: string, actual: number, limit: number): FieldError => ({
    type: "TooMany",
    field,
    value: actual,
    detail: `must have at most ${limit} ${limit === 1 ? "item" : "items"}`,
  }),
  notSupported: (field: string, value: unknown, supported: readonly string[]): FieldError => ({
    type: "NotSupported",
    field,
    value,
    detail:
      supported.length === 0 ? "" : `supported values: ${supported.map((item) => JSON.stringify(item)).join(", ")}`,
  }),
} as const;
