import type { Pod } from "@byocni/kube/client";
import type { ClusterView } from "./cluster-view.ts";
import { unfitReason } from "./filters.ts";
import { createFitErrors } from "./fit-error.ts";
import type { NodeInfo } from "./node-info.ts";
import { placementRules } from "./placement-rules.ts";
import type { PodInfo } from "./pod-info.ts";
import type { NamespaceLabels, Unfit } from "./unfit.ts";

export type PreemptionPlan =
  | { readonly kind: "evict"; readonly nodeName: string; readonly victims: readonly PodInfo[] }
  /** `message` is what follows `preemption: `. */
  | { readonly kind: "none"; readonly message: string };

const notHelpful: Unfit = { reasons: ["Preemption is not helpful for scheduling"], resolvable: false };
const noVictims: Unfit = { reasons: ["No preemption victims found for incoming pod"], resolvable: true };

const startOf = (pod: Pod): string => pod.status?.startTime ?? pod.metadata.creationTimestamp ?? "";

/** More important first: higher priority, then longer running. */
function byImportance(a: PodInfo, b: PodInfo): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  return startOf(a.pod) < startOf(b.pod) ? -1 : 1;
}

/** The fewest, least important pods that must go from a node so that it takes the pod; or why none help. */
function victimsOn(
  pod: PodInfo,
  node: NodeInfo,
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
): readonly PodInfo[] | Unfit {
  const lower = [...node.pods.values()].filter((other) => other.priority < pod.priority).sort(byImportance);
  if (lower.length === 0) return noVictims;
  const fits = (without: ReadonlySet<string>): Unfit | undefined =>
    unfitReason(pod, node.whatIf({ without }), placementRules(pod, view, namespaceLabels, without));
  const gone = new Set(lower.map(({ key }) => key));
  const unfit = fits(gone);
  if (unfit) return unfit;
  for (const candidate of lower) {
    gone.delete(candidate.key);
    if (fits(gone)) gone.add(candidate.key);
  }
  return lower.filter(({ key }) => gone.has(key));
}

/**
 * Looks for lower-priority pods whose removal makes room. The node whose victims matter least is chosen: lowest
 * highest priority, lowest sum, fewest. PodDisruptionBudgets are not weighed.
 */
export function planPreemption(
  pod: PodInfo,
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
  unfits: ReadonlyMap<string, Unfit>,
): PreemptionPlan {
  if (pod.pod.spec.preemptionPolicy === "Never") {
    return { kind: "none", message: "not eligible due to preemptionPolicy=Never." };
  }
  const nominated = view.node(pod.pod.status?.nominatedNodeName ?? "");
  for (const other of nominated?.pods.values() ?? []) {
    if (other.priority < pod.priority && other.pod.metadata.deletionTimestamp !== undefined) {
      return { kind: "none", message: "not eligible due to a terminating pod on the nominated node." };
    }
  }
  const errors = createFitErrors();
  let best:
    | { readonly nodeName: string; readonly victims: readonly PodInfo[]; readonly rank: readonly number[] }
    | undefined;
  let hopeless = view.nodes.length;
  for (const [nodeName, unfit] of unfits) {
    const node = unfit.resolvable ? view.node(nodeName) : undefined;
    if (!node) continue;
    hopeless--;
    const victims = victimsOn(pod, node, view, namespaceLabels);
    if ("reasons" in victims) {
      errors.add(victims);
      continue;
    }
    const priorities = victims.map(({ priority }) => priority);
    const rank = [Math.max(...priorities), priorities.reduce((sum, priority) => sum + priority, 0), victims.length];
    if (!best || compareRanks(rank, best.rank) < 0) best = { nodeName, victims, rank };
  }
  if (best) return { kind: "evict", nodeName: best.nodeName, victims: best.victims };
  if (hopeless > 0) errors.add(notHelpful, hopeless);
  return { kind: "none", message: errors.message(view.nodes.length) };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
