import { row, usage } from "./row.ts";

/** Outputs. */
export const outputTexts = {
  outputInvalid: row(
    "Azure/azure-policy#1442",
    (name: string, inner: string) => `The template output '${name}' is not valid: ${inner}.`,
  ),
  outputType: row(
    "Azure/azure-rest-api-specs#14055",
    (expected: string, actual: string) =>
      `Template output JToken type is not valid. Expected '${expected}'. Actual '${actual}'. ${usage("arm-syntax-outputs")}`,
  ),
} as const;
