import type { PodSpec } from "@byocni/kube/client";
import { matchesTerm } from "../placement/node-affinity.ts";
import { tolerates } from "../placement/tolerations.ts";
import type { ClusterView } from "./cluster-view.ts";
import { termMatcher } from "./inter-pod-affinity.ts";
import type { NodeInfo } from "./node-info.ts";
import type { PodInfo } from "./pod-info.ts";
import type { NamespaceLabels } from "./unfit.ts";

/** Rates one node; the numbers are then brought to 0…100 over all nodes. */
interface Score {
  readonly weight: number;
  /** `share`: 0…1 already. `more`: more is better. `less`: less is better. */
  readonly scale: "share" | "more" | "less";
  rate(node: NodeInfo): number;
}

function freeShare(used: number, allocatable: number): number {
  return allocatable <= 0 ? 0 : Math.max(0, 1 - used / allocatable);
}

/** Upstream's default scores as far as byocni has them: resources, taints, affinity, spread over nodes. */
function scoresFor(
  { pod, requests, controllerUid }: PodInfo,
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
): Score[] {
  const cpu = requests.get("cpu") ?? 100;
  const memory = requests.get("memory") ?? 200 * 1024 * 1024;
  const free = (node: NodeInfo): readonly [number, number] => [
    freeShare(node.scoredCpu + cpu, node.allocatable.get("cpu") ?? 0),
    freeShare(node.scoredMemory + memory, node.allocatable.get("memory") ?? 0),
  ];
  const scores: Score[] = [
    {
      weight: 1,
      scale: "share",
      rate(node) {
        const [ofCpu, ofMemory] = free(node);
        return (ofCpu + ofMemory) / 2;
      },
    },
    {
      weight: 1,
      scale: "share",
      rate(node) {
        const [ofCpu, ofMemory] = free(node);
        return 1 - Math.abs(ofCpu - ofMemory) / 2;
      },
    },
    {
      weight: 3,
      scale: "less",
      rate: ({ node }) => untoleratedPreferences(node.spec?.taints, pod.spec),
    },
  ];
  if (controllerUid !== undefined) {
    scores.push({ weight: 2, scale: "less", rate: (node) => node.countOfController(controllerUid) });
  }
  const preferred = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
  if (preferred) {
    scores.push({
      weight: 2,
      scale: "more",
      rate: ({ node }) =>
        preferred.reduce((sum, { weight, preference }) => sum + (matchesTerm(preference, node) ? weight : 0), 0),
    });
  }
  const neighbours = neighbourScore(pod.spec, pod, view, namespaceLabels);
  if (neighbours) scores.push(neighbours);
  return scores;
}

type Taints = NonNullable<NodeInfo["node"]["spec"]>["taints"];

function untoleratedPreferences(taints: Taints, { tolerations = [] }: PodSpec): number {
  let count = 0;
  for (const taint of taints ?? []) {
    if (taint.effect === "PreferNoSchedule" && !tolerations.some((toleration) => tolerates(toleration, taint))) count++;
  }
  return count;
}

/** Preferred pod affinity and anti-affinity: weights of the terms met in the node's topology. */
function neighbourScore(
  { affinity }: PodSpec,
  pod: PodInfo["pod"],
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
): Score | undefined {
  const terms = [
    ...(affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((item) => ({
      ...item,
      sign: 1,
    })),
    ...(affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((item) => ({
      ...item,
      sign: -1,
    })),
  ];
  if (terms.length === 0) return undefined;
  const weights = terms.map(({ weight, podAffinityTerm, sign }) => {
    const matches = termMatcher(podAffinityTerm, pod, namespaceLabels);
    const sums = new Map<string, number>();
    for (const node of view.nodes) {
      const value = node.node.metadata.labels?.[podAffinityTerm.topologyKey];
      if (value === undefined) continue;
      for (const other of node.pods.values()) {
        if (matches(other.pod)) sums.set(value, (sums.get(value) ?? 0) + sign * weight);
      }
    }
    return { key: podAffinityTerm.topologyKey, sums };
  });
  return {
    weight: 2,
    scale: "more",
    rate: ({ node }) =>
      weights.reduce((sum, { key, sums }) => sum + (sums.get(node.metadata.labels?.[key] ?? "") ?? 0), 0),
  };
}

/** The best of the nodes; among equals, chance decides. */
export function bestNode(
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  view: ClusterView,
  namespaceLabels: NamespaceLabels,
  chance: (limit: number) => number,
): NodeInfo | undefined {
  if (nodes.length <= 1) return nodes[0];
  const totals = new Float64Array(nodes.length);
  for (const score of scoresFor(pod, view, namespaceLabels)) {
    const rates = nodes.map((node) => score.rate(node));
    const least = Math.min(...rates);
    const range = Math.max(...rates) - least;
    for (const [index, rate] of rates.entries()) {
      const more = range === 0 ? 0 : (rate - least) / range;
      const share = score.scale === "share" ? rate : score.scale === "more" ? more : 1 - more;
      // Whole points, as upstream: tiny differences are ties.
      totals[index] = (totals[index] ?? 0) + score.weight * Math.floor(share * 100);
    }
  }
  let best = -1;
  let ties = 0;
  let chosen: NodeInfo | undefined;
  for (const [index, node] of nodes.entries()) {
    const total = totals[index] ?? 0;
    if (total > best) {
      best = total;
      ties = 1;
      chosen = node;
    } else if (total === best && chance(++ties) === 0) chosen = node;
  }
  return chosen;
}
