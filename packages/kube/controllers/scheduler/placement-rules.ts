import type { ClusterView } from "./cluster-view.ts";
import type { Unfit } from "./filters.ts";
import { type NamespaceLabels, podAffinityRule } from "./inter-pod-affinity.ts";
import type { NodeInfo } from "./node-info.ts";
import type { PodInfo } from "./pod-info.ts";
import { topologySpreadRule } from "./topology-spread.ts";

export type PlacementRule = (node: NodeInfo) => Unfit | undefined;

/** Demands that depend on where other pods are. Absent when there are none, which is the common case. */
export interface PlacementRules {
  readonly spread?: PlacementRule;
  readonly affinity?: PlacementRule;
}

/** Works out the demands for one pod. @param without pods to be thought away. */
export function placementRules(
  pod: PodInfo,
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
  without?: ReadonlySet<string>,
): PlacementRules {
  const spread = topologySpreadRule(pod, view, without);
  const affinity = podAffinityRule(pod, view, namespaceLabels, without);
  return { ...(spread ? { spread } : {}), ...(affinity ? { affinity } : {}) };
}
