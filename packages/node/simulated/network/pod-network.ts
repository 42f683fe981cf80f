import { isJsonObject, type JsonObject } from "@byocni/base/core";
import {
  type AskPluginStatus,
  compareCniVersions,
  findPlugin,
  isAtLeast,
  type NetworkConf,
  pluginErrorCodes,
  type PluginErrorObject,
} from "@byocni/node/cni";
import { programOfContent } from "../images/binary.ts";
import type { NodeContext } from "../node-context.ts";
import { cniPlugins, unknownPlugin } from "./cni-plugins.ts";
import { allVersions, PluginError, type PluginModel, type PluginResult, textOf } from "./plugin-model.ts";
import { standardPlugins } from "./standard-plugins.ts";

/** Attaches pods to the network that is loaded, with the plugins that the node's files hold. */
export interface PodNetwork {
  /** ADD. @returns the pod's addresses without prefix length. @throws Error with libcni's text */
  attach(network: NetworkConf, containerId: string): readonly string[];
  /** DEL. @throws Error with libcni's text */
  detach(network: NetworkConf, containerId: string): void;
  /** STATUS of one plugin. */
  readonly askStatus: AskPluginStatus;
}

const pluginDirectories = ["/opt/cni/bin"];
const ifName = "eth0";

export function createPodNetwork(node: NodeContext): PodNetwork {
  /** What the program in a file does: its content says which one it is. */
  function modelAt(path: string): PluginModel {
    const program = programOfContent(node.files.readText(path));
    if (program === undefined) return unknownPlugin;
    return standardPlugins[program] ?? cniPlugins[program] ?? unknownPlugin;
  }
  function modelOf(type: string): PluginModel {
    const found = findPlugin(node.files, type, pluginDirectories);
    if (!found.ok) throw new PluginError(found.message);
    return modelAt(found.path);
  }
  function checkVersion(model: PluginModel, version: string): void {
    const versions = model.versions ?? allVersions;
    if (versions.includes(version === "" ? "0.1.0" : version)) return;
    const shown = versions.map((known) => `"${known}"`).join(" ");
    throw new PluginError(
      "incompatible CNI versions",
      pluginErrorCodes.incompatibleVersion,
      `config is "${version}", plugin supports [${shown}]`,
    );
  }

  function call(
    command: "ADD" | "DEL",
    type: string,
    configuration: JsonObject,
    containerId: string,
    previous: PluginResult | undefined,
  ): PluginResult {
    const model = modelOf(type);
    checkVersion(model, textOf(configuration, "cniVersion"));
    const request = {
      configuration,
      previous,
      containerId,
      ifName,
      node,
      delegate: (verb: "ADD" | "DEL", other: string, inner: JsonObject) =>
        call(verb, other, inner, containerId, resultOf(inner["prevResult"])),
    };
    if (command === "ADD") return model.add(request);
    model.remove?.(request);
    return { ips: [] };
  }
  function resultOf(value: unknown): PluginResult | undefined {
    if (!isJsonObject(value) || !Array.isArray(value["ips"])) return undefined;
    return { ips: value["ips"] as unknown as PluginResult["ips"] };
  }

  function describe(plugin: NetworkConf["plugins"][number]): string {
    const name = plugin.name === "" ? "" : ` name=${JSON.stringify(plugin.name)}`;
    return `type=${JSON.stringify(plugin.type)}${name}`;
  }
  function run(network: NetworkConf, command: "ADD" | "DEL", containerId: string): PluginResult {
    let result: PluginResult | undefined;
    const plugins = command === "ADD" ? network.plugins : network.plugins.toReversed();
    for (const plugin of plugins) {
      const configuration = { ...plugin.raw, name: network.name, cniVersion: network.cniVersion };
      try {
        const next = call(command, plugin.type, configuration, containerId, result);
        if (command === "ADD") result = next;
      } catch (error) {
        if (!(error instanceof PluginError)) throw error;
        const verb = command === "ADD" ? "add" : "delete";
        throw new Error(`plugin ${describe(plugin)} failed (${verb}): ${error.message}`, { cause: error });
      }
    }
    return result ?? { ips: [] };
  }

  return {
    attach(network, containerId) {
      // containerd attaches every pod to its own loopback network first.
      const loopback = findPlugin(node.files, "loopback", pluginDirectories);
      if (!loopback.ok) throw new Error(`plugin type="loopback" failed (add): ${loopback.message}`);
      try {
        return run(network, "ADD", containerId).ips.map((ip) => ip.address.split("/")[0] ?? "");
      } catch (error) {
        try {
          run(network, "DEL", containerId);
        } catch {
          // What could not be undone stays, as on a real node; the first failure is the one to tell.
        }
        throw error;
      }
    },
    detach: (network, containerId) => void run(network, "DEL", containerId),
    askStatus(path, configuration): PluginErrorObject | undefined {
      const model = modelAt(path);
      const version = textOf(configuration, "cniVersion");
      const versions = model.versions ?? allVersions;
      // pkg/skel: a plugin none of whose versions is as high as the configuration's refuses the verb.
      if (!versions.some((known) => compareCniVersions(known, version) >= 0)) {
        return { code: pluginErrorCodes.incompatibleVersion, msg: "plugin version does not allow STATUS" };
      }
      try {
        checkVersion(model, version);
      } catch (error) {
        if (error instanceof PluginError) return error.error;
        throw error;
      }
      return isAtLeast(version, "1.1.0") ? model.status?.(configuration, node) : undefined;
    },
  };
}
