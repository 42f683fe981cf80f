import { row, usage } from "./row.ts";

/** Parameters. */
export const parameterTexts = {
  parameterNotFound: row(
    "Azure/azure-policy#1442",
    (name: string) => `The template parameter '${name}' is not found. ${usage("arm-syntax-parameters")}`,
  ),
  parameterMissing: row(
    "microsoft/fabric-toolbox#398",
    (name: string, line: number, column: number) =>
      `The value for the template parameter '${name}' at line '${line}' and column '${column}' is not provided. ${usage("arm-create-parameter-file")}`,
  ),
  parametersUnknown: row(
    "microsoft/vscode-azurearmtools test/functional/linkedTemplates.test.ts",
    (unknown: string, known: string) =>
      `The template parameters '${unknown}' in the parameters file are not valid; they are not present in the original template and can therefore not be provided at deployment time. The only supported parameters for this template are '${known}'. ${usage("arm-pass-parameter-values")}`,
  ),
  parameterType: row(
    "microsoft/azure-pipelines-tasks#19942",
    (name: string, expected: string, actual: string) =>
      `The provided value for the template parameter '${name}' is not valid. Expected a value of type '${expected}', but received a value of type '${actual}'. ${usage("arm-create-parameter-file")}`,
  ),
  parameterInvalid: row(
    "microsoft/vscode-azurearmtools#1350",
    (name: string, line: number, column: number, reason: string) =>
      `The provided value for the template parameter '${name}' at line '${line}' and column '${column}' is not valid. ${reason} ${usage("arm-syntax-parameters")}`,
  ),
  parameterValue: row(
    "Azure/bicep#20322",
    (name: string, reason: string) =>
      `The provided value for the template parameter '${name}' is not valid. ${reason} ${usage("arm-syntax-parameters")}`,
  ),
  parameterNotAllowed: row(
    "Azure/azure-powershell#14283",
    (value: string, name: string, line: number, column: number, allowed: string) =>
      `The provided value '${value}' for the template parameter '${name}' at line '${line}' and column '${column}' is not valid. The parameter value is not part of the allowed value(s): '${allowed}'.`,
  ),
  tooShort: row(
    "microsoft/vscode-azurearmtools#1350",
    (limit: number) => `Length of the value should be greater than or equal to '${limit}'.`,
  ),
  tooLong: row(
    "Azure/azure-quickstart-templates#1172",
    (limit: number) => `Length of the value should be less than or equal to '${limit}'.`,
  ),
  tooSmall: row("own, after tooShort", (limit: number) => `The value should be greater than or equal to '${limit}'.`),
  tooLarge: row("own, after tooShort", (limit: number) => `The value should be less than or equal to '${limit}'.`),
  parameterDefinitionType: row(
    "own, after parameterInvalid",
    (name: string, type: string) =>
      `The template parameter '${name}' is not valid: the type '${type}' is not supported. ${usage("arm-syntax-parameters")}`,
  ),
  parameterCycle: row(
    "Azure/azure-quickstart-templates#13553",
    (name: string) => `Circular dependency detected in template language expression: '${name}'.`,
  ),
  parameterSecret: row(
    "own",
    (name: string, vault: string) =>
      `The value of the template parameter '${name}' is a reference to a secret of key vault '${vault}'; key vault secrets are not available here. Give the value itself.`,
  ),
  parameterReference: row(
    "own, after parameterInvalid",
    (name: string) =>
      `The value for the template parameter '${name}' must have either the property 'value' or the property 'reference'. ${usage("arm-create-parameter-file")}`,
  ),
} as const;
