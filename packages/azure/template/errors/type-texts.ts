import { row, usage } from "./row.ts";

/** User-defined types. */
export const typeTexts = {
  valueType: row(
    "own, after parameterType",
    (path: string, expected: string, actual: string) =>
      `Expected a value of type '${expected}' at '${path}', but received a value of type '${actual}'.`,
  ),
  valueNotAllowed: row(
    "own, after parameterNotAllowed",
    (path: string, value: string, allowed: string) =>
      `The value '${value}' at '${path}' is not part of the allowed value(s): '${allowed}'.`,
  ),
  valueMissing: row(
    "own, after parameterMissing",
    (path: string) => `A value is required at '${path}' but was not provided.`,
  ),
  valueAdditional: row(
    "Azure/bicep#20322",
    (names: readonly string[]) =>
      `The object does not allow values with properties not defined in the schema, but the following unknown properties were present: [${names.map((name) => `'${name}'`).join(", ")}].`,
  ),
  valueLength: row(
    "own, after tooShort",
    (path: string, bound: string) => `The value at '${path}' is not valid. ${bound}`,
  ),
  valueDiscriminator: row(
    "own, after valueNotAllowed",
    (path: string, name: string, allowed: string) => `The property '${name}' at '${path}' must be one of '${allowed}'.`,
  ),
  valueTooManyItems: row(
    "own, after valueAdditional",
    (path: string, count: number) => `The array at '${path}' must not have more than ${count} item(s).`,
  ),
  definitionNotFound: row(
    "own, after parameterNotFound",
    (ref: string) => `The type definition '${ref}' is not found. ${usage("arm-syntax")}`,
  ),
  definitionCycle: row(
    "own, after parameterCycle",
    (ref: string) => `Circular dependency detected on type definition '${ref}'. ${usage("arm-syntax")}`,
  ),
} as const;
