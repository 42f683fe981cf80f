import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);
const warning = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "warning", message);

const scopeList = {
  tenant:
    "Permissible scopes include tenant: tenant(), named management group: managementGroup(<name>), named subscription: subscription(<subId>), or named resource group in a named subscription: resourceGroup(<subId>, <name>).",
  managementGroup:
    "Permissible scopes include current management group: managementGroup(), named management group: managementGroup(<name>), named subscription: subscription(<subId>), tenant: tenant(), or named resource group in a named subscription: resourceGroup(<subId>, <name>).",
  subscription:
    "Permissible scopes include current subscription: subscription(), named subscription: subscription(<subId>), named resource group in same subscription: resourceGroup(<name>), named resource group in different subscription: resourceGroup(<subId>, <name>), or tenant: tenant().",
  resourceGroup:
    "Permissible scopes include current resource group: resourceGroup(), named resource group in same subscription: resourceGroup(<name>), named resource group in a different subscription: resourceGroup(<subId>, <name>), current subscription: subscription(), named subscription: subscription(<subId>) or tenant: tenant().",
} as const;

const moduleScope = (code: string, scope: keyof typeof scopeList) =>
  error(
    code,
    () =>
      `Unsupported scope for module deployment in a "${scope}" target scope. Omit this property to inherit the current scope, or specify a valid scope. ${scopeList[scope]}`,
  );

/** Resources, modules and scopes. Codes and texts are those of the Bicep compiler. */
export const resourceErrors = {
  typeNotValid: error(
    "BCP029",
    () => 'The resource type is not valid. Specify a valid resource type of format "<type-name>@<apiVersion>".',
  ),
  interpolatedType: error("BCP047", () => "String interpolation is unsupported for specifying the resource type."),
  typeUnknown: warning(
    "BCP081",
    (type: string) =>
      `Resource type "${type}" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.`,
  ),
  moduleBroken: error("BCP104", () => "The referenced module has errors."),
  moduleScope: {
    tenant: moduleScope("BCP113", "tenant"),
    managementGroup: moduleScope("BCP114", "managementGroup"),
    subscription: moduleScope("BCP115", "subscription"),
    resourceGroup: moduleScope("BCP116", "resourceGroup"),
  },
  notDeployTime: error(
    "BCP120",
    (property: string, type: string, chain: string, accessible: string) =>
      `This expression is being used in an assignment to the "${property}" property of the "${type}" type, which requires a value that can be calculated at the start of the deployment.${chain}${accessible}`,
  ),
  moduleScopeNotValid: error(
    "BCP134",
    (supplied: readonly string[], permitted: readonly string[]) =>
      `Scope ${quoted(supplied)} is not valid for this module. Permitted scopes: ${quoted(permitted)}.`,
  ),
  crossScope: error(
    "BCP139",
    () =>
      "A resource's scope must match the scope of the Bicep file for it to be deployable. You must use modules to deploy resources to a different scope.",
  ),
  collectionReference: error(
    "BCP144",
    () =>
      "Directly referencing a resource or module collection is not currently supported here. Apply an array indexer to the expression.",
  ),
  nestedSegment: error(
    "BCP156",
    (segment: string) =>
      `The resource type segment "${segment}" is invalid. Nested resources must specify a single type segment, and optionally can specify an api version using the format "<type>@<apiVersion>".`,
  ),
  containerBroken: error(
    "BCP157",
    () => "The resource type cannot be determined due to an error in the containing resource.",
  ),
  notAResource: error(
    "BCP158",
    (type: string) => `Cannot access nested resources of type "${type}". A resource type is required.`,
  ),
  nestedNotFound: error(
    "BCP159",
    (resource: string, name: string, known: readonly string[]) =>
      `The resource "${resource}" does not contain a nested resource named "${name}".${known.length === 0 ? "" : ` Known nested resources are: ${quoted(known)}.`}`,
  ),
  nestedInLoop: error("BCP160", () => "A nested resource cannot appear inside of a resource with a for-expression."),
  scopeOnChild: error(
    "BCP164",
    () =>
      'A child resource\'s scope is computed based on the scope of its ancestor resource. This means that using the "scope" property on a child resource is unsupported.',
  ),
  scopeOfAncestor: error(
    "BCP165",
    (ancestor: string) =>
      `A resource's computed scope must match that of the Bicep file for it to be deployable. This resource's scope is computed from the "scope" property value assigned to ancestor resource "${ancestor}". You must use modules to deploy resources to a different scope.`,
  ),
  nameSegments: error(
    "BCP169",
    (count: number) =>
      `Expected resource name to contain ${count} "/" character(s). The number of name segments must match the number of segments in the resource type.`,
  ),
  nameWithSlash: error(
    "BCP170",
    () =>
      'Expected resource name to not contain any "/" characters. Child resources with a parent resource reference (via the parent property or via nesting) must not contain a fully-qualified name.',
  ),
  notOnExisting: error(
    "BCP173",
    (name: string) => `The property "${name}" cannot be used in an existing resource declaration.`,
  ),
  providersSegment: warning(
    "BCP174",
    () =>
      'Type validation is not available for resource types declared containing a "/providers/" segment. Please instead use the "scope" property.',
  ),
  conditionNotDeployTime: error(
    "BCP177",
    (chain: string, accessible: string) =>
      `This expression is being used in the if-condition expression, which requires a value that can be calculated at the start of the deployment.${chain}${accessible}`,
  ),
  loopNotDeployTime: error(
    "BCP178",
    (chain: string, accessible: string) =>
      `This expression is being used in the for-expression, which requires a value that can be calculated at the start of the deployment.${chain}${accessible}`,
  ),
  argumentNotDeployTime: error(
    "BCP181",
    (name: string, chain: string, accessible: string) =>
      `This expression is being used in an argument of the function "${name}", which requires a value that can be calculated at the start of the deployment.${chain}${accessible}`,
  ),
  loopBodyNotDeployTime: error(
    "BCP182",
    (name: string, chain: string, violating: string, accessible: string) =>
      `This expression is being used in the for-body of the variable "${name}", which requires values that can be calculated at the start of the deployment.${chain}${violating}${accessible}`,
  ),
  uniqueNameInLoop: warning("BCP179", (item: string, index: string | undefined, properties: readonly string[]) =>
    index === undefined
      ? `Unique resource or deployment name is required when looping. The loop item variable "${item}" must be referenced in at least one of the value expressions of the following properties: ${quoted(properties)}`
      : `Unique resource or deployment name is required when looping. The loop item variable "${item}" or the index variable "${index}" must be referenced in at least one of the value expressions of the following properties in the loop body: ${quoted(properties)}`,
  ),
  secretPlace: error(
    "BCP180",
    (name: string) =>
      `Function "${name}" is not valid at this location. It can only be used when directly assigning to a module parameter with a secure decorator.`,
  ),
  objectLiteral: error(
    "BCP183",
    (name: string) => `The value of the module "${name}" property must be an object literal.`,
  ),
  parentExpression: error(
    "BCP240",
    () => 'The "parent" property only permits direct references to resources. Expressions are not supported.',
  ),
  sameName: error(
    "BCP121",
    (names: readonly string[]) =>
      `Resources: ${quoted(names)} are defined with this same name in a file. Rename them or split into different modules.`,
  ),
  sameModuleName: error(
    "BCP122",
    (names: readonly string[]) =>
      `Modules: ${quoted(names)} are defined with this same name and this same scope in a file. Rename them or split into different modules.`,
  ),
  lambdaInIndex: error(
    "BCP247",
    (names: readonly string[]) =>
      `Using lambda variables inside resource or module array access is not currently supported. Found the following lambda variable(s) being accessed: ${quoted(names)}.`,
  ),
  lambdaInFunction: error(
    "BCP248",
    (name: string, names: readonly string[]) =>
      `Using lambda variables inside the "${name}" function is not currently supported. Found the following lambda variable(s) being accessed: ${quoted(names)}.`,
  ),
  spreadBesideLoop: error(
    "BCP417",
    () => 'The spread operator "..." cannot be used inside objects containing property for-expressions.',
  ),
  typeScope: error(
    "BCP135",
    (supplied: readonly string[], permitted: readonly string[]) =>
      `Scope ${quoted(supplied)} is not valid for this resource type. Permitted scopes: ${quoted(permitted)}.`,
  ),
  readOnlyType: warning(
    "BCP245",
    (type: string) => `Resource type "${type}" can only be used with the 'existing' keyword.`,
  ),
  readOnlyTypeAtScope: warning(
    "BCP246",
    (type: string, permitted: readonly string[]) =>
      `Resource type "${type}" can only be used with the 'existing' keyword at the requested scope. Permitted scopes for deployment: ${quoted(permitted)}.`,
  ),
  namespaceUnknown: error(
    "BCP208",
    (name: string, known: readonly string[]) =>
      `The specified namespace "${name}" is not recognized. Specify a resource reference using one of the following namespaces: ${quoted(known)}.`,
  ),
  runtimeInFunction: error(
    "BCP341",
    (chain: string, accessible: string) =>
      `This expression is being used inside a function declaration, which requires a value that can be calculated at the start of the deployment.${chain}${accessible}`,
  ),
  wholeResourceType: error(
    "BCP394",
    () =>
      "Resource-derived type expressions must dereference a property within the resource body. Using the entire resource body type is not permitted.",
  ),
  scopeAmbiguous: error(
    "BCP420",
    () =>
      "The scope could not be resolved at compile time because the supplied expression is ambiguous or too complex. Scoping expressions must be reducible to a specific kind of scope without knowledge of parameter values.",
  ),
  typedParametersFeature: error(
    "BCP231",
    () =>
      'Using resource-typed parameters and outputs requires enabling EXPERIMENTAL feature "ResourceTypedParamsAndOutputs".',
  ),
  testFeature: error(
    "BCP348",
    () => 'Using a test declaration statement requires enabling EXPERIMENTAL feature "TestFramework".',
  ),
  assertFeature: error(
    "BCP349",
    () => 'Using an assert declaration requires enabling EXPERIMENTAL feature "Assertions".',
  ),
  extensionAliasMissing: error(
    "BCP423",
    () => "An extension alias must be defined for an extension declaration with an inlined registry reference.",
  ),
  /** byocni's own: the package of types is not there, and nothing tells how the extension is called. */
  extensionUnsupported: error(
    "extension-unsupported",
    (name: string) => `The extension "${name}" is not supported: its package of types cannot be read.`,
  ),
  /** byocni's own: the package of types is not in the local cache. */
  extensionAssumed: warning(
    "extension-not-restored",
    (reference: string, name: string, version: string) =>
      `The extension "${reference}" has not been restored: nothing is known of its types, and its name "${name}" and version "${version}" are taken from the reference.`,
  ),
  /** byocni's own: a part of the language that is not compiled. */
  unsupported: error("not-supported", (what: string) => `${what} is not supported by byocni.`),
} as const;
