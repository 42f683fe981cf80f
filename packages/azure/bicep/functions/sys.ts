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

/** The functions of the namespace `sys`. */
export function systemFunctions(): readonly BuiltInFunction[] {
  const item = lambda([anyType], [], anyType);
  const file: Flags = { isCompileTime: true };
  return [
    define("any", [call([["value", anyType]], anyType)], { isCompileTime: true }),
    define("concat", [many("arg", arrayType, 1, concatenated), many("arg", text, 1, str)]),
    define("format", [
      { required: [p("formatString", str)], variadic: { ...p("arg", anyType), minimum: 0 }, result: str },
    ]),
    define("base64", [call([["inputString", str]], str)]),
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
    define("toLower", [call([["stringToChange", str]], str)]),
    define("toUpper", [call([["stringToChange", str]], str)]),
    define("length", [call([["arg", unionOf([str, objectType])]], int), call([["arg", arrayType]], int)]),
    define("split", [
      call(
        [
          ["inputString", str],
          ["delimiter", unionOf([str, arrayType])],
        ],
        { ...stringArrayType, minLength: 1 },
      ),
    ]),
    define("join", [
      call(
        [
          ["inputArray", arrayOf(text)],
          ["delimiter", str],
        ],
        str,
      ),
    ]),
    define("string", [call([["valueToConvert", anyType]], str)]),
    define("int", [call([["valueToConvert", unionOf([str, int])]], int)]),
    define("bool", [call([["value", anyType]], boolType)]),
    define("array", [call([["valueToConvert", anyType]], arrayType)]),
    define("json", [call([["json", str]], anyType)]),
    define("uniqueString", [many("arg", str, 1, { kind: "string", minLength: 13, maxLength: 13 })]),
    define("guid", [many("arg", str, 1, { kind: "string", minLength: 36, maxLength: 36 })]),
    define("trim", [call([["stringToTrim", str]], str)]),
    define("uri", [
      call(
        [
          ["baseUri", str],
          ["relativeUri", str],
        ],
        str,
      ),
    ]),
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
    define("empty", [call([["itemToTest", unionOf([nullType, objectType, arrayType, str])]], boolType)]),
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
    define("intersection", [many("object", objectType, 2, objectType), many("array", arrayType, 2, arrayType)]),
    define("union", [many("object", objectType, 2, objectType), many("object", arrayType, 2, arrayType)]),
    define("shallowMerge", [call([["entries", arrayOf(objectType)]], objectType)]),
    define("first", [call([["array", arrayType]], firstOf), call([["string", str]], str)]),
    define("last", [call([["array", arrayType]], lastOf), call([["string", str]], str)]),
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
    define("startsWith", [
      call(
        [
          ["stringToSearch", str],
          ["stringToFind", str],
        ],
        boolType,
      ),
    ]),
    define("endsWith", [
      call(
        [
          ["stringToSearch", str],
          ["stringToFind", str],
        ],
        boolType,
      ),
    ]),
    define("distinct", [call([["array", arrayType]], sameArray)]),
    define("like", [
      call(
        [
          ["input", str],
          ["pattern", str],
        ],
        boolType,
      ),
    ]),
    define("min", [many("int", int, 1, int), call([["intArray", arrayOf(int)]], int)]),
    define("max", [many("int", int, 1, int), call([["intArray", arrayOf(int)]], int)]),
    define("range", [
      call(
        [
          ["startIndex", int],
          ["count", int],
        ],
        numbersOf,
      ),
    ]),
    define("base64ToString", [call([["base64Value", str]], str)]),
    define("base64ToJson", [call([["base64Value", str]], anyType)]),
    define("uriComponentToString", [call([["uriEncodedString", str]], str)]),
    define("uriComponent", [call([["stringToEncode", str]], str)]),
    define("dataUriToString", [call([["dataUriToConvert", str]], str)]),
    define("dataUri", [call([["valueToConvert", anyType]], str)]),
    define("parseUri", [call([["baseUrl", str]], uriType)]),
    define("buildUri", [call([["components", objectType]], str)]),
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
    define("cidrHost", [
      call(
        [
          ["network", str],
          ["hostIndex", int],
        ],
        str,
      ),
    ]),
    define("parseCidr", [call([["network", str]], cidrType)]),
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
    define("dateTimeToEpoch", [call([], int, [["dateTime", str]])]),
    define("dateTimeFromEpoch", [call([], str, [["epochTime", int]])]),
    define("utcNow", [call([], str, [["format", str]])], { isParameterDefaultOnly: true }),
    define("newGuid", [call([], { kind: "string", minLength: 36, maxLength: 36 })], { isParameterDefaultOnly: true }),
    define("loadTextContent", [call([["filePath", str]], str, [["encoding", encodings]])], {
      ...file,
      hoisting: "indirect",
    }),
    define("loadFileAsBase64", [call([["filePath", str]], str)], { ...file, hoisting: "indirect" }),
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
    define("loadDirectoryFileInfo", [call([["directoryPath", str]], anyType, [["searchPattern", str]])], {
      ...file,
      hoisting: "always",
    }),
    define("items", [call([["object", objectType]], itemsOf)]),
    define("objectKeys", [call([["object", objectType]], stringArrayType)]),
    define("flatten", [call([["array", arrayOf(arrayType)]], flattened)]),
    define("filter", [
      call(
        [
          ["array", arrayType],
          ["predicate", lambda([anyType], [int], boolType)],
        ],
        sameArray,
      ),
    ]),
    define("map", [
      call(
        [
          ["array", arrayType],
          ["predicate", lambda([anyType], [int], anyType)],
        ],
        lambdaResult(1, arrayOf),
      ),
    ]),
    define("mapValues", [
      call(
        [
          ["object", objectType],
          ["predicate", item],
        ],
        objectType,
      ),
    ]),
    define("sort", [
      call(
        [
          ["array", arrayType],
          ["predicate", lambda([anyType, anyType], [], boolType)],
        ],
        sameArray,
      ),
    ]),
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
    define("nameof", [call([["symbol", anyType]], str)], { isCompileTime: true }),
    define("fail", [call([["message", str]], neverType)]),
    define("readEnvironmentVariable", [call([["variableName", str]], str, [["default", str]])], {
      isCompileTime: true,
      isParametersFileOnly: true,
    }),
    define("readCliArg", [call([["argumentName", str]], str)], { isParametersFileOnly: true }),
    define("readEnvVar", [call([["variableName", str]], str)], { isParametersFileOnly: true }),
    define("externalInput", [call([["name", str]], anyType, [["config", anyType]])], { isParametersFileOnly: true }),
  ];
}

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
