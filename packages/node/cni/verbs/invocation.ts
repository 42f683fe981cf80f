import type { JsonObject } from "@byocni/base/core";
import { compareCniVersions } from "../cni-version.ts";
import type { NetworkConf } from "../network-conf.ts";
import type { PluginConf } from "../plugin-conf.ts";
import type { Attachment } from "./attachment.ts";

export type CniCommand = "ADD" | "DEL" | "CHECK" | "STATUS" | "GC";

/** One run of a plugin program, as data. */
export interface PluginInvocation {
  readonly path: string;
  /** The `CNI_*` variables; the executor adds what the machine needs (PATH). */
  readonly environment: Readonly<Record<string, string>>;
  /** What the plugin reads on standard input. */
  readonly input: JsonObject;
}

const noAttachment: Attachment = { containerId: "", netns: "", ifName: "", args: [], capabilityArgs: {} };

/** An attachment that may be named in a GC request. */
export interface ValidAttachment {
  readonly containerID: string;
  readonly ifname: string;
}

export interface InvocationRequest {
  readonly command: CniCommand;
  readonly path: string;
  readonly network: Pick<NetworkConf, "name" | "cniVersion">;
  readonly plugin: PluginConf;
  /** Not for STATUS and GC. */
  readonly attachment?: Attachment;
  readonly previous?: JsonObject | undefined;
  /** Only for GC. */
  readonly validAttachments?: readonly ValidAttachment[];
  readonly pluginDirectories: readonly string[];
}

/** What a plugin is called with: its configuration with the network's name and version, the result before it, and what it asked for. */
export function planInvocation(request: InvocationRequest): PluginInvocation {
  const { command, path, network, plugin, previous, validAttachments, pluginDirectories } = request;
  const attachment = request.attachment ?? noAttachment;
  const runtimeConfig: Record<string, JsonObject[string]> = {};
  for (const [capability, wanted] of Object.entries(plugin.capabilities)) {
    const value = attachment.capabilityArgs[capability];
    if (wanted && value !== undefined) runtimeConfig[capability] = value;
  }
  const attachments = validAttachments?.map((item) => ({ ...item }));
  return {
    path,
    environment: {
      CNI_COMMAND: command,
      CNI_CONTAINERID: attachment.containerId,
      CNI_NETNS: attachment.netns,
      CNI_ARGS: attachment.args.map(([name, value]) => `${name}=${value}`).join(";"),
      CNI_IFNAME: attachment.ifName,
      CNI_PATH: pluginDirectories.join(":"),
    },
    input: {
      ...plugin.raw,
      name: network.name,
      cniVersion: network.cniVersion,
      ...(previous === undefined ? {} : { prevResult: previous }),
      ...(Object.keys(runtimeConfig).length === 0 ? {} : { runtimeConfig }),
      // Both names: the specification's, and the one that it had by mistake (libcni #1101).
      ...(attachments ? { "cni.dev/valid-attachments": attachments, "cni.dev/attachments": attachments } : {}),
    },
  };
}

/** Whether a network's version has a verb: CHECK since 0.4.0, STATUS and GC since 1.1.0. @throws CniLoadError for no version */
export function hasVerb(network: Pick<NetworkConf, "cniVersion">, command: CniCommand): boolean {
  if (command === "ADD" || command === "DEL") return true;
  return compareCniVersions(network.cniVersion, command === "CHECK" ? "0.4.0" : "1.1.0") >= 0;
}
