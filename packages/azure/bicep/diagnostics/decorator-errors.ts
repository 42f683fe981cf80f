import { diagnosticTemplate } from "@byocni/base/lang";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);

const wrongPlace = (code: string, what: string) =>
  error(code, (name: string) => `Function "${name}" cannot be used as ${what} decorator.`);

/** Decorators. Codes and texts are those of the Bicep compiler. */
export const decoratorErrors = {
  emptyAllowed: error("BCP099", () => 'The "allowed" array must contain one or more items.'),
  wrongTarget: error(
    "BCP124",
    (name: string, wanted: string, type: string) =>
      `The decorator "${name}" can only be attached to targets of type "${wanted}", but the target has type "${type}".`,
  ),
  notOnParameter: wrongPlace("BCP125", "a parameter"),
  notOnVariable: wrongPlace("BCP126", "a variable"),
  notOnResource: wrongPlace("BCP127", "a resource"),
  notOnModule: wrongPlace("BCP128", "a module"),
  notOnOutput: wrongPlace("BCP129", "an output"),
  notOnMetadata: wrongPlace("BCP269", "a metadata"),
  notOnType: wrongPlace("BCP297", "a type"),
  notCallable: error("BCP141", () => "The expression cannot be used as a decorator as it is not callable."),
  notADecorator: error("BCP152", (name: string) => `Function "${name}" cannot be used as a decorator.`),
  batchSize: error(
    "BCP154",
    (limit: bigint, value: bigint) =>
      `Expected a batch size of at least ${limit} but the specified value was "${value}".`,
  ),
  collectionsOnly: error(
    "BCP155",
    (name: string) => `The decorator "${name}" can only be attached to resource or module collections.`,
  ),
  nothingFollows: error("BCP132", () => "Expected a declaration after the decorator."),
  noParameterFollows: error("BCP147", () => "Expected a parameter declaration after the decorator."),
  noResourceFollows: error("BCP149", () => "Expected a resource declaration after the decorator."),
  noDeployedFollows: error("BCP153", () => "Expected a resource or module declaration after the decorator."),
  noTypedFollows: error("BCP292", () => "Expected a parameter, output, or type declaration after the decorator."),
  duplicate: error("BCP166", (name: string) => `Duplicate "${name}" decorator.`),
  negativeLength: error("BCP168", () => "Length must not be a negative value."),
} as const;
