import { describe, expect, it } from "vitest";
import type { Json } from "@byocni/base/core";
import { evaluateExpression } from "../expression/evaluate-expression.ts";
import { sampleCloud, sampleScope, sampleSubscription } from "../testing/index.ts";
import { listFunctions } from "./list-functions.ts";

const docs = "MicrosoftDocs/azure-docs template-functions-";
const kingsland = "KingslandConsulting/Kingsland.ArmLinter tests (outputs of the real service)";
const baseline = "Azure/bicep baselines, EvaluationTests.cs";
const group = `/subscriptions/${sampleSubscription}/resourceGroups/rg-byocni`;

/** At least one row a function: expression, value, where the value is known from. */
const rows: readonly (readonly [expression: string, expected: Json, source: string])[] = [
  // arrays
  ["array('efgh')", ["efgh"], `${docs}array.md`],
  ["array(createObject('a', 'b'))", [{ a: "b" }], `${docs}array.md`],
  ["concat('hello', 'brave')", "hellobrave", kingsland],
  ["concat('')", "", kingsland],
  ["concat('prefix', '-', 1)", "prefix-1", `${docs}string.md`],
  ["concat(createArray('1-1'), createArray('2-1'))", ["1-1", "2-1"], `${docs}array.md`],
  ["contains('OneTwoThree', 'e')", true, `${docs}array.md`],
  ["contains('OneTwoThree', 'z')", false, `${docs}array.md`],
  ["contains(createObject('one', 'a'), 'ONE')", true, `${docs}object.md: keys without regard to case`],
  ["contains(createArray('one'), 'One')", false, `${docs}array.md: values with regard to case`],
  ["createArray(1, 2, 3)", [1, 2, 3], `${docs}array.md`],
  ["createArray()", [], `${docs}array.md (emptyArray)`],
  ["distinct(createArray('a', 'b', 'a', 1, 1))", ["a", "b", 1], "Azure/bicep Bicep.Core 2026-08: distinct(array)"],
  ["empty(createArray())", true, `${docs}array.md`],
  ["empty('')", true, `${docs}array.md`],
  ["empty(null())", true, "corpus object-json.json"],
  ["first(createArray('one', 'two'))", "one", `${docs}array.md`],
  ["first('One Two Three')", "O", `${docs}array.md`],
  ["first(createArray())", null, "Azure/azure-rest-api-specs#14055"],
  ["flatten(createArray(createArray(1), createArray(2, 3)))", [1, 2, 3], `${docs}array.md`],
  ["indexFromEnd(createArray('a', 'b', 'c'), 1)", "c", "Azure/bicep: [^1] is the last item"],
  ["tryIndexFromEnd(createArray('a'), 2)", null, "Azure/bicep: [?^2] is null when out of bounds"],
  ["indexOf('test', 't')", 0, `${docs}string.md`],
  ["indexOf('abcdef', 'CD')", 2, `${docs}string.md: without regard to case`],
  ["indexOf(createArray('one', 'two'), 'two')", 1, `${docs}array.md`],
  ["lastIndexOf('test', 't')", 3, `${docs}string.md`],
  ["lastIndexOf(createArray('a', 'b', 'a'), 'a')", 2, `${docs}array.md`],
  [
    "intersection(createArray('one', 'two', 'three'), createArray('two', 'three'))",
    ["two", "three"],
    `${docs}array.md`,
  ],
  ["last('One Two Three')", "e", `${docs}array.md`],
  ["length(createArray('one', 'two', 'three'))", 3, `${docs}array.md`],
  ["length('One Two Three')", 13, `${docs}array.md`],
  ["length(createObject('a', 1, 'b', 2))", 2, `${docs}object.md`],
  // Azure/bicep SystemNamespaceType.cs: "*" is a wildcard, the comparison is case-insensitive.
  ["like('abc', 'abc')", true, baseline],
  ["like('abcdef', 'a*c*')", true, baseline],
  ["like('abcabc', '*abc')", true, baseline],
  ["like('aXaYa', 'a*a')", true, baseline],
  ["like('', '***')", true, baseline],
  ["like('a', 'b')", false, baseline],
  ["like('abc**def', '*def')", true, baseline],
  ["like('aXbYa', 'a*b*a')", true, baseline],
  ["like('ABC', 'a*C')", true, baseline],
  ["like('ab', 'ab*b')", false, baseline],
  ["max(0, 3, 2, 5, 4)", 5, `${docs}numeric.md`],
  ["max(createArray(0, 3, 2, 5, 4))", 5, `${docs}array.md`],
  ["min(createArray(0, 3, 2, 5, 4))", 0, `${docs}array.md`],
  ["range(5, 3)", [5, 6, 7], `${docs}array.md`],
  ["skip(createArray('one', 'two', 'three'), 2)", ["three"], `${docs}array.md`],
  ["skip('one two three', 4)", "two three", `${docs}array.md`],
  ["take(createArray('one', 'two', 'three'), 2)", ["one", "two"], `${docs}array.md`],
  ["take('one two three', 2)", "on", `${docs}array.md`],
  ["tryGet(createObject('a', createObject('b', 1)), 'a', 'b')", 1, `${docs}object.md`],
  ["tryGet(createObject('a', 1), 'x')", null, `${docs}object.md`],
  ["tryGet(createArray(1, 2), 5)", null, `${docs}array.md`],
  [
    "union(createArray('one', 'two', 'three'), createArray('three', 'four'))",
    ["one", "two", "three", "four"],
    `${docs}array.md`,
  ],
  [
    'union(json(\'{"a":{"x":1,"l":[1]}}\'), json(\'{"a":{"y":2,"l":[2]}}\'))',
    { a: { x: 1, y: 2, l: [2] } },
    `${docs}object.md: nested objects merge, arrays do not`,
  ],
  // objects
  ["createObject('intProp', 1, 'boolProp', true())", { intProp: 1, boolProp: true }, `${docs}object.md`],
  [
    "items(createObject('item002', 2, 'item001', 1))",
    [
      { key: "item001", value: 1 },
      { key: "item002", value: 2 },
    ],
    `${docs}object.md: sorted by key`,
  ],
  ['json(\'{"a": "b"}\')', { a: "b" }, `${docs}object.md`],
  ["json('null')", null, `${docs}object.md`],
  ["null()", null, `${docs}object.md`],
  ["objectKeys(createObject('a', 1, 'b', 2))", ["a", "b"], `${docs}object.md`],
  [
    'shallowMerge(createArray(json(\'{"a":{"x":1}}\'), json(\'{"a":{"y":2},"b":3}\')))',
    { a: { y: 2 }, b: 3 },
    `${docs}object.md`,
  ],
  // lambdas
  ["filter(createArray(5, 2, 9), lambda('n', greater(lambdaVariables('n'), 4)))", [5, 9], `${docs}lambda.md`],
  ["filter(createArray('a', 'b'), lambda('n', 'i', equals(lambdaVariables('i'), 1)))", ["b"], `${docs}lambda.md`],
  [
    "map(createArray('Evie', 'Casper'), lambda('d', format('Hi {0}!', lambdaVariables('d'))))",
    ["Hi Evie!", "Hi Casper!"],
    `${docs}lambda.md`,
  ],
  ["map(createArray('a'), lambda('d', 'i', lambdaVariables('i')))", [0], `${docs}lambda.md`],
  [
    "mapValues(createObject('foo', 'foo'), lambda('v', toUpper(lambdaVariables('v'))))",
    { foo: "FOO" },
    `${docs}lambda.md`,
  ],
  [
    "reduce(createArray(5, 2, 8), 0, lambda('c', 'n', add(lambdaVariables('c'), lambdaVariables('n'))))",
    15,
    `${docs}lambda.md`,
  ],
  [
    "sort(createArray(8, 3, 10), lambda('a', 'b', less(lambdaVariables('a'), lambdaVariables('b'))))",
    [3, 8, 10],
    `${docs}lambda.md`,
  ],
  [
    "toObject(createArray('a', 'b'), lambda('x', lambdaVariables('x')), lambda('x', concat(lambdaVariables('x'), '!')))",
    { a: "a!", b: "b!" },
    `${docs}lambda.md`,
  ],
  [
    "groupBy(createArray(createObject('type', 'a', 'value', 123), createObject('type', 'b', 'value', 456), createObject('type', 'a', 'value', 789)), lambda('arg', lambdaVariables('arg').type), lambda('arg', lambdaVariables('arg').value))",
    { a: [123, 789], b: [456] },
    "Azure/bicep baseline Lambdas_LF",
  ],
  [
    "groupBy(createArray('foo', 'bar', 'baz'), lambda('x', substring(lambdaVariables('x'), 0, 1)))",
    { f: ["foo"], b: ["bar", "baz"] },
    `${docs}lambda.md`,
  ],
  // strings
  ["base64('one, two, three')", "b25lLCB0d28sIHRocmVl", kingsland],
  ["base64ToString('b25lLCB0d28sIHRocmVl')", "one, two, three", kingsland],
  ['base64ToJson(base64(\'{"one": "a"}\'))', { one: "a" }, `${docs}string.md`],
  ["dataUri('Hello')", "data:text/plain;charset=utf8;base64,SGVsbG8=", `${docs}string.md`],
  ["dataUriToString('data:;base64,SGVsbG8sIFdvcmxkIQ==')", "Hello, World!", `${docs}string.md`],
  ["endsWith('abcdef', 'EF')", true, `${docs}string.md`],
  ["startsWith('abcdef', 'AB')", true, `${docs}string.md`],
  [
    "format('{0}, {1}. Formatted number: {2:N0}', 'Hello', 'User', 8175133)",
    "Hello, User. Formatted number: 8,175,133",
    `${docs}string.md`,
  ],
  [
    "format('>{0}<>{1}<>{2}<>{3}<>{4}<', false(), 12948, 'hello!', json('{\"a\":\"b\",\"!c\":2}'), createArray(true(), 2893, 'abc'))",
    ">False<>12948<>hello!<>{'a':'b','!c':2}<>[true,2893,'abc']<",
    baseline,
  ],
  ["format('[{0,5}|{0,-5}|{0:D3}|{1:X}]', 42, 255)", "[   42|42   |042|FF]", ".NET composite formatting"],
  ["format('{{{0}}}', 'x')", "{x}", ".NET composite formatting"],
  ["guid('test')", "d6a5baf1-8b9b-542a-8525-2982f1f98a0c", "facts 3.2: UUID version 5 (no oracle)"],
  ["join(createArray('one', 'two', 'three'), ',')", "one,two,three", `${docs}string.md`],
  ["newGuid()", "00000000-0000-0000-0000-000000000000", "the caller's own source of chance"],
  ["padLeft('123', 10, '0')", "0000000123", `${docs}string.md`],
  ["padLeft(5, 3)", "  5", `${docs}string.md`],
  ["replace('123-123-1234', '-', '')", "1231231234", `${docs}string.md`],
  ["split('one,two,three', ',')", ["one", "two", "three"], `${docs}string.md`],
  ["split('one;two,three', createArray(',', ';'))", ["one", "two", "three"], `${docs}string.md`],
  ["string(createObject('valueA', 10))", '{"valueA":10}', `${docs}string.md`],
  ["string(5)", "5", `${docs}string.md`],
  ["substring('one two three', 4, 3)", "two", `${docs}string.md`],
  ["substring('one two three', 4)", "two three", "MicrosoftDocs/azure-docs#83122"],
  ["toLower('One Two Three')", "one two three", `${docs}string.md`],
  ["toUpper('One Two Three')", "ONE TWO THREE", `${docs}string.md`],
  ["trim('   one two three   ')", "one two three", `${docs}string.md`],
  [
    "uniqueString('/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/myRg')",
    "js26ofeqkqeve",
    "Azure/bicep SnapshotCommandTests/basic",
  ],
  ["uniqueString('asd', 'asdf', 'asdf')", "iizpqit7ih3cc", "Azure/bicep baseline Parameters/Functions"],
  [
    "uri('http://contoso.com/resources/', 'nested/azuredeploy.json')",
    "http://contoso.com/resources/nested/azuredeploy.json",
    `${docs}string.md`,
  ],
  ["uri('http://contoso.org/firstpath', 'myscript.sh')", "http://contoso.org/myscript.sh", `${docs}string.md`],
  [
    "uriComponent('http://contoso.com/resources/nested/azuredeploy.json')",
    "http%3A%2F%2Fcontoso.com%2Fresources%2Fnested%2Fazuredeploy.json",
    `${docs}string.md`,
  ],
  ["uriComponentToString('http%3A%2F%2Fcontoso.com')", "http://contoso.com", `${docs}string.md`],
  [
    "parseUri('https://name.blob.core.windows.net:8443/c?x=1')",
    { scheme: "https", host: "name.blob.core.windows.net", port: 8443, path: "/c", query: "?x=1" },
    "Azure/bicep#9091 (members)",
  ],
  [
    "buildUri(createObject('scheme', 'https', 'host', 'a.b', 'port', 8443, 'path', 'c', 'query', 'x=1'))",
    "https://a.b:8443/c?x=1",
    "Azure/bicep#15523 (one object)",
  ],
  // numbers
  ["add(5, 3)", 8, `${docs}numeric.md`],
  ["sub(7, 3)", 4, `${docs}numeric.md`],
  ["mul(5, 3)", 15, `${docs}numeric.md`],
  ["div(8, 3)", 2, `${docs}numeric.md`],
  ["div(-7, 2)", -3, ".NET integer division"],
  ["mod(7, 3)", 1, `${docs}numeric.md`],
  ["int('4')", 4, `${docs}numeric.md`],
  ["float('3.5')", 3.5, `${docs}numeric.md`],
  ["copyIndex()", 2, `${docs}numeric.md`],
  ["copyIndex(1)", 3, `${docs}numeric.md`],
  ["copyIndex('copy', 10)", 12, `${docs}numeric.md`],
  // logic and comparison
  ["and(true(), false())", false, `${docs}logical.md`],
  ["or(true(), false())", true, `${docs}logical.md`],
  ["not(true())", false, `${docs}logical.md`],
  ["or(true(), variables('none'))", true, "Azure/PSRule.Rules.Azure#1026"],
  ["if(equals('a', 'a'), 'yes', variables('none'))", "yes", `${docs}logical.md`],
  ["bool('true')", true, `${docs}logical.md`],
  ["bool(0)", false, `${docs}logical.md`],
  ["true()", true, `${docs}logical.md`],
  ["false()", false, `${docs}logical.md`],
  ["equals(createObject('a', 1), createObject('a', 1))", true, `${docs}comparison.md`],
  ["equals('a', 'A')", false, `${docs}comparison.md: with regard to case`],
  ["less(1, 2)", true, `${docs}comparison.md`],
  ["less('A', 'a')", false, `${docs}comparison.md`],
  ["lessOrEquals(1, 2)", true, `${docs}comparison.md`],
  ["greater('A', 'a')", true, `${docs}comparison.md`],
  ["greaterOrEquals(1, 2)", false, `${docs}comparison.md`],
  ["coalesce(null(), 'default')", "default", `${docs}comparison.md`],
  // dates
  ["utcNow()", "20190305T175318Z", `${docs}date.md`],
  ["utcNow('d')", "03/05/2019", `${docs}date.md`],
  ["utcNow('M d')", "3 5", `${docs}date.md`],
  ["utcNow('u')", "2019-03-05 17:53:18Z", ".NET standard format"],
  ["utcNow('yyyy-MM-ddTHH:mm:ss.fffZ')", "2019-03-05T17:53:18.000Z", ".NET custom format"],
  ["utcNow('dddd, MMM dd yy h:mm tt')", "Tuesday, Mar 05 19 5:53 PM", ".NET custom format"],
  ["dateTimeAdd('2023-01-01 00:00:00Z', 'P1Y')", "2024-01-01T00:00:00Z", `${docs}date.md`],
  ["dateTimeAdd('2024-01-01 00:00:00Z', 'P1Y')", "2024-12-31T00:00:00Z", `${docs}date.md: no leap years`],
  ["dateTimeAdd('2023-02-01 00:00:00Z', 'P1M')", "2023-03-03T00:00:00Z", `${docs}date.md`],
  ["dateTimeAdd('2020-04-07 14:53:14Z', '-P9D', 'd')", "03/29/2020", `${docs}date.md`],
  ["dateTimeToEpoch('2023-05-25T00:00:00Z')", 1_684_972_800, `${docs}date.md (form)`],
  ["dateTimeFromEpoch(1683040573)", "2023-05-02T15:16:13Z", `${docs}date.md`],
  // CIDR
  [
    "parseCidr('10.144.0.0/20')",
    {
      network: "10.144.0.0",
      netmask: "255.255.240.0",
      broadcast: "10.144.15.255",
      firstUsable: "10.144.0.1",
      lastUsable: "10.144.15.254",
      cidr: 20,
    },
    `${docs}cidr.md`,
  ],
  [
    "parseCidr('fdad:3236:5555::/48')",
    {
      network: "fdad:3236:5555::",
      netmask: "ffff:ffff:ffff::",
      firstUsable: "fdad:3236:5555::",
      lastUsable: "fdad:3236:5555:ffff:ffff:ffff:ffff:ffff",
      cidr: 48,
    },
    `${docs}cidr.md`,
  ],
  ["parseCidr('108.223.209.248/32').firstUsable", "108.223.209.248", "Azure/PSRule.Rules.Azure#2336"],
  [
    "map(range(0, 3), lambda('i', cidrSubnet('10.144.0.0/20', 24, lambdaVariables('i'))))",
    ["10.144.0.0/24", "10.144.1.0/24", "10.144.2.0/24"],
    `${docs}cidr.md`,
  ],
  ["cidrSubnet('fdad:3236:5555::/48', 52, 1)", "fdad:3236:5555:1000::/52", `${docs}cidr.md`],
  ["cidrHost('10.144.3.0/24', 0)", "10.144.3.1", `${docs}cidr.md`],
  ["cidrHost('fdad:3236:5555:3::/64', 1)", "fdad:3236:5555:3::2", `${docs}cidr.md`],
  // deployment and scope
  ["parameters('NAME')", "value", `${docs}deployment.md`],
  ["variables('name')", "value", `${docs}deployment.md`],
  ["deployment().id", `${group}/providers/Microsoft.Resources/deployments/expression`, `${docs}deployment.md`],
  ["environment().suffixes.storage", "core.windows.net", `${docs}deployment.md`],
  ["deployer().tenantId", "00000000-0000-0000-0000-00000000000a", `${docs}deployment.md`],
  ["resourceGroup().location", "westeurope", `${docs}scope.md`],
  ["subscription().subscriptionId", sampleSubscription, `${docs}scope.md`],
  ["tenant().countryCode", "NL", `${docs}scope.md`],
  ["managementGroup().name", "mg", `${docs}scope.md`],
  ["providers('Microsoft.Network', 'virtualNetworks').apiVersions[0]", "2024-01-01", `${docs}resource.md`],
  // ids
  [
    "resourceId('Microsoft.Network/virtualNetworks/subnets', 'v', 's')",
    `${group}/providers/Microsoft.Network/virtualNetworks/v/subnets/s`,
    `${docs}resource.md`,
  ],
  [
    "resourceId('otherGroup', 'Microsoft.Network/virtualNetworks', 'v')",
    `/subscriptions/${sampleSubscription}/resourceGroups/otherGroup/providers/Microsoft.Network/virtualNetworks/v`,
    `${docs}resource.md`,
  ],
  [
    "resourceId('2e518a80-f860-4467-a00e-d81aaf1ff42e', 'customRg', 'My.Rp/parent/child', 'a', 'b')",
    "/subscriptions/2e518a80-f860-4467-a00e-d81aaf1ff42e/resourceGroups/customRg/providers/My.Rp/parent/a/child/b",
    baseline,
  ],
  [
    "subscriptionResourceId('Microsoft.Authorization/roleDefinitions', 'r')",
    `/subscriptions/${sampleSubscription}/providers/Microsoft.Authorization/roleDefinitions/r`,
    `${docs}resource.md`,
  ],
  [
    "tenantResourceId('Microsoft.Management/managementGroups/', 'mg')",
    "/providers/Microsoft.Management/managementGroups/mg",
    "microsoft/vscode-azurearmtools#1055",
  ],
  ["tenantResourceId('My.Rp/parent/child', 'a', 'b')", "/providers/My.Rp/parent/a/child/b", baseline],
  [
    "managementGroupResourceId('2e518a80-f860-4467-a00e-d81aaf1ff42e', 'My.Rp/parent', 'a')",
    "/providers/Microsoft.Management/managementGroups/2e518a80-f860-4467-a00e-d81aaf1ff42e/providers/My.Rp/parent/a",
    baseline,
  ],
  [
    "extensionResourceId('/providers/My.Rp/parent/a', 'My.ExtensionRp/x', 'e')",
    "/providers/My.Rp/parent/a/providers/My.ExtensionRp/x/e",
    baseline,
  ],
  [
    "roleDefinitions('Network Contributor').roleDefinitionId",
    "4d97b98b-1d4f-4787-a291-c67834d212e7",
    "facts 1.4 (role id)",
  ],
  // zones
  ["pickZones('Microsoft.Compute', 'virtualMachines', 'westeurope')", ["1"], `${docs}resource.md`],
  ["pickZones('Microsoft.Compute', 'virtualMachines', 'westeurope', 2, 1)", ["2", "3"], `${docs}resource.md`],
  ["toLogicalZone('s', 'eastus', 'eastus-az3')", "3", "Azure/bicep#16673"],
  ["toPhysicalZone('s', 'eastus', '1')", "eastus-az1", "Azure/bicep#16673"],
  ["toLogicalZones('s', 'eastus', createArray('eastus-az1', 'eastus-az2'))", ["1", "2"], "Azure/bicep#16673"],
  ["toPhysicalZones('s', 'eastus', createArray('2'))", ["eastus-az2"], "Azure/bicep#16673"],
];

const context = {
  parameters: { name: "value" },
  variables: { Name: "value" },
  scope: sampleScope,
  objects: { ...sampleCloud.describeScope(sampleScope), managementGroup: { name: "mg" } },
  cloud: sampleCloud,
  copyIndex: 2,
  now: Date.UTC(2019, 2, 5, 17, 53, 18),
};

/** microsoft/vscode-azurearmtools assets/ExpressionMetadata.json; the open-ended list* functions apart. */
const counts = `
  add 2..2, and 2..*, array 1..1, base64 1..1, base64ToJson 1..1, base64ToString 1..1, bool 1..1,
  cidrHost 2..2, cidrSubnet 3..3, coalesce 1..*, concat 0..*, contains 2..2, copyIndex 0..2,
  createArray 0..*, createObject 0..*, dataUri 1..1, dataUriToString 1..1, dateTimeAdd 2..3,
  dateTimeFromEpoch 1..1, dateTimeToEpoch 1..1, deployment 0..0, div 2..2, empty 1..1, endsWith 2..2,
  environment 0..0, equals 2..2, extensionResourceId 3..*, false 0..0, filter 2..2, first 1..1, float 1..1,
  format 1..*, greater 2..2, greaterOrEquals 2..2, groupBy 2..2, guid 1..*, if 3..3, indexOf 2..2,
  int 1..1, intersection 2..*, items 1..1, join 2..2, json 1..1, lambda 2..*, lambdaVariables 1..1,
  last 1..1, lastIndexOf 2..2, length 1..1, less 2..2, lessOrEquals 2..2, managementGroup 0..0, map 2..2,
  mapValues 2..2, max 1..*, min 1..*, mod 2..2, mul 2..2, newGuid 0..0, not 1..1, null 0..0, or 2..*,
  padLeft 3..3, parameters 1..1, parseCidr 1..1, pickZones 3..5, providers 1..2, range 2..2, reduce 3..3,
  reference 1..3, replace 3..3, resourceGroup 0..0, resourceId 2..*, skip 2..2, sort 2..2, split 2..2,
  startsWith 2..2, string 1..1, sub 2..2, subscription 0..0, subscriptionResourceId 2..*, substring 1..3,
  take 2..2, tenant 0..0, tenantResourceId 2..*, toLower 1..1, toObject 2..3, toUpper 1..1, trim 1..1,
  true 0..0, tryGet 2..2, union 2..*, uniqueString 1..*, uri 2..2, uriComponent 1..1,
  uriComponentToString 1..1, utcNow 0..1, variables 1..1
`
  .split(",")
  .map((entry) => entry.trim().split(" "));

/** What came after that file: Azure/bicep SystemNamespaceType.cs and AzNamespaceType.cs of August 2026. */
const newerCounts = {
  // A concat of nothing is refused (Kingsland.ArmLinter tests), a lambda without parameters is a lambda.
  concat: "1..*",
  lambda: "1..*",
  groupBy: "2..3",
  padLeft: "2..3",
  tryGet: "2..*",
  buildUri: "1..1",
  deployer: "0..0",
  distinct: "1..1",
  fail: "1..1",
  flatten: "1..1",
  indexFromEnd: "2..2",
  like: "2..2",
  managementGroupResourceId: "2..*",
  objectKeys: "1..1",
  parseUri: "1..1",
  references: "1..2",
  roleDefinitions: "1..1",
  shallowMerge: "1..1",
  toLogicalZone: "3..3",
  toLogicalZones: "3..3",
  toPhysicalZone: "3..3",
  toPhysicalZones: "3..3",
  tryIndexFromEnd: "2..2",
};

describe("functions of the template language", () => {
  it.each(rows)("[%s]", (expression, expected) => {
    expect(evaluateExpression(`[${expression}]`, context)).toEqual(expected);
  });

  it("covers every function that needs no running deployment", () => {
    const used = rows.map(([expression]) => expression.toLowerCase()).join("\n");
    const elsewhere = [
      "reference",
      "references",
      "resourceInfo",
      "externalInputs",
      "extensions",
      "getSecret",
      "fail",
      "lambda",
    ];
    const missing = listFunctions()
      .map(({ name }) => name)
      .filter((name) => !elsewhere.includes(name) && !used.includes(`${name.toLowerCase()}(`));
    expect(missing).toEqual([]);
  });

  it("takes as many arguments as the service does", () => {
    const ours = Object.fromEntries(
      listFunctions().map(({ name, min, max }) => [name, `${min}..${max === Infinity ? "*" : max}`]),
    );
    expect(ours).toMatchObject({ ...Object.fromEntries(counts), ...newerCounts });
  });
});
