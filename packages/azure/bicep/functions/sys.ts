import {
  anyType,
  arrayOf,
  arrayType,
  boolType,
  integerType,
  neverType,
  nullType,
  objectType,
  stringArrayType,
  stringType,
  unionOf,
  type LambdaType,
  type Type,
} from "../types/index.ts";
import { parameter as p, type BuiltInFunction, type FunctionOverload } from "./overload.ts";
import {
  cidrType,
  concatenated,
  firstOf,
  flattened,
  itemsOf,
  lambdaResult,
  lastOf,
  numbersOf,
  sameArray,
  uriType,
} from "./results.ts";

type Flags = Omit<BuiltInFunction, "name" | "namespace" | "overloads">;

const lambda = (parameters: readonly Type[], optional: readonly Type[], result: Type): LambdaType => ({
  kind: "lambda",
  parameters,
  optional,
  result,
});
const int = integerType;
const str = stringType;
const text = unionOf([stringType, integerType, boolType]);
const call = (
  required: readonly (readonly [string, Type])[],
  result: FunctionOverload["result"],
  optional: readonly (readonly [string, Type])[] = [],
): FunctionOverload => ({
  required: required.map(([name, type]) => p(name, type)),
  optional: optional.map(([name, type]) => p(name, type)),
  result,
});
const many = (name: string, type: Type, minimum: number, result: FunctionOverload["result"]): FunctionOverload => ({
  required: [],
  variadic: { name, type, minimum },
  result,
});
const encodings = str;

function define(name: string, overloads: readonly FunctionOverload[], flags: Flags = {}): BuiltInFunction {
  return { name, namespace: "sys", overloads, ...flags };
}

const item = lambda([anyType], [], anyType);
const file: Flags = { isCompileTime: true };

/** The functions of the namespace `sys`, each made when it is asked for. */
export const systemFunctions: Readonly<Record<string, () => BuiltInFunction>> = {
  any: () => define("any", [call([["value", anyType]], anyType)], { isCompileTime: true }),
  concat: () => define("concat", [many("arg", arrayType, 1, concatenated), many("arg", text, 1, str)]),
  format: () =>
    define("format", [
      { required: [p("formatString", str)], variadic: { ...p("arg", anyType), minimum: 0 }, result: str },
    ]),
  base64: () => define("base64", [call([["inputString", str]], str)]),
  padLeft: () =>
    define("padLeft", [
      call(
        [
          ["valueToPad", unionOf([str, int])],
          ["totalLength", int],
        ],
        str,
        [["paddingCharacter", str]],
      ),
    ]),
  replace: () =>
    define("replace", [
      call(
        [
          ["originalString", str],
          ["oldString", str],
          ["newString", str],
        ],
        str,
      ),
    ]),
  toLower: () => define("toLower", [call([["stringToChange", str]], str)]),
  toUpper: () => define("toUpper", [call([["stringToChange", str]], str)]),
  length: () => define("length", [call([["arg", unionOf([str, objectType])]], int), call([["arg", arrayType]], int)]),
  split: () =>
    define("split", [
      call(
        [
          ["inputString", str],
          ["delimiter", unionOf([str, arrayType])],
        ],
        { ...stringArrayType, minLength: 1 },
      ),
    ]),
  join: () =>
    define("join", [
      call(
        [
          ["inputArray", arrayOf(text)],
          ["delimiter", str],
        ],
        str,
      ),
    ]),
  string: () => define("string", [call([["valueToConvert", anyType]], str)]),
  int: () => define("int", [call([["valueToConvert", unionOf([str, int])]], int)]),
  bool: () => define("bool", [call([["value", anyType]], boolType)]),
  array: () => define("array", [call([["valueToConvert", anyType]], arrayType)]),
  json: () => define("json", [call([["json", str]], anyType)]),
  uniqueString: () => define("uniqueString", [many("arg", str, 1, { kind: "string", minLength: 13, maxLength: 13 })]),
  guid: () => define("guid", [many("arg", str, 1, { kind: "string", minLength: 36, maxLength: 36 })]),
  trim: () => define("trim", [call([["stringToTrim", str]], str)]),
  uri: () =>
    define("uri", [
      call(
        [
          ["baseUri", str],
          ["relativeUri", str],
        ],
        str,
      ),
    ]),
  substring: () =>
    define("substring", [
      call(
        [
          ["stringToParse", str],
          ["startIndex", int],
        ],
        str,
        [["length", int]],
      ),
    ]),
  take: () =>
    define("take", [
      call(
        [
          ["originalValue", arrayType],
          ["numberToTake", int],
        ],
        sameArray,
      ),
      call(
        [
          ["originalValue", str],
          ["numberToTake", int],
        ],
        str,
      ),
    ]),
  skip: () =>
    define("skip", [
      call(
        [
          ["originalValue", arrayType],
          ["numberToSkip", int],
        ],
        sameArray,
      ),
      call(
        [
          ["originalValue", str],
          ["numberToSkip", int],
        ],
        str,
      ),
    ]),
  empty: () => define("empty", [call([["itemToTest", unionOf([nullType, objectType, arrayType, str])]], boolType)]),
  contains: () =>
    define("contains", [
      call(
        [
          ["object", objectType],
          ["propertyName", str],
        ],
        boolType,
      ),
      call(
        [
          ["array", arrayType],
          ["itemToFind", anyType],
        ],
        boolType,
      ),
      call(
        [
          ["string", str],
          ["itemToFind", str],
        ],
        boolType,
      ),
    ]),
  intersection: () =>
    define("intersection", [many("object", objectType, 2, objectType), many("array", arrayType, 2, arrayType)]),
  union: () => define("union", [many("object", objectType, 2, objectType), many("object", arrayType, 2, arrayType)]),
  shallowMerge: () => define("shallowMerge", [call([["entries", arrayOf(objectType)]], objectType)]),
  first: () => define("first", [call([["array", arrayType]], firstOf), call([["string", str]], str)]),
  last: () => define("last", [call([["array", arrayType]], lastOf), call([["string", str]], str)]),
  indexOf: () =>
    define("indexOf", [
      call(
        [
          ["stringToSearch", str],
          ["stringToFind", str],
        ],
        int,
      ),
      call(
        [
          ["array", arrayType],
          ["itemToFind", anyType],
        ],
        int,
      ),
    ]),
  lastIndexOf: () =>
    define("lastIndexOf", [
      call(
        [
          ["stringToSearch", str],
          ["stringToFind", str],
        ],
        int,
      ),
      call(
        [
          ["array", arrayType],
          ["itemToFind", anyType],
        ],
        int,
      ),
    ]),
  startsWith: () =>
    define("startsWith", [
      call(
        [
          ["stringToSearch", str],
          ["stringToFind", str],
        ],
        boolType,
      ),
    ]),
  endsWith: () =>
    define("endsWith", [
      call(
        [
          ["stringToSearch", str],
          ["stringToFind", str],
        ],
        boolType,
      ),
    ]),
  distinct: () => define("distinct", [call([["array", arrayType]], sameArray)]),
  like: () =>
    define("like", [
      call(
        [
          ["input", str],
          ["pattern", str],
        ],
        boolType,
      ),
    ]),
  min: () => define("min", [many("int", int, 1, int), call([["intArray", arrayOf(int)]], int)]),
  max: () => define("max", [many("int", int, 1, int), call([["intArray", arrayOf(int)]], int)]),
  range: () =>
    define("range", [
      call(
        [
          ["startIndex", int],
          ["count", int],
        ],
        numbersOf,
      ),
    ]),
  base64ToString: () => define("base64ToString", [call([["base64Value", str]], str)]),
  base64ToJson: () => define("base64ToJson", [call([["base64Value", str]], anyType)]),
  uriComponentToString: () => define("uriComponentToString", [call([["uriEncodedString", str]], str)]),
  uriComponent: () => define("uriComponent", [call([["stringToEncode", str]], str)]),
  dataUriToString: () => define("dataUriToString", [call([["dataUriToConvert", str]], str)]),
  dataUri: () => define("dataUri", [call([["valueToConvert", anyType]], str)]),
  parseUri: () => define("parseUri", [call([["baseUrl", str]], uriType)]),
  buildUri: () => define("buildUri", [call([["components", objectType]], str)]),
  cidrSubnet: () =>
    define("cidrSubnet", [
      call(
        [
          ["network", str],
          ["cidr", int],
          ["subnetIndex", int],
        ],
        str,
      ),
    ]),
  cidrHost: () =>
    define("cidrHost", [
      call(
        [
          ["network", str],
          ["hostIndex", int],
        ],
        str,
      ),
    ]),
  parseCidr: () => define("parseCidr", [call([["network", str]], cidrType)]),
  dateTimeAdd: () =>
    define("dateTimeAdd", [
      call(
        [
          ["base", str],
          ["duration", str],
        ],
        str,
        [["format", str]],
      ),
    ]),
  dateTimeToEpoch: () => define("dateTimeToEpoch", [call([], int, [["dateTime", str]])]),
  dateTimeFromEpoch: () => define("dateTimeFromEpoch", [call([], str, [["epochTime", int]])]),
  utcNow: () => define("utcNow", [call([], str, [["format", str]])], { isParameterDefaultOnly: true }),
  newGuid: () =>
    define("newGuid", [call([], { kind: "string", minLength: 36, maxLength: 36 })], { isParameterDefaultOnly: true }),
  loadTextContent: () =>
    define("loadTextContent", [call([["filePath", str]], str, [["encoding", encodings]])], {
      ...file,
      hoisting: "indirect",
    }),
  loadFileAsBase64: () =>
    define("loadFileAsBase64", [call([["filePath", str]], str)], { ...file, hoisting: "indirect" }),
  loadJsonContent: () =>
    define(
      "loadJsonContent",
      [
        call([["filePath", str]], anyType, [
          ["jsonPath", str],
          ["encoding", encodings],
        ]),
      ],
      {
        ...file,
        hoisting: "always",
      },
    ),
  loadYamlContent: () =>
    define(
      "loadYamlContent",
      [
        call([["filePath", str]], anyType, [
          ["pathFilter", str],
          ["encoding", encodings],
        ]),
      ],
      {
        ...file,
        hoisting: "always",
      },
    ),
  loadDirectoryFileInfo: () =>
    define("loadDirectoryFileInfo", [call([["directoryPath", str]], anyType, [["searchPattern", str]])], {
      ...file,
      hoisting: "always",
    }),
  items: () => define("items", [call([["object", objectType]], itemsOf)]),
  objectKeys: () => define("objectKeys", [call([["object", objectType]], stringArrayType)]),
  flatten: () => define("flatten", [call([["array", arrayOf(arrayType)]], flattened)]),
  filter: () =>
    define("filter", [
      call(
        [
          ["array", arrayType],
          ["predicate", lambda([anyType], [int], boolType)],
        ],
        sameArray,
      ),
    ]),
  map: () =>
    define("map", [
      call(
        [
          ["array", arrayType],
          ["predicate", lambda([anyType], [int], anyType)],
        ],
        lambdaResult(1, arrayOf),
      ),
    ]),
  mapValues: () =>
    define("mapValues", [
      call(
        [
          ["object", objectType],
          ["predicate", item],
        ],
        objectType,
      ),
    ]),
  sort: () =>
    define("sort", [
      call(
        [
          ["array", arrayType],
          ["predicate", lambda([anyType, anyType], [], boolType)],
        ],
        sameArray,
      ),
    ]),
  reduce: () =>
    define("reduce", [
      call(
        [
          ["array", arrayType],
          ["initialValue", anyType],
          ["predicate", lambda([anyType, anyType], [int], anyType)],
        ],
        lambdaResult(2, (type) => type),
      ),
    ]),
  toObject: () =>
    define("toObject", [
      call(
        [
          ["array", arrayType],
          ["keyPredicate", lambda([anyType], [], str)],
        ],
        objectType,
        [["valuePredicate", item]],
      ),
    ]),
  groupBy: () =>
    define("groupBy", [
      call(
        [
          ["array", arrayType],
          ["keyPredicate", lambda([anyType], [], str)],
        ],
        objectType,
        [["valuePredicate", item]],
      ),
    ]),
  nameof: () => define("nameof", [call([["symbol", anyType]], str)], { isCompileTime: true }),
  fail: () => define("fail", [call([["message", str]], neverType)]),
  readEnvironmentVariable: () =>
    define("readEnvironmentVariable", [call([["variableName", str]], str, [["default", str]])], {
      isCompileTime: true,
      isParametersFileOnly: true,
    }),
  readCliArg: () => define("readCliArg", [call([["argumentName", str]], str)], { isParametersFileOnly: true }),
  readEnvVar: () => define("readEnvVar", [call([["variableName", str]], str)], { isParametersFileOnly: true }),
  externalInput: () =>
    define("externalInput", [call([["name", str]], anyType, [["config", anyType]])], { isParametersFileOnly: true }),
};

/** Names of template functions that Bicep writes as operators or literals. */
export const bannedFunctions: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  mod: "%",
  less: "<",
  lessOrEquals: "<=",
  greater: ">",
  greaterOrEquals: ">=",
  equals: "==",
  not: "!",
  and: "&&",
  or: "||",
  coalesce: "??",
};
