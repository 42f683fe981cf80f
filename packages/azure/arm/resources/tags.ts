import { isJsonObject } from "@byocni/base/core";
import { formatPath, type JsonPath } from "@byocni/azure/template";
import { armFaults } from "../errors.ts";
import type { Tags } from "../resource.ts";

const maxTags = 50;
const maxTagName = 512;
const maxTagValue = 256;
const dictionary = "Microsoft.WindowsAzure.ResourceStack.Frontdoor.Data.Entities.Tags.TagsDictionary";

/** Tags as they are kept: null values left out, numbers and truth values as text. @throws ArmError */
export function checkTags(tags: unknown): Tags {
  const reason = unreadableTags(tags, ["tags"]);
  if (reason !== undefined) throw armFaults.InvalidRequestContent({ reason });
  const entries = Object.entries(tags as object).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length > maxTags) throw armFaults.InvalidTags({ count: entries.length });
  const checked: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (name.trim() === "") throw armFaults.EmptyTagName();
    if (/[<>%&\\?/\u0000-\u001f]/.test(name)) throw armFaults.InvalidTagNameCharacters({ names: name });
    if (name.length > maxTagName) throw armFaults.InvalidTagName({ name });
    const text = tagText(value);
    if (text.length > maxTagValue) throw armFaults.InvalidTagValueLength({ value: text });
    checked[name] = text;
  }
  return checked;
}

/**
 * Why the tags cannot be read, as Azure's JSON reader says it (texts: Azure/azure-cli#5936, microsoft/finops-toolkit#331).
 * `undefined`: they can.
 */
export function unreadableTags(tags: unknown, path: JsonPath): string | undefined {
  if (Array.isArray(tags)) {
    return `Cannot deserialize the current JSON array (e.g. [1,2,3]) into type '${dictionary}' because the type requires a JSON object (e.g. {"name":"value"}) to deserialize correctly.\nTo fix this error either change the JSON to a JSON object (e.g. {"name":"value"}) or change the deserialized type to an array or a type that implements a collection interface (e.g. ICollection, IList) like List<T> that can be deserialized from a JSON array. JsonArrayAttribute can also be added to the type to force it to deserialize from a JSON array.\nPath '${formatPath(path)}'.`;
  }
  if (!isJsonObject(tags)) {
    return `Error converting value ${JSON.stringify(tags)} to type '${dictionary}'. Path '${formatPath(path)}'.`;
  }
  const [name, value] = Object.entries(tags).find(([, given]) => typeof given === "object" && given !== null) ?? [];
  if (name === undefined) return undefined;
  const token = Array.isArray(value) ? "StartArray" : "StartObject";
  return `Error reading string. Unexpected token: ${token}. Path '${formatPath([...path, name])}'.`;
}

function tagText(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return String(value);
}
