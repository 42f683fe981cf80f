import { type Clock, type JsonObject, sleep } from "@byocni/base/core";
import { compareCniVersions } from "../cni-version.ts";
import type { FileView } from "../file-view.ts";
import { findPlugin } from "../find-plugin.ts";
import type { NetworkConf } from "../network-conf.ts";
import type { PluginConf } from "../plugin-conf.ts";
import { type Attachment, nameProblem } from "./attachment.ts";
import {
  type CachedAttachment,
  type CacheFiles,
  cacheFileName,
  formatCached,
  parseCached,
} from "./attachment-cache.ts";
import { type CniCommand, hasVerb, planInvocation, type PluginInvocation, type ValidAttachment } from "./invocation.ts";
import { checkOutcome, CniError, type CniExec, type ExecOutcome, resultOf } from "./plugin-outcome.ts";

export interface NetworkRunnerDeps {
  readonly view: FileView;
  readonly exec: CniExec;
  readonly cache: CacheFiles;
  readonly clock: Clock;
  /** Default `/opt/cni/bin`. */
  readonly pluginDirectories?: readonly string[];
}

/** Calls the plugins of a network, one after the other, as libcni does. All failures are CniErrors with its texts. */
export interface NetworkRunner {
  /** ADD along the chain; the last result is cached and returned. */
  add(network: NetworkConf, attachment: Attachment, signal: AbortSignal): Promise<JsonObject>;
  /** DEL along the chain backwards, with the cached result; then the cache entry goes. */
  remove(network: NetworkConf, attachment: Attachment, signal: AbortSignal): Promise<void>;
  /** CHECK with the cached result. Never called by kubelet or containerd. */
  check(network: NetworkConf, attachment: Attachment, signal: AbortSignal): Promise<void>;
  /** STATUS of every plugin, for networks that have the verb. */
  status(network: NetworkConf, signal: AbortSignal): Promise<void>;
  /** DEL for what is cached and not valid, then the GC verb where there is one. Collects all failures. */
  collect(network: NetworkConf, valid: readonly ValidAttachment[], signal: AbortSignal): Promise<void>;
  /** What is cached of a network, or of all. */
  cached(network?: string): readonly CachedAttachment[];
}

/** How often a program that is just being written is tried again, a second apart. */
const busyRetries = 5;

function describe(plugin: PluginConf): string {
  const name = plugin.name === "" ? "" : ` name=${JSON.stringify(plugin.name)}`;
  return `type=${JSON.stringify(plugin.type)}${name}`;
}

export function createNetworkRunner(deps: NetworkRunnerDeps): NetworkRunner {
  const { view, exec, cache, clock } = deps;
  const pluginDirectories = deps.pluginDirectories ?? ["/opt/cni/bin"];

  async function run(
    invocation: PluginInvocation,
    signal: AbortSignal,
  ): Promise<Exclude<ExecOutcome, { kind: "busy" }>> {
    for (let attempt = 0; attempt <= busyRetries; attempt++) {
      const outcome = await exec(invocation, signal);
      if (outcome.kind !== "busy") return outcome;
      await sleep(clock, 1000, signal);
    }
    // libcni falls through with what the last run printed, which is nothing.
    return { kind: "exited", exitCode: 0, stdout: "", stderr: "" };
  }
  function plan(
    command: CniCommand,
    network: NetworkConf,
    plugin: PluginConf,
    more: {
      readonly attachment?: Attachment;
      readonly previous?: JsonObject | undefined;
      readonly validAttachments?: readonly ValidAttachment[];
    },
  ): PluginInvocation {
    const found = findPlugin(view, plugin.type, pluginDirectories);
    if (!found.ok) throw new CniError(found.message);
    return planInvocation({ command, path: found.path, network, plugin, pluginDirectories, ...more });
  }
  function cachedResult(network: NetworkConf, attachment: Attachment): JsonObject | undefined {
    const content = cache.read(cacheFileName(network.name, attachment));
    return content === undefined ? undefined : parseCached(content)?.result;
  }
  const wrap = (prefix: string, error: unknown): unknown =>
    error instanceof CniError ? new CniError(`${prefix}: ${error.message}`, error.plugin) : error;
  function cached(network?: string): CachedAttachment[] {
    const entries = cache
      .list()
      .toSorted()
      .map((name) => parseCached(cache.read(name) ?? ""));
    return entries.filter(
      (entry): entry is CachedAttachment => entry !== undefined && (network === undefined || entry.network === network),
    );
  }

  const runner: NetworkRunner = {
    cached,
    async add(network, attachment, signal) {
      let result: JsonObject | undefined;
      for (const plugin of network.plugins) {
        try {
          const invocation = plan("ADD", network, plugin, { attachment, previous: result });
          const problem = nameProblem(attachment, network.name);
          if (problem !== undefined) throw new CniError(problem);
          result = resultOf(await run(invocation, signal), network.cniVersion === "" ? "0.1.0" : network.cniVersion);
        } catch (error) {
          throw wrap(`plugin ${describe(plugin)} failed (add)`, error);
        }
      }
      const entry: CachedAttachment = { network: network.name, attachment, configuration: network.source, result };
      cache.write(cacheFileName(network.name, attachment), formatCached(entry));
      return result ?? {};
    },
    async remove(network, attachment, signal) {
      // Since 0.4.0 DEL gets the result that ADD gave.
      const withResult = compareCniVersions(network.cniVersion, "0.4.0") >= 0;
      const previous = withResult ? cachedResult(network, attachment) : undefined;
      for (const plugin of network.plugins.toReversed()) {
        try {
          checkOutcome(await run(plan("DEL", network, plugin, { attachment, previous }), signal));
        } catch (error) {
          throw wrap(`plugin ${describe(plugin)} failed (delete)`, error);
        }
      }
      cache.remove(cacheFileName(network.name, attachment));
    },
    async check(network, attachment, signal) {
      if (!hasVerb(network, "CHECK")) {
        throw new CniError(
          `configuration version ${JSON.stringify(network.cniVersion)} does not support the CHECK command`,
        );
      }
      if (network.disableCheck) return;
      const previous = cachedResult(network, attachment);
      for (const plugin of network.plugins) {
        checkOutcome(await run(plan("CHECK", network, plugin, { attachment, previous }), signal));
      }
    },
    async status(network, signal) {
      if (!hasVerb(network, "STATUS")) return;
      for (const plugin of network.plugins) checkOutcome(await run(plan("STATUS", network, plugin, {}), signal));
    },
    async collect(network, valid, signal) {
      if (network.disableGC) return;
      const failures: string[] = [];
      const note = (prefix: string, error: unknown): void => {
        if (!(error instanceof CniError)) throw error;
        failures.push(`${prefix}: ${error.message}`);
      };
      for (const { attachment } of cached(network.name)) {
        const { containerId, ifName } = attachment;
        if (valid.some((item) => item.containerID === containerId && item.ifname === ifName)) continue;
        try {
          await runner.remove(network, attachment, signal);
        } catch (error) {
          note(`failed to delete stale attachment ${containerId} ${ifName}`, error);
        }
      }
      for (const plugin of hasVerb(network, "GC") ? network.plugins : []) {
        try {
          checkOutcome(await run(plan("GC", network, plugin, { validAttachments: valid }), signal));
        } catch (error) {
          note(`failed to GC plugin ${plugin.type}`, error);
        }
      }
      if (failures.length > 0) throw new CniError(failures.join("\n"));
    },
  };
  return runner;
}
