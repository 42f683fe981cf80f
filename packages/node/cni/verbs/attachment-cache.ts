import { isJsonObject, type JsonObject } from "@byocni/base/core";
import type { Attachment } from "./attachment.ts";

/** Keeps what was attached, in libcni's format: one file an attachment in `<cacheDir>/results`, mode 0600. */
export interface CacheFiles {
  /** Names of the files in the results folder, in any order. */
  list(): readonly string[];
  read(name: string): string | undefined;
  write(name: string, content: string): void;
  remove(name: string): void;
}

/** A cached attachment: libcni's `cniCacheV1`. */
export interface CachedAttachment {
  readonly network: string;
  readonly attachment: Attachment;
  /** The configuration that it was attached with. */
  readonly configuration: string;
  readonly result: JsonObject | undefined;
}

export function cacheFileName(network: string, attachment: Pick<Attachment, "containerId" | "ifName">): string {
  return `${network}-${attachment.containerId}-${attachment.ifName}`;
}

export function formatCached(entry: CachedAttachment): string {
  const { network, attachment, configuration, result } = entry;
  return JSON.stringify({
    kind: "cniCacheV1",
    containerId: attachment.containerId,
    config: Buffer.from(configuration).toString("base64"),
    ifName: attachment.ifName,
    networkName: network,
    ...(attachment.netns === "" ? {} : { netns: attachment.netns }),
    ...(attachment.args.length === 0 ? {} : { cniArgs: attachment.args }),
    ...(Object.keys(attachment.capabilityArgs).length === 0 ? {} : { capabilityArgs: attachment.capabilityArgs }),
    ...(result === undefined ? {} : { result }),
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** undefined: the content is no cached attachment (another kind, or damaged); such files are passed over. */
export function parseCached(content: string): CachedAttachment | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value["kind"] !== "cniCacheV1") return undefined;
  const { containerId, config, ifName, networkName, netns, cniArgs, capabilityArgs, result } = value;
  if (text(ifName) === "" || text(networkName) === "") return undefined;
  const args: readonly unknown[] = Array.isArray(cniArgs) ? cniArgs : [];
  return {
    network: text(networkName),
    configuration: Buffer.from(text(config), "base64").toString(),
    result: isJsonObject(result) ? result : undefined,
    attachment: {
      containerId: text(containerId),
      netns: text(netns),
      ifName: text(ifName),
      args: args.filter(Array.isArray).map((pair) => [text(pair[0]), text(pair[1])] as const),
      capabilityArgs: isJsonObject(capabilityArgs) ? capabilityArgs : {},
    },
  };
}
