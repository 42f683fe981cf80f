import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { compareCniVersions } from "./cni-version.ts";
import { goJsonKind, goTypeName, parseGoJson } from "./go-json.ts";
import { CniLoadError, goQuote, wrapLoadError } from "./load-error.ts";
import { type PluginConf, pluginConfFromValue, sortKeys } from "./plugin-conf.ts";
import type { ProfileTraits } from "./profile.ts";

/** A network: libcni's `NetworkConfigList`. */
export interface NetworkConf {
  readonly name: string;
  /** The version that plugins are called with; empty when the file names none. */
  readonly cniVersion: string;
  readonly disableCheck: boolean;
  readonly disableGC: boolean;
  readonly loadOnlyInlinedPlugins: boolean;
  readonly plugins: readonly PluginConf[];
  /** The text that the cache keeps. */
  readonly source: string;
}

const prefix = "error parsing configuration list";

function failure(text: string): CniLoadError {
  return new CniLoadError(`${prefix}: ${text}`);
}

/** The highest version of `cniVersions` and `cniVersion` that the library speaks. */
function pickVersion(list: JsonObject, declared: string, traits: ProfileTraits): string {
  const versions = list["cniVersions"];
  if (!traits.readsPluginFiles || versions === undefined) return declared;
  // libcni prints the type of the nil slice that the failed assertion left, whatever was there.
  if (!Array.isArray(versions)) throw failure("invalid type for cniVersions: []interface {}");
  const usable: string[] = [];
  for (const [index, version] of (versions as readonly unknown[]).entries()) {
    if (typeof version !== "string") {
      throw failure(`invalid type for cniVersions index ${index}: ${goTypeName(version)}`);
    }
    try {
      if (compareCniVersions(version, traits.libraryVersion) <= 0) usable.push(version);
    } catch (error) {
      throw wrapLoadError(`${prefix}: invalid cniVersions entry ${version} at index ${index}`, error);
    }
  }
  if (declared !== "") {
    try {
      if (compareCniVersions(declared, traits.libraryVersion) <= 0) usable.push(declared);
    } catch (error) {
      throw wrapLoadError(`${prefix}: invalid cniVersion ${declared}`, error);
    }
  }
  return usable.toSorted(compareCniVersions).at(-1) ?? declared;
}

/** A boolean that may also be written as a string (libcni >= 1.2). */
function readFlag(list: JsonObject, key: string, traits: ProfileTraits): boolean {
  const value: unknown = list[key];
  if (value === undefined) return false;
  if (typeof value === "boolean") return value;
  if (!traits.readsPluginFiles) throw failure(`invalid ${key} type ${goTypeName(value)}`);
  if (typeof value !== "string") throw failure(`invalid type ${goTypeName(value)} for ${key}`);
  const lower = value.toLowerCase();
  if (lower !== "true" && lower !== "false") throw failure(`invalid value ${goQuote(lower)} for ${key}`);
  return lower === "true";
}

function readPlugins(list: JsonObject, inlinedOnly: boolean, traits: ProfileTraits): PluginConf[] {
  const plugins: unknown = list["plugins"];
  if (plugins === undefined) {
    if (!traits.readsPluginFiles) throw failure("no 'plugins' key");
    if (inlinedOnly) throw failure("`loadOnlyInlinedPlugins` is true, and no 'plugins' key");
    return [];
  }
  if (!Array.isArray(plugins)) throw failure(`invalid 'plugins' type ${goTypeName(plugins)}`);
  if (plugins.length === 0) throw failure("no plugins in list");
  return (plugins as readonly unknown[]).map((plugin, index) => {
    try {
      return pluginConfFromValue(sortKeys(plugin), traits);
    } catch (error) {
      throw wrapLoadError(`failed to parse plugin config ${index}`, error);
    }
  });
}

/** Reads an already parsed list. @throws CniLoadError */
export function networkConfFromValue(value: unknown, source: string, traits: ProfileTraits): NetworkConf {
  if (value !== null && !isJsonObject(value)) {
    throw failure(`json: cannot unmarshal ${goJsonKind(value)} into Go value of type map[string]interface {}`);
  }
  const list: JsonObject = value ?? {};
  const name: unknown = list["name"];
  if (name === undefined) throw failure("no name");
  if (typeof name !== "string") throw failure(`invalid name type ${goTypeName(name)}`);
  const declared: unknown = list["cniVersion"];
  if (declared !== undefined && typeof declared !== "string") {
    throw failure(`invalid cniVersion type ${goTypeName(declared)}`);
  }
  const cniVersion = pickVersion(list, declared ?? "", traits);
  const disableCheck = readFlag(list, "disableCheck", traits);
  const disableGC = traits.readsPluginFiles && readFlag(list, "disableGC", traits);
  const loadOnlyInlinedPlugins = !traits.readsPluginFiles || readFlag(list, "loadOnlyInlinedPlugins", traits);
  const plugins = readPlugins(list, loadOnlyInlinedPlugins, traits);
  return { name, cniVersion, disableCheck, disableGC, loadOnlyInlinedPlugins, plugins, source };
}

/** libcni's `ConfListFromBytes`: the content of a `.conflist` file. @throws CniLoadError with libcni's text */
export function parseNetworkConf(bytes: Uint8Array, traits: ProfileTraits): NetworkConf {
  let value: unknown;
  try {
    value = parseGoJson(bytes);
  } catch (error) {
    throw wrapLoadError(prefix, error);
  }
  return networkConfFromValue(value, new TextDecoder().decode(bytes), traits);
}

/** libcni's `ConfListFromConf`: a single plugin configuration becomes a list of one. @throws CniLoadError */
export function upConvert(conf: PluginConf, traits: ProfileTraits): NetworkConf {
  const list = { cniVersion: conf.cniVersion, name: conf.name, plugins: [conf.raw] };
  return networkConfFromValue(list, JSON.stringify(sortKeys(list)), traits);
}
