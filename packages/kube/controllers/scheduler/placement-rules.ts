import type { ClusterView } from "./cluster-view.ts";
import { podAffinityRule } from "./inter-pod-affinity.ts";
import type { PodInfo } from "./pod-info.ts";
import { topologySpreadRule } from "./topology-spread.ts";
import type { NamespaceLabels, PlacementRules } from "./unfit.ts";

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
