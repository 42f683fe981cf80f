import { row, usage } from "./row.ts";

/** Resources. */
export const resourceTexts = {
  resourceNameEmpty: row(
    "mikepfeiffer/node-express-azure#10",
    (line: number, column: number) =>
      `The template resource '' at line '${line}' and column '${column}' is not valid. The name property cannot be null or empty. ${usage("arm-syntax-resources")}`,
  ),
  resourcePropertyEmpty: row(
    "own, after resourceNameEmpty",
    (name: string, line: number, column: number, property: string) =>
      `The template resource '${name}' at line '${line}' and column '${column}' is not valid. The ${property} property cannot be null or empty. ${usage("arm-syntax-resources")}`,
  ),
  resourceInvalid: row(
    "Azure/bicep#1697",
    (name: string, line: number, column: number, inner: string) =>
      `The template resource '${name}' at line '${line}' and column '${column}' is not valid: ${inner}. ${usage("arm-functions")}`,
  ),
  variableInvalid: row(
    "Azure/az-hop#1555",
    (name: string, inner: string) =>
      `The template variable '${name}' is not valid: ${inner}. ${usage("arm-functions")}`,
  ),
  segmentLengths: row(
    "microsoft/vscode-azurearmtools snippets.test.ts",
    (name: string, type: string, line: number, column: number) =>
      `The template resource '${name}' for type '${type}' at line '${line}' and column '${column}' has incorrect segment lengths. A nested resource type must have identical number of segments as its resource name. A root resource type must have segment length one greater than its resource name. ${usage("arm-syntax-resources")}`,
  ),
  duplicateResource: row(
    "Azure/azure-powershell#14283",
    (id: string, line: number, column: number) =>
      `The resource '${id}' at line '${line}' and column '${column}' is defined multiple times in a template. ${usage("arm-syntax-resources")}`,
  ),
  dependencyNotFound: row(
    "microsoft/vscode-azurearmtools#493",
    (name: string) => `The resource '${name}' is not defined in the template. ${usage("arm-syntax")}`,
  ),
  circularDependency: row(
    "polymind-inc/acmebot#1089",
    (id: string) => `Circular dependency detected on resource: '${id}'. ${usage("arm-syntax-resources")}`,
  ),
  copyCount: row(
    "Azure/azure-quickstart-templates#6459",
    (line: number, column: number) =>
      `The template 'copy' definition at line '${line}' and column '${column}' has an invalid copy count. The copy count must be a positive integer value and cannot exceed '800'. ${usage("arm-resource-loops")}`,
  ),
  copyBatchSize: row(
    "MicrosoftDocs/azure-docs#62948",
    (line: number, column: number, count: number) =>
      `The template 'copy' definition at line '${line}' and column '${column}' has an invalid copy batch size. The copy batch size must be a non-negative integer value and cannot exceed the copy count '${count}'. ${usage("arm-resource-loops")}`,
  ),
  copyMode: row(
    "own, after copyCount",
    (line: number, column: number, mode: string) =>
      `The template 'copy' definition at line '${line}' and column '${column}' has an invalid copy mode '${mode}'. Supported modes are 'serial,parallel'. ${usage("arm-resource-loops")}`,
  ),
  copyDefinition: row(
    "own, after copyCount",
    (line: number, column: number, property: string) =>
      `The template 'copy' definition at line '${line}' and column '${column}' is not valid. The ${property} property cannot be null or empty. ${usage("arm-resource-loops")}`,
  ),
  evaluationType: row(
    "Azure/missionlz#467",
    (expression: string, actual: string, expected: string) =>
      `Evaluation result of language expression '${expression}' is type '${actual}', expected type is '${expected}'.`,
  ),
  deploymentVersion: row(
    "fortinet/azure-templates#63",
    (name: string, line: number, column: number, supported: string) =>
      `The template resource '${name}' at line '${line}' and column '${column}' is invalid. 'ApiVersion' property is invalid. The supported versions are '${supported}'. ${usage("arm-syntax-resources")}`,
  ),
  scopeInvalid: row(
    "own, after resourcePropertyEmpty",
    (name: string, line: number, column: number, scope: string) =>
      `The template resource '${name}' at line '${line}' and column '${column}' is not valid. The scope '${scope}' is not a valid resource id. ${usage("arm-syntax-resources")}`,
  ),
  extensionUnsupported: row(
    "own",
    (name: string, line: number, column: number, extension: string) =>
      `The template resource '${name}' at line '${line}' and column '${column}' is not valid: resources of the extension '${extension}' are not supported here.`,
  ),
  nestedProperties: row(
    "microsoft/vscode-azurearmtools test/LinkedTemplates.regressions.test.ts",
    () => `The deployment must have Properties property set. ${usage("arm-deploy")}`,
  ),
  nestedTemplate: row(
    "own, after nestedProperties",
    (name: string) =>
      `The deployment '${name}' must have either the template or the templateLink property set. ${usage("arm-deploy")}`,
  ),
} as const;
