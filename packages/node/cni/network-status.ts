import type { JsonObject } from "@byocni/base/core";
import { isAtLeast } from "./cni-version.ts";
import type { FileView } from "./file-view.ts";
import { findPlugin } from "./find-plugin.ts";
import type { NetworkConf } from "./network-conf.ts";
import { type PluginErrorObject, pluginErrorText } from "./plugin-error.ts";

/** Runs a plugin's STATUS verb: its error object, or undefined when the plugin says that it can serve. */
export type AskPluginStatus = (path: string, configuration: JsonObject) => PluginErrorObject | undefined;

/**
 * libcni's `GetStatusNetworkList`: asks every plugin of a network with cniVersion >= 1.1.0, in order.
 *
 * @returns the text of the first failure (missing program or the plugin's own answer), or undefined.
 */
export function networkStatus(
  network: NetworkConf,
  view: FileView,
  pluginDirectories: readonly string[],
  ask: AskPluginStatus,
): string | undefined {
  if (!isAtLeast(network.cniVersion, "1.1.0")) return undefined;
  for (const plugin of network.plugins) {
    const found = findPlugin(view, plugin.type, pluginDirectories);
    if (!found.ok) return found.message;
    const error = ask(found.path, { ...plugin.raw, name: network.name, cniVersion: network.cniVersion });
    if (error) return pluginErrorText(error);
  }
  return undefined;
}
