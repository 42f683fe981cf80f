import { expressionTexts } from "./expression-texts.ts";
import { jsonTexts } from "./json-texts.ts";
import { outputTexts } from "./output-texts.ts";
import { parameterTexts } from "./parameter-texts.ts";
import { resourceFunctionTexts } from "./resource-function-texts.ts";
import { resourceTexts } from "./resource-texts.ts";
import { templateTexts } from "./template-texts.ts";
import { typeTexts } from "./type-texts.ts";
import { row, usage } from "./row.ts";

/**
 * Every text that a refused template can get, with where the text is known from. `texts` are the inner messages;
 * `wrappers` put them into the sentence that Resource Manager answers with. A source that says "own" marks a text for
 * which no public recording was found: the sentence follows the form of its neighbours.
 */
export const texts = {
  ...jsonTexts,
  ...templateTexts,
  ...parameterTexts,
  ...typeTexts,
  ...expressionTexts,
  ...resourceFunctionTexts,
  ...resourceTexts,
  ...outputTexts,
} as const;

/** Sentences around a text. */
export const wrappers = {
  validation: row(
    "Azure/azure-powershell#14283",
    (inner: string) => `Deployment template validation failed: '${inner}'.`,
  ),
  parse: row("Azure/azure-powershell#14283", (inner: string) => `Deployment template parse failed: '${inner}'.`),
  expression: row(
    "Azure/azure-powershell#14283",
    (inner: string) =>
      `Deployment template language expression evaluation failed: '${inner}'. ${usage("arm-template-expressions")}`,
  ),
  processing: row(
    "dmauser/opnazure#60",
    (id: string, line: number, column: number, inner: string) =>
      `Unable to process template language expressions for resource '${id}' at line '${line}' and column '${column}'. '${inner}'`,
  ),
  outputs: row(
    "Azure/azure-policy#1442",
    (names: string) =>
      `Unable to evaluate template outputs: '${names}'. Please see error details and deployment operations. Please see https://aka.ms/arm-common-errors for usage details.`,
  ),
} as const;

/** The codes that this module answers with. */
export type TemplateErrorCode = "InvalidTemplate" | "DeploymentOutputEvaluationFailed" | "RequestContentTooLarge";

export type TextKey = keyof typeof texts;
export type TextArguments<K extends TextKey> = Parameters<(typeof texts)[K]["text"]>;
