import { type FileView, readFailure } from "./file-view.ts";
import { CniLoadError, wrapLoadError } from "./load-error.ts";
import { type NetworkConf, parseNetworkConf, upConvert } from "./network-conf.ts";
import { parsePluginConf, type PluginConf } from "./plugin-conf.ts";
import { type ContainerdProfile, profileTraits, type ProfileTraits } from "./profile.ts";

/** What a load of the configuration directory gave. */
export type LoadResult =
  | { readonly ok: true; readonly network: NetworkConf; readonly file: string }
  /** `message` as in containerd's `lastCNILoadStatus`; `file` decided, if there was one. */
  | { readonly ok: false; readonly message: string; readonly file?: string };

/** Go's filepath.Ext. */
function extension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

/** Go's sort.Strings: by UTF-8 bytes, which is by code points. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** libcni's `ConfFiles`. @throws CniLoadError when the directory cannot be read. */
function configurationFiles(view: FileView, directory: string, extensions: readonly string[]): string[] {
  const read = view.list(directory);
  if (read.kind === "absent") return [];
  if (read.kind === "error") throw new CniLoadError(`readdirent ${directory}: ${read.reason}`);
  return read.entries
    .filter((entry) => !entry.directory && extensions.includes(extension(entry.name)))
    .map((entry) => `${directory}/${entry.name}`)
    .toSorted(compareBytes);
}

function readFile(view: FileView, path: string): Uint8Array {
  const read = view.read(path);
  if (read.kind === "error") throw new CniLoadError(`error reading ${path}: ${readFailure(path, read.reason)}`);
  return read.bytes;
}

/** Plugins that stand in files of their own, in a folder named for the network (libcni >= 1.3). */
function pluginFiles(view: FileView, directory: string, network: string, traits: ProfileTraits): PluginConf[] {
  const folder = `${directory}/${network}`;
  let files: string[];
  try {
    files = configurationFiles(view, folder, [".conf"]);
  } catch (error) {
    throw wrapLoadError(`failed to read plugin config files in ${folder}`, error);
  }
  return files.map((file) => parsePluginConf(readFile(view, file), traits));
}

function loadList(view: FileView, directory: string, file: string, traits: ProfileTraits): NetworkConf {
  const conf = parseNetworkConf(readFile(view, file), traits);
  if (conf.loadOnlyInlinedPlugins) return conf;
  const plugins = [...conf.plugins, ...pluginFiles(view, directory, conf.name, traits)];
  if (plugins.length === 0) throw new CniLoadError("no plugin configs found");
  return { ...conf, plugins };
}

function loadFile(view: FileView, directory: string, file: string, traits: ProfileTraits): NetworkConf {
  if (file.endsWith(".conflist")) {
    try {
      return loadList(view, directory, file, traits);
    } catch (error) {
      throw wrapLoadError(`failed to load CNI config list file ${file}`, error);
    }
  }
  let conf: PluginConf;
  try {
    conf = parsePluginConf(readFile(view, file), traits);
  } catch (error) {
    throw wrapLoadError(`failed to load CNI config file ${file}`, error);
  }
  try {
    return upConvert(conf, traits);
  } catch (error) {
    throw wrapLoadError(`failed to convert CNI config file ${file} to CNI config list`, error);
  }
}

function failed(message: string, file?: string): LoadResult {
  const whole = `cni config load failed: ${message}: failed to load cni config`;
  return file === undefined ? { ok: false, message: whole } : { ok: false, message: whole, file };
}

/**
 * Loads the default network of a configuration directory as go-cni's `WithDefaultConf` does with max_conf_num 1: files
 * ending in .conf, .conflist or .json in byte order of their names; the first one decides, and when it does not load
 * no other is tried.
 */
export function loadDirectory(view: FileView, directory: string, profile: ContainerdProfile): LoadResult {
  const traits = profileTraits[profile];
  let file: string | undefined;
  try {
    [file] = configurationFiles(view, directory, [".conf", ".conflist", ".json"]);
  } catch (error) {
    if (!(error instanceof CniLoadError)) throw error;
    return failed(`failed to read config file: ${error.message}: failed to read config file`);
  }
  if (file === undefined) return failed(`no network config found in ${directory}: cni plugin not initialized`);
  try {
    return { ok: true, network: loadFile(view, directory, file, traits), file };
  } catch (error) {
    if (!(error instanceof CniLoadError)) throw error;
    return failed(`${error.message}: invalid cni config`, file);
  }
}
