import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { goJsonKind, parseGoJson } from "./go-json.ts";
import { CniLoadError, wrapLoadError } from "./load-error.ts";
import type { ProfileTraits } from "./profile.ts";

/** One plugin of a network: what libcni's `types.PluginConf` reads, and the whole object. */
export interface PluginConf {
  /** The name of the plugin's program. Never empty. */
  readonly type: string;
  /** The plugin's own `name`; empty when it has none. */
  readonly name: string;
  readonly cniVersion: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly ipamType: string;
  /** The configuration as written. */
  readonly raw: JsonObject;
}

type FieldType =
  | { readonly kind: "string" }
  | { readonly kind: "strings" }
  | { readonly kind: "flags" }
  | { readonly kind: "map" }
  | { readonly kind: "struct"; readonly name: string; readonly fields: Readonly<Record<string, FieldType>> };

const text: FieldType = { kind: "string" };
const texts: FieldType = { kind: "strings" };

const fields: Readonly<Record<string, FieldType>> = {
  cniVersion: text,
  name: text,
  type: text,
  capabilities: { kind: "flags" },
  ipam: { kind: "struct", name: "types.IPAM", fields: { type: text } },
  dns: {
    kind: "struct",
    name: "types.DNS",
    fields: { nameservers: texts, domain: text, search: texts, options: texts },
  },
  prevResult: { kind: "map" },
};

/** Go matches keys to fields exactly, else without regard to case. */
function fieldOf(known: Readonly<Record<string, FieldType>>, key: string): string | undefined {
  if (Object.hasOwn(known, key)) return key;
  const folded = key.toLowerCase();
  return Object.keys(known).find((name) => name.toLowerCase() === folded);
}

interface Decoding {
  /** The first type error: Go goes on decoding and reports it at the end. */
  error?: string;
  readonly rootType: string;
}

function mismatch(decoding: Decoding, value: unknown, path: string, struct: string, goType: string): void {
  const shortName = struct.slice(struct.indexOf(".") + 1);
  decoding.error ??= `json: cannot unmarshal ${goJsonKind(value)} into Go struct field ${shortName}.${path} of type ${goType}`;
}

function decodeField(decoding: Decoding, type: FieldType, value: unknown, path: string, struct: string): unknown {
  if (value === null) return undefined;
  switch (type.kind) {
    case "string":
      if (typeof value === "string") return value;
      mismatch(decoding, value, path, struct, "string");
      return undefined;
    case "strings":
      if (!Array.isArray(value)) {
        mismatch(decoding, value, path, struct, "[]string");
        return undefined;
      }
      for (const item of value) {
        if (item !== null && typeof item !== "string") mismatch(decoding, item, path, struct, "string");
      }
      return value;
    case "flags": {
      if (!isJsonObject(value)) {
        mismatch(decoding, value, path, struct, "map[string]bool");
        return undefined;
      }
      const flags: Record<string, boolean> = {};
      for (const [key, flag] of Object.entries(value)) {
        if (typeof flag === "boolean") flags[key] = flag;
        else if (flag !== null) mismatch(decoding, flag, path, struct, "bool");
      }
      return flags;
    }
    case "map":
      if (!isJsonObject(value)) mismatch(decoding, value, path, struct, "map[string]interface {}");
      return value;
    case "struct":
      if (!isJsonObject(value)) {
        mismatch(decoding, value, path, struct, type.name);
        return undefined;
      }
      return decodeStruct(decoding, type.fields, value, `${path}.`, type.name);
  }
}

function decodeStruct(
  decoding: Decoding,
  known: Readonly<Record<string, FieldType>>,
  value: JsonObject,
  prefix: string,
  struct: string,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = fieldOf(known, key);
    const type = name === undefined ? undefined : known[name];
    if (name === undefined || type === undefined) continue;
    const decoded = decodeField(decoding, type, member, prefix + name, struct);
    if (decoded !== undefined) result[name] = decoded;
  }
  return result;
}

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Decodes an already parsed plugin configuration. @throws CniLoadError */
export function pluginConfFromValue(value: unknown, traits: ProfileTraits): PluginConf {
  const decoding: Decoding = { rootType: traits.pluginTypeName };
  let decoded: Record<string, unknown> = {};
  if (isJsonObject(value)) decoded = decodeStruct(decoding, fields, value, "", traits.pluginTypeName);
  else if (value !== null) {
    decoding.error = `json: cannot unmarshal ${goJsonKind(value)} into Go value of type ${traits.pluginTypeName}`;
  }
  if (decoding.error !== undefined) throw new CniLoadError(`error parsing configuration: ${decoding.error}`);
  const type = stringOf(decoded["type"]);
  if (type === "") throw new CniLoadError("error parsing configuration: missing 'type'");
  const ipam = isJsonObject(decoded["ipam"]) ? decoded["ipam"] : {};
  return {
    type,
    name: stringOf(decoded["name"]),
    cniVersion: stringOf(decoded["cniVersion"]),
    capabilities: (decoded["capabilities"] ?? {}) as Readonly<Record<string, boolean>>,
    ipamType: stringOf(ipam["type"]),
    raw: isJsonObject(value) ? value : {},
  };
}

/** libcni's `ConfFromBytes`. @throws CniLoadError */
export function parsePluginConf(bytes: Uint8Array, traits: ProfileTraits): PluginConf {
  let value: unknown;
  try {
    value = parseGoJson(bytes);
  } catch (error) {
    throw wrapLoadError("error parsing configuration", error);
  }
  return pluginConfFromValue(value, traits);
}

/** Object keys in Go's order of json.Marshal (sorted), all the way down: list members are re-marshalled by libcni. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sortKeys(value[key])]),
  );
}
