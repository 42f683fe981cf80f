import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);
const warning = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "warning", message);

/** The clause that follows a finding on a resource's property: its types are generated and can be wrong. */
export const inaccuracyClause =
  " If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.";

function clause(isInaccurate: boolean): string {
  return isInaccurate ? inaccuracyClause : "";
}

function origin(preposition: "from" | "in", source: string | undefined): string {
  return source === undefined ? "" : ` ${preposition} source declaration "${source}"`;
}

function fallbackText(name: string): string {
  return `The property "${name}" does not exist in the resource or type definition, although it might still be valid.${inaccuracyClause}`;
}

/** Types of expressions and assignments. Codes and texts are those of the Bicep compiler. */
export const typeErrors = {
  mismatch: error(
    "BCP033",
    (expected: string, actual: string) =>
      `Expected a value of type "${expected}" but the provided value is of type "${actual}".`,
  ),
  itemMismatch: error(
    "BCP034",
    (expected: string, actual: string) =>
      `The enclosing array expected an item of type "${expected}", but the provided item was of type "${actual}".`,
  ),
  missingProperties: error(
    "BCP035",
    (block: string, names: readonly string[], isInaccurate: boolean, source?: string) =>
      `The specified "${block}" declaration is missing the following required properties${origin("from", source)}: ${quoted(names)}.${clause(isInaccurate)}`,
  ),
  propertyMismatch: error(
    "BCP036",
    (name: string, expected: string, actual: string, isInaccurate: boolean, source?: string) =>
      `The property "${name}" expected a value of type "${expected}" but the provided value${origin("in", source)} is of type "${actual}".${clause(isInaccurate)}`,
  ),
  propertyNotAllowed: error(
    "BCP037",
    (name: string, type: string, allowed: readonly string[], isInaccurate: boolean, source?: string) =>
      `The property "${name}"${origin("from", source)} is not allowed on objects of type "${type}".${permissible(allowed)}${clause(isInaccurate)}`,
  ),
  interpolatedKey: error(
    "BCP040",
    (type: string, allowed: readonly string[], source?: string) =>
      `String interpolation is not supported for keys on objects of type "${type}"${origin("in", source)}.${permissible(allowed)}`,
  ),
  notAssignableToVariable: error(
    "BCP041",
    (type: string) => `Values of type "${type}" cannot be assigned to a variable.`,
  ),
  unaryOperand: error(
    "BCP044",
    (operator: string, type: string) => `Cannot apply operator "${operator}" to operand of type "${type}".`,
  ),
  binaryOperands: error(
    "BCP045",
    (operator: string, left: string, right: string, hint: string | undefined) =>
      `Cannot apply operator "${operator}" to operands of type "${left}" and "${right}".${hint === undefined ? "" : ` ${hint}`}`,
  ),
  expected: error("BCP046", (type: string) => `Expected a value of type "${type}".`),
  overload: error("BCP048", (message: string) => message),
  indexType: error(
    "BCP049",
    (type: string) => `The array index must be of type "string" or "int" but the provided index was of type "${type}".`,
  ),
  unknownProperty: error(
    "BCP052",
    (type: string, name: string) => `The type "${type}" does not contain property "${name}".`,
  ),
  unknownPropertyAvailable: error(
    "BCP053",
    (type: string, name: string, available: readonly string[]) =>
      `The type "${type}" does not contain property "${name}". Available properties include ${quoted(available)}.`,
  ),
  noProperties: error("BCP054", (type: string) => `The type "${type}" does not contain any properties.`),
  notAnObject: error(
    "BCP055",
    (type: string) => `Cannot access properties of type "${type}". An "object" type is required.`,
  ),
  noFunctions: error(
    "BCP067",
    (type: string) => `Cannot call functions on type "${type}". An "object" type is required.`,
  ),
  argumentMismatch: error(
    "BCP070",
    (actual: string, expected: string) =>
      `Argument of type "${actual}" is not assignable to parameter of type "${expected}".`,
  ),
  argumentCount: error("BCP071", (expected: string, count: number) => `Expected ${expected}, but got ${count}.`),
  readOnlyProperty: error(
    "BCP073",
    (name: string, isInaccurate: boolean) =>
      `The property "${name}" is read-only. Expressions cannot be assigned to read-only properties.${clause(isInaccurate)}`,
  ),
  arrayIndex: error(
    "BCP074",
    (type: string) =>
      `Indexing over arrays requires an index of type "int" but the provided index was of type "${type}".`,
  ),
  objectIndex: error(
    "BCP075",
    (type: string) =>
      `Indexing over objects requires an index of type "string" but the provided index was of type "${type}".`,
  ),
  notIndexable: error(
    "BCP076",
    (type: string) => `Cannot index over expression of type "${type}". Arrays or objects are required.`,
  ),
  writeOnly: error(
    "BCP077",
    (name: string, type: string) =>
      `The property "${name}" on type "${type}" is write-only. Write-only properties cannot be accessed.`,
  ),
  missingDiscriminator: error(
    "BCP078",
    (name: string, type: string) => `The property "${name}" requires a value of type "${type}", but none was supplied.`,
  ),
  unknownPropertySuggestion: error(
    "BCP083",
    (type: string, name: string, suggestion: string) =>
      `The type "${type}" does not contain property "${name}". Did you mean "${suggestion}"?`,
  ),
  literalSuggestion: error(
    "BCP088",
    (name: string, expected: string, actual: string, suggestion: string) =>
      `The property "${name}" expected a value of type "${expected}" but the provided value is of type "${actual}". Did you mean "${suggestion}"?`,
  ),
  propertySuggestion: error(
    "BCP089",
    (name: string, type: string, suggestion: string) =>
      `The property "${name}" is not allowed on objects of type "${type}". Did you mean "${suggestion}"?`,
  ),
  unknownFunction: error(
    "BCP109",
    (type: string, name: string) => `The type "${type}" does not contain function "${name}".`,
  ),
  loopSource: error(
    "BCP137",
    (type: string) => `Loop expected an expression of type "array" but the provided value is of type "${type}".`,
  ),
  loopPlace: error(
    "BCP138",
    () =>
      "For-expressions are not supported in this context. For-expressions may be used as values of resource, module, variable, and output declarations, or values of resource and module properties.",
  ),
  nestedPropertyLoop: error("BCP142", () => "Property value for-expressions cannot be nested."),
  loopWithComputedKey: error(
    "BCP143",
    () => "For-expressions cannot be used with properties whose names are also expressions.",
  ),
  anyNotAllowed: error("BCP176", () => 'Values of the "any" type are not allowed here.'),
  lambdaPlace: error("BCP242", () => "Lambda functions may only be specified directly as function arguments."),
  unionMember: error("BCP293", () => "All members of a union type declaration must be literal values."),
  unionOfOneType: error(
    "BCP294",
    () => "Type unions must be reducible to a single ARM type (such as 'string', 'int', or 'bool').",
  ),
  unionMemberKind: error(
    "BCP286",
    (kind: string) => `This union member is invalid because it cannot be assigned to the '${kind}' type.`,
  ),
  discriminatorPlace: error(
    "BCP363",
    () => 'The "discriminator" decorator can only be applied to object-only union types with unique member types.',
  ),
  discriminatorNotLiteral: error(
    "BCP364",
    (name: string) => `The property "${name}" must be a required string literal on all union member types.`,
  ),
  discriminatorTwice: error(
    "BCP365",
    (name: string, value: string) =>
      `The value "${value}" for discriminator property "${name}" is duplicated across multiple union member types. The value must be unique across all union member types.`,
  ),
  discriminatorOther: error(
    "BCP366",
    (name: string) => `The discriminator property name must be "${name}" on all union member types.`,
  ),
  typeIncludesItself: error(
    "BCP298",
    () =>
      "This type definition includes itself as required component, which creates a constraint that cannot be fulfilled.",
  ),
  typeCycle: error(
    "BCP299",
    (names: readonly string[]) =>
      `This type definition includes itself as a required component via a cycle ("${names.join('" -> "')}").`,
  ),
  typeNotValid: error("BCP289", () => "The type definition is not valid."),
  possiblyNull: warning(
    "BCP318",
    (type: string) =>
      `The value of type "${type}" may be null at the start of the deployment, which would cause this access expression (and the overall deployment with it) to fail.`,
  ),
  possiblyNullAssignment: warning(
    "BCP321",
    (expected: string, actual: string) =>
      `Expected a value of type "${expected}" but the provided value is of type "${actual}".`,
  ),
  safeIndexOnCollection: error(
    "BCP323",
    () => "The `[?]` (safe dereference) operator may not be used on resource or module collections.",
  ),
  tooLarge: error(
    "BCP327",
    (minimum: bigint | number, maximum: bigint | number) =>
      `The provided value (which will always be greater than or equal to ${minimum}) is too large to assign to a target for which the maximum allowable value is ${maximum}.`,
  ),
  tooSmall: error(
    "BCP328",
    (maximum: bigint | number, minimum: bigint | number) =>
      `The provided value (which will always be less than or equal to ${maximum}) is too small to assign to a target for which the minimum allowable value is ${minimum}.`,
  ),
  tooLong: error(
    "BCP332",
    (minimum: number, maximum: number) =>
      `The provided value (whose length will always be greater than or equal to ${minimum}) is too long to assign to a target for which the maximum allowable length is ${maximum}.`,
  ),
  tooShort: error(
    "BCP333",
    (maximum: number, minimum: number) =>
      `The provided value (whose length will always be less than or equal to ${maximum}) is too short to assign to a target for which the minimum allowable length is ${minimum}.`,
  ),
  maybeTooSmall: warning(
    "BCP329",
    (value: bigint, minimum: bigint) =>
      `The provided value can be as small as ${value} and may be too small to assign to a target with a configured minimum of ${minimum}.`,
  ),
  maybeTooLarge: warning(
    "BCP330",
    (value: bigint, maximum: bigint) =>
      `The provided value can be as large as ${value} and may be too large to assign to a target with a configured maximum of ${maximum}.`,
  ),
  maybeTooShort: warning(
    "BCP334",
    (length: number, minimum: number) =>
      `The provided value can have a length as small as ${length} and may be too short to assign to a target with a configured minimum length of ${minimum}.`,
  ),
  maybeTooLong: warning(
    "BCP335",
    (length: number, maximum: number) =>
      `The provided value can have a length as large as ${length} and may be too long to assign to a target with a configured maximum length of ${maximum}.`,
  ),
  fallbackProperty: warning("BCP187", fallbackText),
  fallbackPropertySafe: diagnosticTemplate("BCP187", "info", fallbackText),
  discriminatorUnclear: warning(
    "BCP225",
    (name: string) =>
      `The discriminator property "${name}" value cannot be determined at compilation time. Type checking for this object is disabled.`,
  ),
  assertValue: error(
    "BCP350",
    (type: string) =>
      `Value of type "${type}" cannot be assigned to an assert. Asserts can take values of type 'bool' only.`,
  ),
  notParameterizable: error("BCP383", (name: string) => `The "${name}" type is not parameterizable.`),
  typeArguments: error("BCP384", (name: string, count: number) => `The "${name}" type requires ${count} argument(s).`),
  typeIndex: error("BCP387", () => "Indexing into a type requires an integer greater than or equal to 0."),
  indexRange: error(
    "BCP311",
    (type: string, length: number, index: bigint) =>
      `The provided index value of "${index}" is not valid for type "${type}".${length > 0 ? ` Indexes for this type must be between 0 and ${length - 1}.` : ""}`,
  ),
  arrayIndexRange: error(
    "BCP339",
    (index: bigint) =>
      `The provided array index value of "${index}" is not valid. Array index should be greater than or equal to 0.`,
  ),
  indexOfFromEnd: error(
    "BCP415",
    (type: string) => `The "^" indexing operator cannot be used with index expressions of type "${type}".`,
  ),
  possiblyMissingCall: warning(
    "BCP422",
    (type: string) =>
      `A resource of type "${type}" may or may not exist when this function is called, which could cause the deployment to fail.`,
  ),
  twoRests: error("BCP315", () => "An object type may have at most one additional properties declaration."),
  notFlattened: error(
    "BCP309",
    (type: string, item: string) =>
      `Values of type "${type}" cannot be flattened because "${item}" is not an array type.`,
  ),
  deprecatedResourceType: warning(
    "BCP409",
    () =>
      "The 'resource<>' parameterized type has been deprecated. Please specify whether you want this type to correspond to the resource input or the resource output.",
  ),
  unknownFunctionSuggestion: error(
    "BCP110",
    (type: string, name: string, suggestion: string) =>
      `The type "${type}" does not contain function "${name}". Did you mean "${suggestion}"?`,
  ),
  notATuple: error(
    "BCP388",
    (type: string) => `Cannot access elements of type "${type}" by index. An tuple type is required.`,
  ),
  noAdditionalType: error(
    "BCP389",
    (type: string) => `The type "${type}" does not declare an additional properties type.`,
  ),
  notTypedArray: error(
    "BCP390",
    () => "The array item type access operator ('[*]') can only be used with typed arrays.",
  ),
  divisionByZero: error("BCP410", () => "Division by zero is not supported."),
  nameofTarget: error("BCP408", () => 'The "nameof" function can only be used with an expression which has a name.'),
  spreadItems: error(
    "BCP403",
    (expected: string, actual: string) =>
      `The enclosing array expects elements of type "${expected}", but the array being spread contains elements of incompatible type "${actual}".`,
  ),
  spreadPlace: error("BCP401", () => 'The spread operator "..." is not permitted in this location.'),
  spreadType: error(
    "BCP402",
    (type: string) =>
      `The spread operator "..." can only be used in this context for an expression assignable to type "${type}".`,
  ),
  defaultOfNullable: error(
    "BCP326",
    () =>
      "Nullable-typed parameters may not be assigned default values. They have an implicit default of 'null' that cannot be overridden.",
  ),
  operandsOfFromEnd: error(
    "BCP414",
    (type: string) => `The "^" indexing operator cannot be used on base expressions of type "${type}".`,
  ),
} as const;

function permissible(names: readonly string[]): string {
  if (names.length === 0) return " No other properties are allowed.";
  return ` Permissible properties include ${quoted(names)}.`;
}
