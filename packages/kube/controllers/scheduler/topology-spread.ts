import type { Pod, TopologySpreadConstraint } from "@byocni/kube/client";
import { type LabelSelector, labelSelectorOf } from "@byocni/kube/schema";
import { matchesNodeAffinity } from "../placement/node-affinity.ts";
import { untoleratedTaint } from "../placement/tolerations.ts";
import type { ClusterView } from "./cluster-view.ts";
import type { NodeInfo } from "./node-info.ts";
import type { PodInfo } from "./pod-info.ts";
import type { PlacementRule, Unfit } from "./unfit.ts";

const tooUneven: Unfit = {
  reasons: ["node(s) didn't match pod topology spread constraints"],
  resolvable: true,
  byOthers: true,
};
const noLabel: Unfit = {
  reasons: ["node(s) didn't match pod topology spread constraints (missing required label)"],
  resolvable: false,
};

/** The selector of a constraint, with the pod's own values for `matchLabelKeys`. */
function selectorOf(constraint: TopologySpreadConstraint, pod: Pod): LabelSelector {
  const own: Record<string, string> = {};
  for (const key of constraint.matchLabelKeys ?? []) {
    const value = pod.metadata.labels?.[key];
    if (value !== undefined) own[key] = value;
  }
  const { labelSelector } = constraint;
  return labelSelectorOf(labelSelector && { ...labelSelector, matchLabels: { ...labelSelector.matchLabels, ...own } });
}

/** The node's domain counts for a constraint, by its inclusion policies. */
function included(constraint: TopologySpreadConstraint, pod: Pod, { node }: NodeInfo): boolean {
  if ((constraint.nodeAffinityPolicy ?? "Honor") === "Honor" && !matchesNodeAffinity(pod.spec, node)) return false;
  return (
    constraint.nodeTaintsPolicy !== "Honor" ||
    !untoleratedTaint(node.spec?.taints, pod.spec.tolerations, ["NoSchedule", "NoExecute"])
  );
}

/** What `topologySpreadConstraints` with `DoNotSchedule` demand of a node. */
export function topologySpreadRule(
  { pod }: PodInfo,
  view: ClusterView,
  without?: ReadonlySet<string>,
): PlacementRule | undefined {
  const hard = pod.spec.topologySpreadConstraints?.filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule",
  );
  if (!hard || hard.length === 0) return undefined;
  const hasAllKeys = ({ node }: NodeInfo): boolean =>
    hard.every(({ topologyKey }) => node.metadata.labels?.[topologyKey] !== undefined);

  const demands = hard.map((constraint) => {
    const { topologyKey, maxSkew, minDomains = 1 } = constraint;
    const selector = selectorOf(constraint, pod);
    const counts = new Map<string, number>();
    for (const node of view.nodes) {
      if (!hasAllKeys(node) || !included(constraint, pod, node)) continue;
      const value = node.node.metadata.labels?.[topologyKey] ?? "";
      let count = counts.get(value) ?? 0;
      for (const { pod: other, key } of node.pods.values()) {
        if (other.metadata.namespace !== pod.metadata.namespace || without?.has(key)) continue;
        if (other.metadata.deletionTimestamp === undefined && selector.matches(other.metadata.labels)) count++;
      }
      counts.set(value, count);
    }
    const least = counts.size < minDomains ? 0 : Math.min(...counts.values());
    const self = selector.matches(pod.metadata.labels) ? 1 : 0;
    return { topologyKey, allows: (value: string) => (counts.get(value) ?? 0) + self - least <= maxSkew };
  });

  return (node) => {
    for (const { topologyKey, allows } of demands) {
      const value = node.node.metadata.labels?.[topologyKey];
      if (value === undefined) return noLabel;
      if (!allows(value)) return tooUneven;
    }
    return undefined;
  };
}
