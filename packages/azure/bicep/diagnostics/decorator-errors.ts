import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

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
  onLiteral: error(
    "BCP295",
    (name: string) =>
      `The '${name}' decorator may not be used on targets of a union or literal type. The allowed values for this parameter or type definition will be derived from the union or literal type automatically.`,
  ),
  onAlias: error(
    "BCP308",
    (name: string) =>
      `The decorator "${name}" may not be used on statements whose declared type is a reference to a user-defined type.`,
  ),
  sealedWithRest: error(
    "BCP316",
    () =>
      'The "sealed" decorator may not be used on object types with an explicit additional properties type declaration.',
  ),
  limitsCrossed: error(
    "BCP331",
    (low: string, minimum: bigint, high: string, maximum: bigint) =>
      `A type's "${low}" must be less than or equal to its "${high}", but a minimum of ${minimum} and a maximum of ${maximum} were specified.`,
  ),
  exportPlace: error("BCP361", () => 'The "@export()" decorator must target a top-level statement.'),
  exportOfLocal: error(
    "BCP372",
    (names: readonly string[]) =>
      `The "@export()" decorator may not be applied to variables that refer to parameters, modules, or resource, either directly or indirectly. The target of this decorator contains direct or transitive references to the following unexportable symbols: ${quoted(names)}.`,
  ),
  onResourceType: error(
    "BCP386",
    (name: string) =>
      `The decorator "${name}" may not be used on statements whose declared type is a reference to a resource-derived type.`,
  ),
  existingOnly: error("BCP445", () => 'The "@nullIfNotFound()" decorator can only be used on existing resources.'),
  notHere: error("BCP130", () => "Decorators are not allowed here."),
  nothingFollows: error("BCP132", () => "Expected a declaration after the decorator."),
  noParameterFollows: error("BCP147", () => "Expected a parameter declaration after the decorator."),
  noResourceFollows: error("BCP149", () => "Expected a resource declaration after the decorator."),
  noDeployedFollows: error("BCP153", () => "Expected a resource or module declaration after the decorator."),
  noTypedFollows: error("BCP292", () => "Expected a parameter, output, or type declaration after the decorator."),
  duplicate: error("BCP166", (name: string) => `Duplicate "${name}" decorator.`),
  negativeLength: error("BCP168", () => "Length must not be a negative value."),
} as const;
