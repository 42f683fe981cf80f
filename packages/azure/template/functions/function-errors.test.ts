import { describe, expect, it } from "vitest";
import { evaluateExpression } from "../expression/evaluate-expression.ts";
import { sampleScope } from "../testing/index.ts";

const kingsland = "KingslandConsulting/Kingsland.ArmLinter tests (outputs of the real service)";
const baseline = "Azure/bicep baseline Parameters/Functions";

const wrong: readonly (readonly [expression: string, message: string, source: string])[] = [
  [
    "concat()",
    "Unable to evaluate template language function 'concat'. At least one parameter should be provided.",
    kingsland,
  ],
  [
    "concat(createArray('a'), 'b')",
    "The provided parameters for language function 'concat' are invalid. Either all or none of the parameters must be an array.",
    "Azure/azure-powershell#12962",
  ],
  [
    "empty()",
    "Unable to evaluate template language function 'empty': function requires 1 argument(s) while 0 were provided.",
    kingsland,
  ],
  [
    "endsWith('a', 'b', 'c')",
    "Unable to evaluate template language function 'endsWith': function requires 2 argument(s) while 3 were provided.",
    kingsland,
  ],
  [
    "toObject('a')",
    "Unable to evaluate template language function 'toObject': function requires between 2 and 3 argument(s) while 1 were provided. Please see https://aka.ms/arm-resource-functions/#toObject for usage details.",
    baseline,
  ],
  [
    "base64(100)",
    "The template language function 'base64' expects its parameter to be of type 'String'. The provided value is of type 'Integer'.",
    kingsland,
  ],
  [
    "base64ToString(createArray(''))",
    "The template language function 'base64ToString' expects its parameter to be a string. The provided value is of type 'Array'.",
    kingsland,
  ],
  [
    "base64ToString('ab@')",
    "The template language function 'base64ToString' was invoked with a parameter that is not valid. The value cannot be decoded from base64 representation.",
    baseline,
  ],
  [
    "first(100)",
    "The template language function 'first' expects its parameter be an array or a string. The provided value is of type 'Integer'.",
    kingsland,
  ],
  [
    "endsWith(1, 2)",
    "The template language function 'endsWith' expects its parameters to be of type string and string. The provided value is of type 'Integer' and 'Integer'.",
    kingsland,
  ],
  ...["if(1, 'a', 'b')", "and(true(), 'x')", "or(false(), 0)", "not('x')"].map(
    (expression) =>
      [
        expression,
        `The provided arguments for template language function '${expression.slice(0, expression.indexOf("("))}' is not valid: all arguments should be of type 'boolean'.`,
        "f5devcentral/f5-azure-saca#104 (of if)",
      ] as const,
  ),
  [
    "like('a', 1)",
    "The template language function 'like' expects its second argument to be a string. The provided value is of type 'Integer'.",
    "arm-ttk#417 (form)",
  ],
  [
    "bool('sdf')",
    "The template language function 'bool' was invoked with a parameter that is not valid. The value cannot be converted to the target type.",
    baseline,
  ],
  [
    "int('asdf')",
    "The template language function 'int' cannot convert provided value 'asdf' to integer value. Please see https://aka.ms/arm-function-int for usage details.",
    baseline,
  ],
  [
    "less(1, 'foo')",
    "The template language function 'less' expects two parameters of matching types. The function was invoked with values of type 'Integer' and 'String' that do not match.",
    baseline,
  ],
  [
    "format('->{123}<-', 123)",
    "Unable to evaluate language function 'format': the format is invalid: 'Index (zero based) must be greater than or equal to zero and less than the size of the argument list.'. Please see https://aka.ms/arm-function-format for usage details.",
    baseline,
  ],
  [
    "format(100)",
    "Unable to evaluate language function 'format': the first argument must be a string literal",
    kingsland,
  ],
  [
    "dataUriToString('Hi 0!')",
    "The template language function 'dataUriToString' expects its parameter to be formatted as a valid data URI. The provided value 'Hi 0!' was not formatted correctly. Please see https://aka.ms/arm-functions#dataUriToString for usage details.",
    baseline,
  ],
  [
    "uri('github.com', 'Azure/bicep')",
    "The template language function 'uri' expects its first argument to be a uri string. The provided value is 'github.com'. Please see https://aka.ms/arm-function-datauri for usage details.",
    baseline,
  ],
  [
    "dateTimeAdd('2023-01-01 00:00:00Z', 'PTASDIONS1D')",
    "The template function 'dateTimeAdd' has an invalid parameter. The second parameter 'PTASDIONS1D' is not a valid ISO8601 Duration string. Please see https://aka.ms/arm-syntax-functions .",
    baseline,
  ],
  [
    "resourceId('Microsoft.Compute/virtualMachines/extensions', 'a')",
    "Unable to evaluate template language function 'resourceId': the type 'Microsoft.Compute/virtualMachines/extensions' requires '2' resource name argument(s).",
    "Azure/azure-quickstart-templates#5803",
  ],
  [
    "resourceId('Microsoft.ServiceBus/namespaces', 'a/b/c')",
    "Unable to evaluate template language function 'resourceId': function requires exactly one multi-segmented argument which must be resource type including resource provider namespace.",
    "MicrosoftDocs/azure-docs#37451",
  ],
  [
    "resourceId('sentia', 'rg', 'Microsoft.X/y', 'a')",
    "The provided value 'sentia' is not valid subscription identifier.",
    "summu97/ARM-Templates-Assessment",
  ],
  ["nonexistent()", "The template function 'nonexistent' is not valid.", kingsland],
  ["reference('x')", "The template function 'reference' is not expected at this location.", "Azure/bicep#1697"],
  [
    "listKeys('x', '2024-01-01')",
    "The template function 'listKeys' is not expected at this location.",
    "Azure/bicep#1697",
  ],
  [
    "createObject('a', 1).b",
    "The language expression property 'b' doesn't exist, available properties are 'a'.",
    "dmauser/opnazure#60",
  ],
  [
    "createArray(1)[2]",
    "The language expression property array index '2' is out of bounds.",
    "Azure-Samples/azure-search-openai-demo#2321",
  ],
  ["string('x').y", "The language expression property 'y' can't be evaluated.", "microsoft/vscode-azurearmtools#380"],
  [
    "parameters('none')",
    "The template parameter 'none' is not found. Please see https://aka.ms/arm-syntax-parameters for usage details.",
    "Azure/azure-policy#1442",
  ],
  [
    "variables('none')",
    "The template variable 'none' is not found. Please see https://aka.ms/arm-syntax-variables for usage details.",
    "rod-trent/SentinelPlaybooks#8",
  ],
  ["fail('not today')", "not today", "Azure/bicep#14067"],
  [
    "resourceId('rg', '/Microsoft.Network/virtualNetworks/subnets', 'v', 's')",
    "the type '/Microsoft.Network/virtualNetworks/subnets' requires '3' resource name argument(s).",
    "Azure/azure-quickstart-templates#8065",
  ],
  ["copyIndex('other')", "There is no copy with the name 'other' around it.", "own"],
  [
    "subscription()",
    "The deployment metadata 'SUBSCRIPTION' is not valid.",
    "microsoft/vscode-azurearmtools validation.backend.scope.test.ts",
  ],
  [
    "resourceGroup()",
    "The template function 'RESOURCEGROUP' is not expected at this location.",
    "microsoft/vscode-azurearmtools validation.backend.scope.test.ts",
  ],
  [
    "take('abc', 'x')",
    "The template language function 'take' expects its second argument to be an integer. The provided value is of type 'String'.",
    "arm-ttk#417 (form)",
  ],
  [
    "add(true(), 1)",
    "expects its first argument to be an integer. The provided value is of type 'Boolean'.",
    "arm-ttk#417 (form)",
  ],
  ["padLeft('a', 3, 'xy')", "The padding must be a single character.", "own"],
  ["createObject('a')", "each key needs a value", "own"],
  [
    "substring('abc', 2, 5)",
    "their sum must be no larger than the length of the string",
    "Azure/Microsoft-Defender-for-Cloud#180",
  ],
  [
    "dataUriToString('data:text/plain;charset=utf-7;base64,QQ==')",
    "The provided charset 'utf-7' is not supported.",
    kingsland,
  ],
  ["dataUriToString(concat(dataUri('abc'), '@'))", "The value cannot be converted to the target type.", baseline],
  [
    "dateTimeAdd('yesterday', 'P1D')",
    "The first parameter 'yesterday' is not a valid ISO8601 date time string.",
    "own",
  ],
  ["dateTimeAdd('2023-02-30', 'P1D')", "is not a valid ISO8601 date time string", "own"],
  ["utcNow('Q')", "The format 'Q' is not a valid date time format string.", "own"],
  ["parseCidr('10.0.0.0/33')", "The specified CIDR '10.0.0.0/33' is not valid.", "Azure/PSRule.Rules.Azure#2336"],
  ["cidrSubnet('10.0.0.0/24', 16, 0)", "'newCIDR' must be between '24' and '32'", "own"],
  ["cidrSubnet('10.0.0.0/24', 25, 2)", "'subnetIndex' is outside of the network", "own"],
  ["cidrHost('10.0.0.0/30', 2)", "'hostIndex' is outside of the network", "own"],
  ["map(createArray(1), 'x')", "expects its second argument to be a lambda expression", "own"],
  [
    "map(createArray(1), lambda('a', 'b', 'c', 1))",
    "requires between 1 and 2 parameter(s) while 3 were declared",
    "own",
  ],
  ["filter(createArray(1), lambda('a', 'x'))", "a lambda expression that returns a boolean", "own"],
  ["lambdaVariables('x')", "The lambda variable 'x' is not found.", "own"],
  ["lambda('x', 1)", "The template function 'lambda' is not expected at this location.", "own"],
  ["mul(9007199254740991, 2)", "result is too large for an integer", "own"],
  [
    "json('{a')",
    "The template language function 'json' parameter is not valid. The provided value '{a' cannot be parsed: 'Unexpected end of content",
    "own",
  ],
  [
    "extensionResourceId('/a/b', 'Microsoft.X', 'n')",
    "function requires exactly two multi-segmented arguments. The first must be the parent resource id while the second must be resource type including resource provider namespace. Current function arguments '/a/b,Microsoft.X,n'.",
    "Azure/bicep#8510",
  ],
  ["providers('Microsoft.Nothing')", "The resource provider 'Microsoft.Nothing' is not known.", "own"],
  ["pickZones('Microsoft.X', 'y', 'nowhere')", "the zones of 'Microsoft.X/y' in 'nowhere' are not known", "own"],
  ["toLogicalZone('s', 'l', 'z')", "The zone 'z' of the location 'l' is not known.", "own"],
  ["roleDefinitions('Nobody')", "The built-in role 'Nobody' is not known.", "own"],
  ["extensions('k8s')", "The template function 'extensions' is not supported here", "own"],
  ["getSecret()", "The template function 'getSecret' is not valid.", "own"],
  ["div(1, 0)", "the divisor must not be '0'", "own"],
  [
    "concat('a'",
    "Unable to parse language expression 'concat('a'': expected token 'RightParenthesis' and actual 'EndOfData'.",
    "Azure/Azure-Sentinel#2600",
  ],
  [
    " ",
    "Unable to parse language expression ' ': expected token 'Identifier' and actual 'EndOfData'.",
    "Azure/azure-cli#14373",
  ],
  [
    "\r\n  {",
    "is not valid: the string character '{' at position '4' is not expected.",
    "Azure/azure-api-management-devops-resource-kit#561",
  ],
];

describe("errors of functions and expressions", () => {
  it.each(wrong)("[%s]", (expression, message) => {
    expect(() => evaluateExpression(`[${expression}]`, { scope: sampleScope, copyIndex: 0 })).toThrow(message);
  });

  it("keeps utcNow and newGuid to parameter defaults", () => {
    for (const name of ["utcNow", "newGuid"]) {
      expect(() => evaluateExpression(`[${name}()]`, { place: "definition" })).toThrow(
        `The template function '${name}' is not expected at this location.`,
      );
    }
  });
});
