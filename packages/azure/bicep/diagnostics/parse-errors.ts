import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);

/** What the parser can miss. Codes and texts are those of the Bicep compiler, except the nesting limit. */
export const parseErrors = {
  declarationNotRecognized: error(
    "BCP007",
    () =>
      "This declaration type is not recognized. Specify a metadata, parameter, variable, resource, or output declaration.",
  ),
  parameterContinuation: error("BCP008", () => 'Expected the "=" token, or a newline at this location.'),
  expression: error(
    "BCP009",
    () =>
      "Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.",
  ),
  integer: error("BCP010", () => "Expected a valid 64-bit signed integer."),
  keyword: error("BCP012", (keyword: string) => `Expected the "${keyword}" keyword at this location.`),
  parameterIdentifier: error("BCP013", () => "Expected a parameter identifier at this location."),
  variableIdentifier: error("BCP015", () => "Expected a variable identifier at this location."),
  outputIdentifier: error("BCP016", () => "Expected an output identifier at this location."),
  resourceIdentifier: error("BCP017", () => "Expected a resource identifier at this location."),
  character: error("BCP018", (character: string) => `Expected the "${character}" character at this location.`),
  newLine: error("BCP019", () => "Expected a new line character at this location."),
  functionOrPropertyName: error("BCP020", () => "Expected a function or property name at this location."),
  propertyName: error("BCP022", () => "Expected a property name at this location."),
  interpolation: error("BCP064", () => "Found unexpected tokens in interpolated expression."),
  resourceTypeString: error(
    "BCP068",
    () => 'Expected a resource type string. Specify a valid resource type of format "<type-name>@<apiVersion>".',
  ),
  complexLiteral: error("BCP087", () => "Array and object literals are not allowed here."),
  moduleIdentifier: error("BCP096", () => "Expected a module identifier at this location."),
  modulePath: error(
    "BCP097",
    () =>
      "Expected a module path string. This should be a relative path to another bicep file, e.g. 'myModule.bicep' or '../parent/myModule.bicep'",
  ),
  emptyIndexer: error("BCP117", () => "An empty indexer is not allowed. Specify a valid expression."),
  bodyStart: error(
    "BCP118",
    () => 'Expected the "{" character, the "[" character, or the "if" keyword at this location.',
  ),
  decoratorName: error("BCP123", () => "Expected a namespace or decorator name at this location."),
  loopVariableOrBlock: error("BCP162", () => 'Expected a loop item variable identifier or "(" at this location.'),
  bodyStartOrIf: error("BCP167", () => 'Expected the "{" character or the "if" keyword at this location.'),
  extensionSpecification: error(
    "BCP201",
    () =>
      "Expected an extension specification string. This should either be a relative path, or a valid OCI artifact specification.",
  ),
  extensionAlias: error("BCP202", () => "Expected an extension alias name at this location."),
  newLineOrComma: error("BCP236", () => "Expected a new line or comma character at this location."),
  comma: error("BCP237", () => "Expected a comma character at this location."),
  newLineAfterComma: error("BCP238", () => "Unexpected new line character after a comma."),
  oneParenthesized: error("BCP243", () => "Parentheses must contain exactly one expression."),
  loopBlockOfTwo: error(
    "BCP249",
    (count: number) =>
      `Expected loop variable block to consist of exactly 2 elements (item variable and index variable), but found ${count}.`,
  ),
  metadataIdentifier: error("BCP266", () => "Expected a metadata identifier at this location."),
  type: error(
    "BCP279",
    () =>
      `Expected a type at this location. Please specify a valid type expression or one of the following types: ${quoted(["any", "array", "bool", "int", "object", "string"])}.`,
  ),
  typeLiteral: error(
    "BCP300",
    () => "Expected a type literal at this location. Please specify a concrete value or a reference to a literal type.",
  ),
  withOrAsOrNewLine: error(
    "BCP305",
    () => 'Expected the "with" keyword, "as" keyword, or a new line character at this location.',
  ),
  propertyNameOrMatcher: error("BCP317", () => "Expected an identifier, a string, or an asterisk at this location."),
  safeMethodCall: error(
    "BCP322",
    () => "The `.?` (safe dereference) operator may not be used on instance function invocations.",
  ),
  typeIdentifier: error("BCP325", () => "Expected a type identifier at this location."),
  parametersFileDeclaration: error(
    "BCP337",
    (supported: readonly string[]) =>
      `This declaration type is not valid for a Bicep Parameters file. Supported declarations: ${quoted(supported)}.`,
  ),
  assertIdentifier: error("BCP344", () => "Expected an assert identifier at this location."),
  testIdentifier: error("BCP346", () => "Expected a test identifier at this location."),
  testPath: error("BCP347", () => "Expected a test path string at this location."),
  importTarget: error("BCP354", () => "Expected left brace ('{') or asterisk ('*') character at this location."),
  exportedSymbolName: error("BCP355", () => "Expected the name of an exported symbol at this location."),
  namespaceIdentifier: error("BCP356", () => "Expected a valid namespace identifier at this location."),
  compileTimeConstant: error("BCP032", () => "The value must be a compile-time constant."),
  importWithoutAlias: error(
    "BCP375",
    () => "An import list item that identifies its target with a quoted string must include an 'as <alias>' clause.",
  ),
  extendsPath: error("BCP404", () => 'The "extends" declaration is missing a bicepparam file path reference'),
  withOrNewLine: error("BCP436", () => 'Expected the "with" keyword or a new line character at this location.'),
  nesting: error(
    "nesting-limit",
    (limit: number) => `This declaration is nested more than ${limit} levels deep, which is not supported.`,
  ),
} as const;
