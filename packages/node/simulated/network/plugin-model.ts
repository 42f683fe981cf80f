import type { JsonObject } from "@byocni/base/core";
import { type PluginErrorObject, pluginErrorText } from "@byocni/node/cni";
import type { NodeContext } from "../node-context.ts";

/** A plugin's refusal: what it prints as its error object. */
export class PluginError extends Error {
  override readonly name = "PluginError";
  readonly error: PluginErrorObject;
  constructor(msg: string, code = 999, details?: string) {
    const error = { code, msg, ...(details === undefined ? {} : { details }) };
    super(pluginErrorText(error));
    this.error = error;
  }
}

export interface PluginIp {
  /** With prefix length: `10.244.0.2/24`. */
  readonly address: string;
  readonly gateway?: string;
}

export interface PluginResult {
  readonly ips: readonly PluginIp[];
}

/** One call of a plugin with ADD or DEL. */
export interface PluginCall {
  /** What the plugin reads on standard input: its configuration with name, cniVersion and, in a chain, prevResult. */
  readonly configuration: JsonObject;
  /** The result of the plugin before it in the chain. */
  readonly previous: PluginResult | undefined;
  readonly containerId: string;
  readonly ifName: string;
  readonly node: NodeContext;
  /** Calls another plugin, as IPAM delegation and meta plugins do. */
  delegate(command: "ADD" | "DEL", type: string, configuration: JsonObject): PluginResult;
}

/** What a CNI plugin program does, as far as a pod's network is concerned. */
export interface PluginModel {
  /** Specification versions that it speaks; default: all up to 1.1.0. */
  readonly versions?: readonly string[];
  /** @throws PluginError */
  add(call: PluginCall): PluginResult;
  /** @throws PluginError */
  remove?(call: PluginCall): void;
  /** The STATUS verb; undefined: all well. */
  status?(configuration: JsonObject, node: NodeContext): PluginErrorObject | undefined;
}

export const allVersions: readonly string[] = ["0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0"];

/** A member of a configuration as text; empty when it is none. */
export function textOf(configuration: JsonObject, key: string): string {
  const value = configuration[key];
  return typeof value === "string" ? value : "";
}

export function objectOf(configuration: JsonObject, key: string): JsonObject {
  const value = configuration[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
