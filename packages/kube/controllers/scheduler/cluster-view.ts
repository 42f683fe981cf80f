import type { Node, Pod } from "@byocni/kube/client";
import { objectKey } from "@byocni/kube/client";
import { isPodTerminal } from "../pod-state.ts";
import { createNodeInfo, type MutableNodeInfo, type NodeInfo } from "./node-info.ts";
import { createPodInfo, type PodInfo } from "./pod-info.ts";
import type { AmountReader } from "./resource-amounts.ts";

/** The nodes and the pods on them, as the cache says and as the scheduler has decided but not yet seen. */
export interface ClusterView {
  readonly nodes: readonly NodeInfo[];
  node(name: string): NodeInfo | undefined;
  /** Pods on nodes that have required anti-affinity: they can forbid nodes to others. */
  readonly exclusive: ReadonlyMap<string, { readonly info: PodInfo; readonly nodeName: string }>;
  setNode(node: Node): void;
  removeNode(name: string): void;
  /** Takes what the cache says of a pod: on a node and not finished, or not. @returns the node that it left, if any. */
  setPod(pod: Pod): string | undefined;
  removePod(key: string): string | undefined;
  /** Counts the pod on the node until the cache says more. */
  assume(info: PodInfo, nodeName: string): void;
}

export function createClusterView(reader: AmountReader): ClusterView {
  const nodes = new Map<string, MutableNodeInfo>();
  /** Pods by key, with their node, also of nodes that are not known (yet). */
  const placed = new Map<string, { readonly info: PodInfo; readonly nodeName: string }>();
  const exclusive = new Map<string, { readonly info: PodInfo; readonly nodeName: string }>();
  /** Pods of nodes that are not known, so that a node that comes (back) is filled without a search. */
  const homeless = new Map<string, Set<string>>();
  let list: readonly NodeInfo[] | undefined;

  function place(info: PodInfo, nodeName: string): void {
    remove(info.key);
    const entry = { info, nodeName };
    placed.set(info.key, entry);
    if (info.antiAffinity.length > 0) exclusive.set(info.key, entry);
    const node = nodes.get(nodeName);
    if (node) node.addPod(info);
    else homeless.set(nodeName, (homeless.get(nodeName) ?? new Set()).add(info.key));
  }
  function refresh(before: PodInfo, pod: Pod, nodeName: string): void {
    const info = { ...before, pod };
    const entry = { info, nodeName };
    placed.set(info.key, entry);
    if (exclusive.has(info.key)) exclusive.set(info.key, entry);
    nodes.get(nodeName)?.refreshPod(info);
  }
  function remove(key: string): string | undefined {
    const entry = placed.get(key);
    if (!entry) return undefined;
    placed.delete(key);
    exclusive.delete(key);
    nodes.get(entry.nodeName)?.removePod(key);
    homeless.get(entry.nodeName)?.delete(key);
    return entry.nodeName;
  }

  return {
    get nodes() {
      return (list ??= [...nodes.values()]);
    },
    node: (name) => nodes.get(name),
    exclusive,
    setNode(node) {
      const { name } = node.metadata;
      const known = nodes.get(name);
      if (known) {
        known.setNode(node);
        return;
      }
      const waiting = [...(homeless.get(name) ?? [])].flatMap((key) => placed.get(key)?.info ?? []);
      homeless.delete(name);
      nodes.set(name, createNodeInfo(node, reader, waiting));
      list = undefined;
    },
    removeNode(name) {
      const known = nodes.get(name);
      if (!known) return;
      nodes.delete(name);
      list = undefined;
      if (known.pods.size > 0) homeless.set(name, new Set(known.pods.keys()));
    },
    setPod(pod) {
      const { nodeName } = pod.spec;
      if (!nodeName || isPodTerminal(pod)) return remove(objectKey(pod));
      const key = objectKey(pod);
      const before = placed.get(key);
      // Most updates of placed pods are about their status: nothing that is counted here changes.
      const old = before?.info.pod;
      if (before?.nodeName === nodeName && old?.spec === pod.spec && old.metadata.labels === pod.metadata.labels) {
        refresh(before.info, pod, nodeName);
        return undefined;
      }
      place(createPodInfo(pod, reader), nodeName);
      return before && before.nodeName !== nodeName ? before.nodeName : undefined;
    },
    removePod: remove,
    assume: place,
  };
}
