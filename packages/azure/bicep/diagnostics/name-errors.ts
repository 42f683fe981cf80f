import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);

/** Names, declarations and cycles. Codes and texts are those of the Bicep compiler. */
export const nameErrors = {
  duplicateProperty: error(
    "BCP025",
    (name: string) =>
      `The property "${name}" is declared multiple times in this object. Remove or rename the duplicate properties.`,
  ),
  duplicate: error(
    "BCP028",
    (name: string) => `Identifier "${name}" is declared multiple times. Remove or rename the duplicates.`,
  ),
  notFound: error("BCP057", (name: string) => `The name "${name}" does not exist in the current context.`),
  notAFunction: error("BCP059", (name: string) => `The name "${name}" is not a function.`),
  variablesFunction: error(
    "BCP060",
    () => 'The "variables" function is not supported. Directly reference variables by their symbolic names.',
  ),
  parametersFunction: error(
    "BCP061",
    () => 'The "parameters" function is not supported. Directly reference parameters by their symbolic names.',
  ),
  notValid: error("BCP062", (name: string) => `The referenced declaration with name "${name}" is not valid.`),
  notAValue: error("BCP063", (name: string) => `The name "${name}" is not a parameter, variable, resource or module.`),
  parameterDefaultOnly: error(
    "BCP065",
    (name: string) =>
      `Function "${name}" is not valid at this location. It can only be used as a parameter default value.`,
  ),
  resourcesOnly: error(
    "BCP066",
    (name: string) => `Function "${name}" is not valid at this location. It can only be used in resource declarations.`,
  ),
  useOperator: error(
    "BCP069",
    (name: string, operator: string) =>
      `The function "${name}" is not supported. Use the "${operator}" operator instead.`,
  ),
  parametersOnly: error(
    "BCP072",
    () => "This symbol cannot be referenced here. Only other parameters can be referenced in parameter default values.",
  ),
  selfReference: error("BCP079", () => "This expression is referencing its own declaration, which is not allowed."),
  cycle: error(
    "BCP080",
    (names: readonly string[]) => `The expression is involved in a cycle ("${names.join('" -> "')}").`,
  ),
  notFoundSuggestion: error(
    "BCP082",
    (name: string, suggestion: string) =>
      `The name "${name}" does not exist in the current context. Did you mean "${suggestion}"?`,
  ),
  fileSelfReference: error("BCP094", () => "This module references itself, which is not allowed."),
  fileCycle: error(
    "BCP095",
    (paths: readonly string[]) => `The file is involved in a cycle ("${paths.join('" -> "')}").`,
  ),
  ifFunction: error(
    "BCP100",
    () =>
      'The function "if" is not supported. Use the "?:" (ternary conditional) operator instead, e.g. condition ? ValueIfTrue : ValueIfFalse',
  ),
  createArrayFunction: error(
    "BCP101",
    () => 'The "createArray" function is not supported. Construct an array literal using [].',
  ),
  createObjectFunction: error(
    "BCP102",
    () => 'The "createObject" function is not supported. Construct an object literal using {}.',
  ),
  shadowedFunction: error(
    "BCP265",
    (name: string, namespace: string) => `The name "${name}" is not a function. Did you mean "${namespace}.${name}"?`,
  ),
  reservedForLoops: error(
    "BCP239",
    (name: string) => `Identifier "${name}" is a reserved Bicep symbol name and cannot be used in this context.`,
  ),
  deprecatedFunction: diagnosticTemplate(
    "BCP241",
    "warning",
    (name: string) =>
      `The "${name}" function is deprecated and will be removed in a future release of Bicep. Please add a comment to https://github.com/Azure/bicep/issues/2017 if you believe this will impact your workflow.`,
  ),
  notInNamespace: error(
    "BCP107",
    (name: string, namespace: string) => `The function "${name}" does not exist in namespace "${namespace}".`,
  ),
  notInNamespaceSuggestion: error(
    "BCP108",
    (name: string, namespace: string, suggestion: string) =>
      `The function "${name}" does not exist in namespace "${namespace}". Did you mean "${suggestion}"?`,
  ),
  targetScopeTwice: error("BCP112", () => 'The "targetScope" cannot be declared multiple times in one file.'),
  duplicateOutput: error(
    "BCP145",
    (name: string) => `Output "${name}" is declared multiple times. Remove or rename the duplicates.`,
  ),
  reservedSymbol: error(
    "BCP084",
    (name: string, namespaces: readonly string[]) =>
      `The symbolic name "${name}" is reserved. Please use a different symbolic name. Reserved namespaces are ${quoted(namespaces)}.`,
  ),
  reservedMetadata: error(
    "BCP268",
    (name: string) =>
      `Invalid identifier: "${name}". Metadata identifiers starting with '_' are reserved. Please use a different identifier.`,
  ),
  valueAsType: error("BCP287", (name: string) => `'${name}' refers to a value but is being used as a type here.`),
  typeAsValue: error("BCP288", (name: string) => `'${name}' refers to a type but is being used as a value here.`),
  reservedTypeName: error(
    "BCP301",
    (name: string) => `The type name "${name}" is reserved and may not be attached to a user-defined type.`,
  ),
  notAType: error(
    "BCP302",
    (name: string, valid: readonly string[]) =>
      `The name "${name}" is not a valid type. Please specify one of the following types: ${quoted(valid)}.`,
  ),
  namespaceAsType: error("BCP306", (name: string) => `The name "${name}" refers to a namespace, not to a type.`),
  importNotFound: error(
    "BCP360",
    (name: string) => `The '${name}' symbol was not found in (or was not exported by) the imported template.`,
  ),
  casingOnly: error(
    "BCP353",
    (kind: string, names: readonly string[]) =>
      `The ${kind} ${quoted(names)} differ only in casing. The ARM deployments engine is not case sensitive and will not be able to distinguish between them.`,
  ),
  extensionNotRecognized: error("BCP204", (name: string) => `Extension "${name}" is not recognized.`),
  baseReserved: error("BCP438", () => "The identifier 'base' is reserved and cannot be declared."),
  baseWithoutExtends: error(
    "BCP437",
    () => "The identifier 'base' is only available in parameter files that declare an 'extends' clause.",
  ),
} as const;
