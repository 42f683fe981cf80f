import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { isJsonArray, stringify, typeOf } from "../expression/value.ts";
import { templateGuid, uniqueString } from "../hash/names.ts";
import { arrayArgument, integerArgument, stringArgument, wrongType } from "./arguments.ts";
import { compositeFormat } from "./composite-format.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** `startsWith` and `endsWith`: without regard to case. */
function affix(name: "startsWith" | "endsWith"): TemplateFunction {
  return eager(name, 2, 2, ([text = null, part = null]) => {
    if (typeof text !== "string" || typeof part !== "string") {
      throw fault("argumentTypes", name, "string and string", `'${typeOf(text)}' and '${typeOf(part)}'`);
    }
    const whole = text.toLowerCase();
    return name === "startsWith" ? whole.startsWith(part.toLowerCase()) : whole.endsWith(part.toLowerCase());
  });
}

function substring(args: readonly Json[]): Json {
  const text = stringArgument("substring", args, 0);
  const start = args.length > 1 ? integerArgument("substring", args, 1) : 0;
  const length = args.length > 2 ? integerArgument("substring", args, 2) : text.length - start;
  if (start < 0 || length < 0 || start + length > text.length) {
    throw fault(
      "argumentRange",
      "substring",
      "'start index' and 'length' must be non-negative integers and their sum must be no larger than the length of the string",
    );
  }
  return text.slice(start, start + length);
}

function split(args: readonly Json[]): Json {
  const text = stringArgument("split", args, 0);
  const [, delimiter = null] = args;
  const delimiters = isJsonArray(delimiter) ? delimiter : [delimiter];
  const names = delimiters.map((item) => {
    if (typeof item !== "string") throw wrongType("split", 1, "a string or an array of strings", delimiter);
    return item;
  });
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length;) {
    const found = names.find((name) => name !== "" && text.startsWith(name, at));
    if (found === undefined) {
      at++;
      continue;
    }
    parts.push(text.slice(start, at));
    at += found.length;
    start = at;
  }
  parts.push(text.slice(start));
  return parts;
}

function padLeft(args: readonly Json[]): Json {
  const [value = null] = args;
  if (typeof value !== "string" && typeof value !== "number")
    throw wrongType("padLeft", 0, "a string or an integer", value);
  const width = integerArgument("padLeft", args, 1);
  const fill = args.length > 2 ? stringArgument("padLeft", args, 2) : " ";
  if (fill.length !== 1) throw fault("argumentInvalid", "padLeft", "The padding must be a single character.");
  if (width < 0) throw fault("argumentRange", "padLeft", "'totalLength' must be a non-negative integer");
  return stringify(value).padStart(width, fill);
}

function replace(args: readonly Json[]): Json {
  const text = stringArgument("replace", args, 0);
  const old = stringArgument("replace", args, 1);
  if (old === "") throw fault("argumentInvalid", "replace", "The string to replace must not be empty.");
  return text.replaceAll(old, () => stringArgument("replace", args, 2));
}

function format(args: readonly Json[]): Json {
  const [pattern = null, ...values] = args;
  if (typeof pattern !== "string") throw fault("formatTypes");
  return compositeFormat(pattern, values);
}

/** Arguments of the hashing functions: scalars, as text. */
function hashInputs(name: string, args: readonly Json[]): string[] {
  return args.map((value, index) => {
    if (typeof value === "object") throw wrongType(name, index, "a string", value, args.length === 1);
    return stringify(value);
  });
}

function join(args: readonly Json[]): Json {
  const items = arrayArgument("join", args, 0).map((item) => stringify(item));
  return items.join(stringArgument("join", args, 1));
}

/**
 * `*` stands for any text; all else is compared without regard to case. The parts are looked for one after the other, so
 * that no pattern makes it slow.
 */
function matchesPattern(text: string, pattern: string): boolean {
  const whole = text.toLowerCase();
  const [first = "", ...parts] = pattern.toLowerCase().split("*");
  const last = parts.pop();
  if (last === undefined) return whole === first;
  if (!whole.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = whole.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return whole.length - at >= last.length && whole.endsWith(last);
}

export const textFunctions: readonly TemplateFunction[] = [
  affix("endsWith"),
  eager("fail", 1, 1, (args) => {
    throw fault("fail", stringArgument("fail", args, 0));
  }),
  eager("format", 1, Infinity, format),
  eager("guid", 1, Infinity, (args) => templateGuid(...hashInputs("guid", args))),
  eager("join", 2, 2, join),
  eager("like", 2, 2, (args) => matchesPattern(stringArgument("like", args, 0), stringArgument("like", args, 1))),
  eager("newGuid", 0, 0, (_args, evaluation) => {
    if (evaluation.place !== "parameterDefault") throw fault("functionLocation", "newGuid");
    return evaluation.host.newGuid();
  }),
  eager("padLeft", 2, 3, padLeft),
  eager("replace", 3, 3, replace),
  eager("split", 2, 2, split),
  affix("startsWith"),
  eager("string", 1, 1, ([value = null]) => stringify(value)),
  eager("substring", 1, 3, substring),
  eager("toLower", 1, 1, (args) => stringArgument("toLower", args, 0).toLowerCase()),
  eager("toUpper", 1, 1, (args) => stringArgument("toUpper", args, 0).toUpperCase()),
  eager("trim", 1, 1, (args) => stringArgument("trim", args, 0).trim()),
  eager("uniqueString", 1, Infinity, (args) => uniqueString(...hashInputs("uniqueString", args))),
];
