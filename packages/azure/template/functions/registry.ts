import { arrayFunctions } from "./array.ts";
import { cidrFunctions } from "./cidr.ts";
import { collectionFunctions } from "./collection.ts";
import { dateFunctions } from "./date.ts";
import type { TemplateFunction } from "./definition.ts";
import { deploymentFunctions } from "./deployment.ts";
import { encodingFunctions } from "./encoding.ts";
import { lambdaFunctions } from "./lambda.ts";
import { logicalFunctions } from "./logical.ts";
import { numericFunctions } from "./numeric.ts";
import { objectFunctions } from "./object.ts";
import { referenceFunctions } from "./reference.ts";
import { resourceIdFunctions } from "./resource-id.ts";
import { textFunctions } from "./text.ts";
import { zoneFunctions } from "./zones.ts";

/** All built-in functions; `list*` functions are open-ended and live in `reference.ts`. One line a family. */
export const templateFunctions: readonly TemplateFunction[] = [
  ...arrayFunctions,
  ...cidrFunctions,
  ...collectionFunctions,
  ...dateFunctions,
  ...deploymentFunctions,
  ...encodingFunctions,
  ...lambdaFunctions,
  ...logicalFunctions,
  ...numericFunctions,
  ...objectFunctions,
  ...referenceFunctions,
  ...resourceIdFunctions,
  ...textFunctions,
  ...zoneFunctions,
];

const byKey: ReadonlyMap<string, TemplateFunction> = new Map(
  templateFunctions.map((definition) => [definition.name.toLowerCase(), definition]),
);

/** A built-in function by its name in lower case. */
export function findFunction(key: string): TemplateFunction | undefined {
  return byKey.get(key);
}
