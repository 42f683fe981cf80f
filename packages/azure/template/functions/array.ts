import { jsonEqual, type Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { isJsonArray, stringify, typeOf } from "../expression/value.ts";
import { arrayArgument, integerArgument, wrongType } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** Most items that `range` makes, and the largest number in it (documented). */
const maxRange = 10_000;
const maxInteger = 2_147_483_647;

function concat(args: readonly Json[]): Json {
  const arrays = args.filter((arg) => isJsonArray(arg)).length;
  if (arrays === 0) {
    for (const arg of args) if (typeOf(arg) === "Object") throw fault("concatMixed");
    return args.map((arg) => stringify(arg)).join("");
  }
  if (arrays !== args.length) throw fault("concatMixed");
  return args.flatMap((arg) => (isJsonArray(arg) ? arg : []));
}

function range(args: readonly Json[]): Json {
  const start = integerArgument("range", args, 0);
  const count = integerArgument("range", args, 1);
  if (count < 0 || count > maxRange || start + count > maxInteger) {
    throw fault(
      "argumentRange",
      "range",
      `'count' must be between '0' and '${maxRange}' and the sum of 'startIndex' and 'count' must not exceed '${maxInteger}'`,
    );
  }
  return Array.from({ length: count }, (_, index) => start + index);
}

/** `skip` and `take` of an array or of the characters of a string. */
function slice(name: "skip" | "take", args: readonly Json[]): Json {
  const [value = null] = args;
  const count = Math.max(0, integerArgument(name, args, 1));
  if (typeof value !== "string" && !isJsonArray(value)) throw wrongType(name, 0, "an array or a string", value);
  return name === "skip" ? value.slice(count) : value.slice(0, count);
}

function end(name: "first" | "last", value: Json): Json {
  if (typeof value === "string") return name === "first" ? value.slice(0, 1) : value.slice(-1);
  // The service's own sentence for these two has no "to": kept as recorded.
  if (!isJsonArray(value)) throw fault("argumentTypeBare", name, "an array or a string", typeOf(value));
  return value.at(name === "first" ? 0 : -1) ?? null;
}

/** 1 is the last item. */
function fromEnd(name: string, args: readonly Json[]): Json | undefined {
  const array = arrayArgument(name, args, 0);
  const index = integerArgument(name, args, 1);
  return index < 1 || index > array.length ? undefined : array[array.length - index];
}

function flatten(args: readonly Json[]): Json {
  return arrayArgument("flatten", args, 0).flatMap((item) => {
    if (!isJsonArray(item)) throw wrongType("flatten", 0, "an array of arrays", item, true);
    return item;
  });
}

function distinct(args: readonly Json[]): Json {
  const result: Json[] = [];
  for (const item of arrayArgument("distinct", args, 0)) {
    if (!result.some((other) => jsonEqual(item, other))) result.push(item);
  }
  return result;
}

export const arrayFunctions: readonly TemplateFunction[] = [
  eager("array", 1, 1, ([value = null]) => (isJsonArray(value) ? value : [value])),
  eager("concat", 1, Infinity, concat),
  eager("createArray", 0, Infinity, (args) => args),
  eager("distinct", 1, 1, distinct),
  eager("first", 1, 1, ([value = null]) => end("first", value)),
  eager("flatten", 1, 1, flatten),
  eager("indexFromEnd", 2, 2, (args) => {
    const item = fromEnd("indexFromEnd", args);
    if (item === undefined) throw fault("indexOutOfBounds", stringify(args[1] ?? null));
    return item;
  }),
  eager("last", 1, 1, ([value = null]) => end("last", value)),
  eager("range", 2, 2, range),
  eager("skip", 2, 2, (args) => slice("skip", args)),
  eager("take", 2, 2, (args) => slice("take", args)),
  eager("tryIndexFromEnd", 2, 2, (args) => fromEnd("tryIndexFromEnd", args) ?? null),
];
