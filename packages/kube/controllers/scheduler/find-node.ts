import type { ClusterView } from "./cluster-view.ts";
import { unfitReason } from "./filters.ts";
import { createFitErrors } from "./fit-error.ts";
import type { NodeInfo } from "./node-info.ts";
import { placementRules } from "./placement-rules.ts";
import type { PodInfo } from "./pod-info.ts";
import { planPreemption, type PreemptionPlan } from "./preemption.ts";
import { bestNode } from "./scores.ts";
import type { NamespaceLabels, PlacementRules, Unfit } from "./unfit.ts";

export type Placement =
  | { readonly kind: "node"; readonly nodeName: string }
  | {
      readonly kind: "none";
      readonly message: string;
      readonly preemption?: PreemptionPlan;
      /** Some node would take the pod, were it not for where other pods are. */
      readonly byOthers: boolean;
    };

export interface NodeFinder {
  /** Where the pod goes, or why it goes nowhere. */
  find(pod: PodInfo): Placement;
  /** Whether this one node by itself would take the pod now; where other pods are is not asked. */
  fits(pod: PodInfo, node: NodeInfo): boolean;
  /** Keeps room for a pod whose victims are leaving the node; without a node, no longer. */
  nominate(pod: PodInfo, nodeName: string | undefined): void;
}

const wrongName: Unfit = { reasons: ["node(s) didn't satisfy plugin(s) [NodeAffinity]"], resolvable: false };
const noRules: PlacementRules = {};
/** With at most this many nodes, all are looked at. */
const smallCluster = 100;

/** How many fitting nodes are enough to choose from (upstream's adaptive percentage). */
function enough(nodes: number): number {
  if (nodes <= smallCluster) return nodes;
  const percentage = Math.max(5, 50 - Math.floor(nodes / 125));
  return Math.max(smallCluster, Math.floor((nodes * percentage) / 100));
}

export function createNodeFinder(
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
  chance: (limit: number) => number,
): NodeFinder {
  const nominated = new Map<string, { readonly info: PodInfo; readonly nodeName: string }>();
  /** Where the next search begins, so that all nodes get their turn. */
  let offset = 0;

  /** The node with the pods that were promised room on it and that matter as much or more. */
  function withNominated(pod: PodInfo, node: NodeInfo): NodeInfo {
    if (nominated.size === 0) return node;
    const promised: PodInfo[] = [];
    for (const { info, nodeName } of nominated.values()) {
      if (nodeName === node.name && info.key !== pod.key && info.priority >= pod.priority) promised.push(info);
    }
    return promised.length === 0 ? node : node.whatIf({ with: promised });
  }

  return {
    nominate(info, nodeName) {
      if (nodeName === undefined) nominated.delete(info.key);
      else nominated.set(info.key, { info, nodeName });
    },
    fits: (pod, node) => unfitReason(pod, withNominated(pod, node), noRules) === undefined,
    find(pod) {
      const { nodes } = view;
      if (nodes.length === 0) return { kind: "none", message: "no nodes available to schedule pods", byOthers: false };
      const rules = placementRules(pod, view, namespaceLabels);
      const candidates = pod.named ? pod.named.flatMap((name) => view.node(name) ?? []) : nodes;
      const wanted = enough(candidates.length);
      const fitting: NodeInfo[] = [];
      const unfits = new Map<string, Unfit>();
      let looked = 0;
      while (looked < candidates.length && fitting.length < wanted) {
        const node = candidates[(offset + looked++) % candidates.length];
        if (!node) continue;
        const unfit = unfitReason(pod, withNominated(pod, node), rules);
        if (unfit) unfits.set(node.name, unfit);
        else fitting.push(node);
      }
      if (!pod.named) offset = (offset + looked) % candidates.length;
      const best = bestNode(pod, fitting, view, namespaceLabels, chance);
      if (best) return { kind: "node", nodeName: best.name };
      const errors = createFitErrors();
      for (const unfit of unfits.values()) errors.add(unfit);
      if (candidates.length < nodes.length) errors.add(wrongName, nodes.length - candidates.length);
      const preemption = planPreemption(pod, view, namespaceLabels, unfits);
      const suffix = preemption.kind === "none" ? ` preemption: ${preemption.message}` : "";
      const byOthers = [...unfits.values()].some((unfit) => unfit.byOthers === true);
      return { kind: "none", message: errors.message(nodes.length) + suffix, preemption, byOthers };
    },
  };
}
