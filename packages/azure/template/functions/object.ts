import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { fault, TemplateError } from "../errors/template-error.ts";
import { readTemplateText } from "../reader/read-template-text.ts";
import { arrayArgument, objectArgument, stringArgument, wrongType } from "./arguments.ts";
import { mergeObjects } from "./collection.ts";
import { eager, type TemplateFunction } from "./definition.ts";

function createObject(args: readonly Json[]): Json {
  if (args.length % 2 !== 0) {
    throw fault("argumentInvalid", "createObject", "The number of arguments must be even: each key needs a value.");
  }
  const entries: [string, Json][] = [];
  for (let index = 0; index < args.length; index += 2) {
    entries.push([stringArgument("createObject", args, index), args[index + 1] ?? null]);
  }
  return Object.fromEntries(entries);
}

/** Members by name in ordinal order, as `items` returns them. */
export function sortedEntries(object: JsonObject): [string, Json][] {
  return Object.entries(object)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function parseJson(args: readonly Json[]): Json {
  const text = stringArgument("json", args, 0);
  try {
    return readTemplateText(text).value;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const reason = /^Deployment template parse failed: '(.*)'\.$/su.exec(error.message)?.[1] ?? error.message;
    throw fault("jsonInvalid", text, reason);
  }
}

function shallowMerge(args: readonly Json[]): Json {
  return arrayArgument("shallowMerge", args, 0).reduce<JsonObject>((sum, item) => {
    if (!isJsonObject(item)) throw wrongType("shallowMerge", 0, "an array of objects", item, true);
    return mergeObjects(sum, item, false);
  }, {});
}

export const objectFunctions: readonly TemplateFunction[] = [
  eager("createObject", 0, Infinity, createObject),
  eager("items", 1, 1, (args) =>
    sortedEntries(objectArgument("items", args, 0)).map(([key, value]) => ({ key, value })),
  ),
  eager("json", 1, 1, parseJson),
  eager("null", 0, 0, () => null),
  eager("objectKeys", 1, 1, (args) => sortedEntries(objectArgument("objectKeys", args, 0)).map(([key]) => key)),
  eager("shallowMerge", 1, 1, shallowMerge),
];
