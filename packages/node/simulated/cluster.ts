import { type Clock, formatCidr, type JsonObject, nthSubnet, parseCidr, type Random } from "@byocni/base/core";
import { profileOfContainerd } from "@byocni/node/cni";
import { aksNodeLayer } from "./aks-node-layer.ts";
import { knownImages } from "./behaviours/index.ts";
import { imageLayer } from "./container/image-root.ts";
import type { DirectoryNode } from "./files/inode.ts";
import type { ImageCatalog, ImageModel } from "./images/image-model.ts";
import type { ClusterAccess } from "@byocni/node/agent";
import type { ClusterContext } from "./node-context.ts";
import type { Script } from "./shell/ast.ts";
import { parseShell } from "./shell/index.ts";
import type { ClusterServices, SimulatedNodeOptions } from "./cluster-services.ts";
import { createSimulatedNode, type SimulatedNode } from "./simulated-node.ts";

export interface SimulatedClusterOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly access: ClusterAccess;
  /** containerd's version as nodes report it, default `1.7.33-1`; it chooses how CNI configuration is read. */
  readonly containerdVersion?: string;
  /** Default 10.244.0.0/16. */
  readonly podCidr?: string;
  /** Default 10.0.0.0/16. */
  readonly serviceCidr?: string;
  /** Looked at before the images that are known; user's models come first. */
  readonly images?: ImageCatalog;
  /** What every node has on its disk at first. Default: what an AKS node has. */
  readonly baseLayer?: DirectoryNode;
  /** How long after its end systemd starts containerd again, default 5 s. */
  readonly containerdRestartMs?: number;
}

/** Simulated nodes that share what machines of one cluster share. */
export interface SimulatedCluster {
  createNode(options: SimulatedNodeOptions): SimulatedNode;
}

/** How many scripts are kept read. */
const keptScripts = 200;

function createContext(options: SimulatedClusterOptions): ClusterContext {
  const blocks = new Map<string, { readonly cidr: string; readonly byNode: Map<string, string | undefined> }>();
  const announced = new Map<
    string,
    { readonly promise: Promise<JsonObject>; readonly settle: (offer: JsonObject) => void }
  >();
  const entry = (name: string) => {
    let known = announced.get(name);
    if (!known) {
      let settle: (offer: JsonObject) => void = () => {};
      const promise = new Promise<JsonObject>((resolve) => {
        settle = resolve;
      });
      known = { promise, settle };
      announced.set(name, known);
    }
    return known;
  };
  const scripts = new Map<string, Script>();
  return {
    parseScript(text) {
      const known = scripts.get(text);
      if (known) return known;
      const script = parseShell(text);
      if (scripts.size >= keptScripts) scripts.clear();
      scripts.set(text, script);
      return script;
    },
    access: options.access,
    podCidr: options.podCidr ?? "10.244.0.0/16",
    serviceCidr: options.serviceCidr ?? "10.0.0.0/16",
    block(pool, prefix, node) {
      const key = `${pool} ${prefix}`;
      const known = blocks.get(key) ?? { cidr: pool, byNode: new Map<string, string | undefined>() };
      blocks.set(key, known);
      if (!known.byNode.has(node)) {
        const parsed = parseCidr(pool);
        const length = parsed.ok ? Math.max(prefix, parsed.value.cidr.prefixLength) : prefix;
        const subnet = parsed.ok ? nthSubnet(parsed.value.cidr, length, known.byNode.size) : undefined;
        known.byNode.set(node, subnet && formatCidr(subnet));
      }
      return known.byNode.get(node);
    },
    announce: (name, offer = {}) => entry(name).settle(offer),
    announced(name, signal) {
      return new Promise((resolve, reject) => {
        const end = (): void => reject(signal.reason as Error);
        if (signal.aborted) end();
        signal.addEventListener("abort", end, { once: true });
        void entry(name).promise.then((offer) => {
          signal.removeEventListener("abort", end);
          resolve(offer);
        });
      });
    },
  };
}

export function createSimulatedCluster(options: SimulatedClusterOptions): SimulatedCluster {
  const containerdVersion = options.containerdVersion ?? "1.7.33-1";
  const catalog: ImageCatalog = [...(options.images ?? []), ...knownImages];
  const layers = new Map<string, { model: ImageModel | undefined; layer: DirectoryNode }>();
  const services: ClusterServices = {
    context: createContext(options),
    clock: options.clock,
    random: options.random,
    containerdVersion,
    profile: profileOfContainerd(containerdVersion),
    baseLayer: options.baseLayer ?? aksNodeLayer(),
    containerdRestartMs: options.containerdRestartMs ?? 5000,
    imageOf({ repository }) {
      const known = layers.get(repository);
      if (known) return known;
      const model = catalog.find((candidate) => candidate.repository.test(repository));
      const made = { model, layer: imageLayer(model) };
      layers.set(repository, made);
      return made;
    },
  };
  return { createNode: (node) => createSimulatedNode(services, node) };
}
