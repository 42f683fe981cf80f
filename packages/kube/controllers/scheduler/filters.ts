import { matchesNodeAffinity } from "../placement/node-affinity.ts";
import { untoleratedTaint } from "../placement/tolerations.ts";
import type { NodeInfo } from "./node-info.ts";
import type { PodInfo } from "./pod-info.ts";
import type { PlacementRules, Unfit } from "./unfit.ts";

/** One demand on the node. `rules` are what other pods and topology demand; worked out once a pod. */
export type Filter = (pod: PodInfo, node: NodeInfo, rules: PlacementRules) => Unfit | undefined;

const fixed = (reason: string, resolvable: boolean): Unfit => ({ reasons: [reason], resolvable });

const unschedulable = fixed("node(s) were unschedulable", false);
const wrongAffinity = fixed("node(s) didn't match Pod's node affinity/selector", false);
const portsTaken = fixed("node(s) didn't have free ports for the requested pod ports", true);
/** The texts for taints, which are few and come for many nodes. */
const unschedulableTaint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" } as const;

const nodeUnschedulable: Filter = ({ pod }, { node }) => {
  if (!node.spec?.unschedulable) return undefined;
  return untoleratedTaint([unschedulableTaint], pod.spec.tolerations, ["NoSchedule"]) ? unschedulable : undefined;
};

const taintToleration: Filter = ({ pod }, { node }) => {
  const taint = untoleratedTaint(node.spec?.taints, pod.spec.tolerations, ["NoSchedule", "NoExecute"]);
  if (!taint) return undefined;
  return fixed(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ""}}`, false);
};

const nodeAffinity: Filter = ({ pod }, { node }) => (matchesNodeAffinity(pod.spec, node) ? undefined : wrongAffinity);

const nodePorts: Filter = ({ hostPorts }, node) =>
  hostPorts.length > 0 && node.portsConflict(hostPorts) ? portsTaken : undefined;

const nodeResources: Filter = ({ requests }, node) => {
  let reasons: string[] | undefined;
  let resolvable = true;
  const allowedPods = node.allocatable.get("pods") ?? 0;
  if (node.pods.size + 1 > allowedPods) (reasons ??= []).push("Too many pods");
  for (const [name, amount] of requests) {
    if (amount === 0) continue;
    const allocatable = node.allocatable.get(name) ?? 0;
    if (amount <= allocatable - node.requested(name)) continue;
    (reasons ??= []).push(`Insufficient ${name}`);
    if (amount > allocatable) resolvable = false;
  }
  return reasons && { reasons, resolvable };
};

const topologySpread: Filter = (_, node, rules) => rules.spread?.(node);
const interPodAffinity: Filter = (_, node, rules) => rules.affinity?.(node);

/** In upstream's order: the first that objects is the one that is reported. */
export const filters: readonly Filter[] = [
  nodeUnschedulable,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResources,
  topologySpread,
  interPodAffinity,
];

/** The first objection, or `undefined` when the node takes the pod. */
export function unfitReason(pod: PodInfo, node: NodeInfo, rules: PlacementRules): Unfit | undefined {
  for (const filter of filters) {
    const unfit = filter(pod, node, rules);
    if (unfit) return unfit;
  }
  return undefined;
}
