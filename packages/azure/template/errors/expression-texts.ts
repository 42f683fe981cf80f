import { countText, ordinal, row, usage } from "./row.ts";

/** Variables, functions, expressions. */
export const expressionTexts = {
  variableNotFound: row(
    "rod-trent/SentinelPlaybooks#8",
    (name: string) => `The template variable '${name}' is not found. ${usage("arm-syntax-variables")}`,
  ),
  expressionCycle: row(
    "Azure/azure-quickstart-templates#13553",
    (name: string) => `Circular dependency detected in template language expression: '${name}'.`,
  ),
  expressionCharacter: row(
    "Azure/azure-api-management-devops-resource-kit#561",
    (expression: string, char: string, position: number) =>
      `The language expression '${expression}' is not valid: the string character '${char}' at position '${position}' is not expected.`,
  ),
  expressionToken: row(
    "Azure/azure-cli#14373",
    (expression: string, expected: string, actual: string) =>
      `Unable to parse language expression '${expression}': expected token '${expected}' and actual '${actual}'.`,
  ),
  expressionDepth: row(
    "own, after limitExceeded",
    (limit: number) => `The language expression nesting limit exceeded. Limit: '${limit}'.`,
  ),
  propertyMissing: row(
    "dmauser/opnazure#60",
    (name: string, available: string) =>
      `The language expression property '${name}' doesn't exist, available properties are '${available}'.`,
  ),
  propertyNotEvaluable: row(
    "microsoft/vscode-azurearmtools#380",
    (name: string) => `The language expression property '${name}' can't be evaluated.`,
  ),
  indexOutOfBounds: row(
    "Azure-Samples/azure-search-openai-demo#2321",
    (index: number | string) => `The language expression property array index '${index}' is out of bounds.`,
  ),
  functionUnknown: row(
    "microsoft/vscode-azurearmtools#531",
    (name: string) => `The template function '${name}' is not valid. ${usage("arm-functions")}`,
  ),
  functionUnsupported: row(
    "own",
    (name: string) => `The template function '${name}' is not supported here: it belongs to deployment extensions.`,
  ),
  functionLocation: row(
    "Azure/bicep#1697",
    (name: string) => `The template function '${name}' is not expected at this location. ${usage("arm-functions")}`,
  ),
  copyIndexLocation: row(
    "microsoft/vscode-azurearmtools#730",
    () =>
      `The template function 'copyIndex' is not expected at this location. The function can only be used in a resource with copy specified. ${usage("arm-resource-loops")}`,
  ),
  copyIndexName: row(
    "own, after copyIndexLocation",
    (name: string) =>
      `The template function 'copyIndex' is not expected at this location. There is no copy with the name '${name}' around it. ${usage("arm-resource-loops")}`,
  ),
  functionInDefinition: row(
    "microsoft/vscode-azurearmtools test/UserFunctions.test.ts",
    (name: string, line: number, column: number, calls: string) =>
      `The template function '${name}' at line '${line}' and column '${column}' is not valid. These function calls are not supported in a function definition: '${calls}'. ${usage("arm-syntax-functions")}`,
  ),
  metadataInvalid: row(
    "microsoft/vscode-azurearmtools test/functional/validation.backend.scope.test.ts",
    (name: string) => `The deployment metadata '${name.toUpperCase()}' is not valid.`,
  ),
  argumentCount: row(
    "Azure/bicep baseline Parameters/Functions, KingslandConsulting/Kingsland.ArmLinter tests",
    (name: string, min: number, max: number, actual: number) =>
      `Unable to evaluate template language function '${name}': function requires ${countText(min, max)} while ${actual} were provided. ${usage(`arm-resource-functions/#${name}`)}`,
  ),
  argumentNone: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    (name: string) =>
      `Unable to evaluate template language function '${name}'. At least one parameter should be provided. ${usage("arm-functions")}`,
  ),
  argumentType: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    (name: string, expected: string, actual: string) =>
      `The template language function '${name}' expects its parameter to be ${expected}. The provided value is of type '${actual}'. ${usage(`arm-functions#${name}`)}`,
  ),
  argumentTypeBare: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    (name: string, expected: string, actual: string) =>
      `The template language function '${name}' expects its parameter be ${expected}. The provided value is of type '${actual}'. ${usage(`arm-functions#${name}`)}`,
  ),
  argumentTypeAt: row(
    "arm-ttk#417 (form)",
    (name: string, index: number, expected: string, actual: string) =>
      `The template language function '${name}' expects its ${ordinal(index)} argument to be ${expected}. The provided value is of type '${actual}'. ${usage(`arm-functions#${name}`)}`,
  ),
  argumentTypes: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    (name: string, expected: string, actual: string) =>
      `The template language function '${name}' expects its parameters to be of type ${expected}. The provided value is of type ${actual}. ${usage(`arm-functions#${name}`)}`,
  ),
  argumentBooleans: row(
    "f5devcentral/f5-azure-saca#104",
    (name: string) =>
      `The provided arguments for template language function '${name}' is not valid: all arguments should be of type 'boolean'. ${usage(`arm-functions#${name}`)}`,
  ),
  argumentMatching: row(
    "Azure/bicep baseline Parameters/Functions",
    (name: string, first: string, second: string) =>
      `The template language function '${name}' expects two parameters of matching types. The function was invoked with values of type '${first}' and '${second}' that do not match.`,
  ),
  argumentConvert: row(
    "Azure/bicep baseline Parameters/Functions",
    (name: string) =>
      `The template language function '${name}' was invoked with a parameter that is not valid. The value cannot be converted to the target type.`,
  ),
  argumentBase64: row(
    "Azure/bicep baseline Parameters/Functions",
    (name: string) =>
      `The template language function '${name}' was invoked with a parameter that is not valid. The value cannot be decoded from base64 representation.`,
  ),
  argumentInteger: row(
    "Azure/bicep baseline Parameters/Functions",
    (name: string, value: string) =>
      `The template language function '${name}' cannot convert provided value '${value}' to integer value. ${usage("arm-function-int")}`,
  ),
  argumentRange: row(
    "Azure/Microsoft-Defender-for-Cloud#180 (form)",
    (name: string, what: string) =>
      `The template language function '${name}' parameters are out of range: ${what}. ${usage(`arm-functions#${name}`)}`,
  ),
  argumentInvalid: row(
    "own, after argumentConvert",
    (name: string, what: string) =>
      `The template language function '${name}' was invoked with a parameter that is not valid. ${what}`,
  ),
  concatMixed: row(
    "Azure/azure-powershell#12962",
    () =>
      `The provided parameters for language function 'concat' are invalid. Either all or none of the parameters must be an array. ${usage("arm-functions#concat")}`,
  ),
  formatInvalid: row(
    "Azure/bicep baseline Parameters/Functions",
    (reason: string) =>
      `Unable to evaluate language function 'format': the format is invalid: '${reason}'. ${usage("arm-function-format")}`,
  ),
  formatTypes: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    () =>
      `Unable to evaluate language function 'format': the first argument must be a string literal, and the type of other arguments must be one of 'Array, Boolean, Date, Float, Guid, Integer, Null, Object, String, TimeSpan, Undefined, Uri'. ${usage("arm-function-format")}`,
  ),
  dataUriFormat: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    (value: string) =>
      `The template language function 'dataUriToString' expects its parameter to be formatted as a valid data URI. The provided value '${value}' was not formatted correctly. ${usage("arm-functions#dataUriToString")}`,
  ),
  dataUriCharset: row(
    "KingslandConsulting/Kingsland.ArmLinter tests",
    (charset: string) =>
      `The template language function 'dataUriToString' parameter is not valid. The provided charset '${charset}' is not supported. ${usage("arm-functions#dataUriToString")}`,
  ),
  uriInvalid: row(
    "Azure/bicep baseline Parameters/Functions",
    (value: string) =>
      `The template language function 'uri' expects its first argument to be a uri string. The provided value is '${value}'. ${usage("arm-function-datauri")}`,
  ),
  durationInvalid: row(
    "Azure/bicep baseline Parameters/Functions",
    (value: string) =>
      `The template function 'dateTimeAdd' has an invalid parameter. The second parameter '${value}' is not a valid ISO8601 Duration string. Please see https://aka.ms/arm-syntax-functions .`,
  ),
  dateInvalid: row(
    "own, after durationInvalid",
    (name: string, value: string) =>
      `The template function '${name}' has an invalid parameter. The first parameter '${value}' is not a valid ISO8601 date time string. Please see https://aka.ms/arm-syntax-functions .`,
  ),
  dateFormatInvalid: row(
    "own, after durationInvalid",
    (name: string, value: string) =>
      `The template function '${name}' has an invalid parameter. The format '${value}' is not a valid date time format string. Please see https://aka.ms/arm-syntax-functions .`,
  ),
  cidrInvalid: row(
    "Azure/PSRule.Rules.Azure#2336 (form)",
    (name: string, value: string) =>
      `The template language function '${name}' was invoked with a parameter that is not valid. The specified CIDR '${value}' is not valid.`,
  ),
  lambdaExpected: row(
    "own, after argumentTypeAt",
    (name: string, index: number) =>
      `The template language function '${name}' expects its ${ordinal(index)} argument to be a lambda expression. ${usage(`arm-functions#${name}`)}`,
  ),
  lambdaParameters: row(
    "own, after argumentCount",
    (name: string, min: number, max: number, actual: number) =>
      `The lambda expression of the template language function '${name}' requires ${countText(min, max).replace("argument", "parameter")} while ${actual} were declared. ${usage(`arm-functions#${name}`)}`,
  ),
  lambdaVariable: row(
    "own, after variableNotFound",
    (name: string) => `The lambda variable '${name}' is not found. ${usage("arm-functions#lambda")}`,
  ),
  jsonInvalid: row(
    "own, after argumentConvert and the reader's sentence",
    (value: string, reason: string) =>
      `The template language function 'json' parameter is not valid. The provided value '${value}' cannot be parsed: '${reason}'. ${usage("arm-functions#json")}`,
  ),
  fail: row("Azure/bicep#14067", (message: string) => message),
  tooManySteps: row(
    "own, after limitExceeded",
    (limit: number) => `The number of template language evaluation steps limit exceeded. Limit: '${limit}'.`,
  ),
  resultTooLarge: row(
    "own, after integerOverflow",
    (name: string) =>
      `The template language function '${name}' was invoked with parameters whose result is too large. ${usage(`arm-functions#${name}`)}`,
  ),
  divideByZero: row(
    "MicrosoftDocs/azure-docs template-functions-numeric.md (form)",
    (name: string) =>
      `The template language function '${name}' parameters are out of range: the divisor must not be '0'. ${usage(`arm-functions#${name}`)}`,
  ),
  integerOverflow: row(
    "own",
    (name: string) =>
      `The template language function '${name}' was invoked with parameters whose result is too large for an integer. ${usage(`arm-functions#${name}`)}`,
  ),
} as const;
