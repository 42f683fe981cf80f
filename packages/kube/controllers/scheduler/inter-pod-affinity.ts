import type { Pod, PodAffinityTerm } from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import type { ClusterView } from "./cluster-view.ts";
import type { NodeInfo } from "./node-info.ts";
import type { PodInfo } from "./pod-info.ts";
import type { NamespaceLabels, PlacementRule, Unfit } from "./unfit.ts";

const noAffinity: Unfit = { reasons: ["node(s) didn't match pod affinity rules"], resolvable: false, byOthers: true };
const antiAffinity: Unfit = {
  reasons: ["node(s) didn't match pod anti-affinity rules"],
  resolvable: true,
  byOthers: true,
};
const othersAntiAffinity: Unfit = {
  reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"],
  resolvable: true,
  byOthers: true,
};

/** A term as a question about another pod. `of` is the pod that has the term. */
export function termMatcher(term: PodAffinityTerm, of: Pod, namespaceLabels: NamespaceLabels): (other: Pod) => boolean {
  const selector = labelSelectorOf(term.labelSelector);
  const namespaceSelector = term.namespaceSelector ? labelSelectorOf(term.namespaceSelector) : undefined;
  const named = term.namespaces ?? [];
  const ownOnly = named.length === 0 && !namespaceSelector;
  return (other) => {
    const { namespace = "" } = other.metadata;
    const inNamespaces = ownOnly
      ? namespace === of.metadata.namespace
      : named.includes(namespace) || namespaceSelector?.matches(namespaceLabels(namespace)) === true;
    return inNamespaces && selector.matches(other.metadata.labels);
  };
}

/** Counts, by topology value, of the pods that satisfy all of the questions. */
function countByTopology(
  view: ClusterView,
  topologyKey: string,
  matches: readonly ((other: Pod) => boolean)[],
  without: ReadonlySet<string> | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of view.nodes) {
    const value = node.node.metadata.labels?.[topologyKey];
    if (value === undefined) continue;
    let count = 0;
    for (const { pod, key } of node.pods.values()) {
      if (!without?.has(key) && pod.metadata.deletionTimestamp === undefined && matches.every((match) => match(pod)))
        count++;
    }
    if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return counts;
}

/** What required pod affinity and anti-affinity, the pod's own and that of pods already placed, demand of a node. */
export function podAffinityRule(
  info: PodInfo,
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
  without?: ReadonlySet<string>,
): PlacementRule | undefined {
  const { pod } = info;
  const forbidden: { readonly key: string; readonly value: string }[] = [];
  for (const { info: other, nodeName } of view.exclusive.values()) {
    if (without?.has(other.key)) continue;
    for (const term of other.antiAffinity) {
      const value = view.node(nodeName)?.node.metadata.labels?.[term.topologyKey];
      if (value !== undefined && termMatcher(term, other.pod, namespaceLabels)(pod)) {
        forbidden.push({ key: term.topologyKey, value });
      }
    }
  }
  if (forbidden.length === 0 && info.affinity.length === 0 && info.antiAffinity.length === 0) return undefined;

  const labelOf = (node: NodeInfo, key: string): string | undefined => node.node.metadata.labels?.[key];
  const own = info.antiAffinity.map((term) => ({
    key: term.topologyKey,
    counts: countByTopology(view, term.topologyKey, [termMatcher(term, pod, namespaceLabels)], without),
  }));
  // A pod that satisfies all affinity terms at once is what is looked for.
  const matchers = info.affinity.map((term) => termMatcher(term, pod, namespaceLabels));
  const wanted = info.affinity.map((term) => ({
    key: term.topologyKey,
    counts: countByTopology(view, term.topologyKey, matchers, without),
  }));
  // The first pod of a group that wants to be with itself may go anywhere.
  const firstOfGroup = wanted.every(({ counts }) => counts.size === 0) && matchers.every((match) => match(pod));

  return (node) => {
    for (const { key, counts } of wanted) {
      const value = labelOf(node, key);
      if (value === undefined || (!firstOfGroup && !counts.has(value))) return noAffinity;
    }
    for (const { key, counts } of own) {
      const value = labelOf(node, key);
      if (value !== undefined && counts.has(value)) return antiAffinity;
    }
    for (const { key, value } of forbidden) if (labelOf(node, key) === value) return othersAntiAffinity;
    return undefined;
  };
}
