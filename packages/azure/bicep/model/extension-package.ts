import { isJsonObject, type JsonObject } from "../files/json.ts";
import { parseJsonText } from "../files/json-text.ts";
import type { ResourceReference } from "../types/index.ts";

/** What a template says of an extension, and which resources are the extension's. */
export interface ExtensionProvider {
  readonly name: string;
  readonly version: string;
  /** True for the types that the extension declares. */
  readonly declares: (reference: ResourceReference) => boolean;
  /** True when nothing was there to read: name and version are those of the reference, any foreign type is its own. */
  readonly isAssumed?: boolean;
}

function objectAt(json: JsonObject, key: string): JsonObject {
  const value = json[key];
  return isJsonObject(value) ? value : {};
}

/** Reads the `index.json` of a package of types; undefined when it is none. */
export function readExtensionPackage(text: string): ExtensionProvider | undefined {
  const parsed = parseJsonText(text);
  if ("problem" in parsed || !isJsonObject(parsed.value)) return undefined;
  const settings = objectAt(parsed.value, "settings");
  const { name, version } = settings;
  if (typeof name !== "string" || typeof version !== "string") return undefined;
  const types = new Set(Object.keys(objectAt(parsed.value, "resources")).map((type) => type.toLowerCase()));
  const takesAll = isJsonObject(parsed.value["fallbackResourceType"]);
  return {
    name,
    version,
    declares: (reference) => types.has(nameOf(reference)) || (takesAll && isForeign(reference)),
  };
}

function nameOf({ type, apiVersion }: ResourceReference): string {
  return (apiVersion === undefined ? type : `${type}@${apiVersion}`).toLowerCase();
}

/** True for what cannot be a type of Azure: those have a namespace with a dot and a date for a version. */
function isForeign({ segments, apiVersion }: ResourceReference): boolean {
  return segments.length < 2 || segments[0]?.includes(".") !== true || !/^\d{4}-\d{2}-\d{2}/.test(apiVersion ?? "");
}

const registryReference = /^br:[^/]+\/(.+)[:@]([^:@/]+)$/;

/**
 * The provider that a reference lets one expect: packages are published as `…/extensions/<name>/<channel>:<version>`.
 * Undefined for references of another form than a registry's.
 */
export function assumeExtension(reference: string): ExtensionProvider | undefined {
  const [, path, version] = registryReference.exec(reference) ?? [];
  if (path === undefined || version === undefined) return undefined;
  const parts = path.split("/");
  const own = parts[parts.indexOf("extensions") + 1];
  const name = parts.includes("extensions") ? own : parts.findLast((part) => !/^v?\d/.test(part));
  if (name === undefined || name === "") return undefined;
  if (name !== "microsoftgraph") return { name, version, declares: isForeign, isAssumed: true };
  // Microsoft Graph is published once for each of its versions, which are those of the types.
  const channel = parts.at(-1)?.toLowerCase();
  const declares = ({ segments, apiVersion }: ResourceReference): boolean =>
    segments[0]?.toLowerCase() === "microsoft.graph" && apiVersion?.toLowerCase() === channel;
  return { name: "MicrosoftGraph", version, declares, isAssumed: true };
}
