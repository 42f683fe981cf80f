import type { DaemonSet, NewObject, Node, Pod, PodSpec, Toleration } from "@byocni/kube/client";
import { revisionHashLabel } from "../history/revisions.ts";
import { controllerReference } from "../owner.ts";
import { matchesNodeAffinity } from "../placement/node-affinity.ts";
import { untoleratedTaint } from "../placement/tolerations.ts";
import { podFromTemplate } from "../pod-control.ts";

const exists = (key: string, effect: string): Toleration => ({ key, operator: "Exists", effect });

/** What every daemon pod tolerates, besides what its template says. Not `not-ready:NoSchedule`: that is up to it. */
const ownTolerations: readonly Toleration[] = [
  exists("node.kubernetes.io/not-ready", "NoExecute"),
  exists("node.kubernetes.io/unreachable", "NoExecute"),
  exists("node.kubernetes.io/disk-pressure", "NoSchedule"),
  exists("node.kubernetes.io/memory-pressure", "NoSchedule"),
  exists("node.kubernetes.io/pid-pressure", "NoSchedule"),
  exists("node.kubernetes.io/unschedulable", "NoSchedule"),
];
const hostNetworkToleration = exists("node.kubernetes.io/network-unavailable", "NoSchedule");

/** The template's tolerations with the daemon's own; one that is there already is not repeated. */
export function daemonTolerations(spec: PodSpec): readonly Toleration[] {
  const own = spec.hostNetwork ? [...ownTolerations, hostNetworkToleration] : ownTolerations;
  const given = spec.tolerations ?? [];
  const isSame = (a: Toleration, b: Toleration): boolean =>
    a.key === b.key &&
    a.operator === b.operator &&
    (a.effect ?? "") === (b.effect ?? "") &&
    (a.value ?? "") === (b.value ?? "");
  return [...given.filter((item) => !own.some((other) => isSame(item, other))), ...own];
}

export interface NodeFit {
  /** A pod should be created there. */
  readonly shouldRun: boolean;
  /** A pod that is there may stay. */
  readonly shouldContinue: boolean;
}

const yes: NodeFit = { shouldRun: true, shouldContinue: true };
const stay: NodeFit = { shouldRun: false, shouldContinue: true };
const no: NodeFit = { shouldRun: false, shouldContinue: false };

/** Answers for many nodes whether the set wants a pod there. */
export function createNodeFitter(set: DaemonSet): (node: Node) => NodeFit {
  const { spec } = set.spec.template;
  const tolerations = daemonTolerations(spec);
  return (node) => {
    if (spec.nodeName && spec.nodeName !== node.metadata.name) return no;
    if (!matchesNodeAffinity(spec, node)) return no;
    const taints = node.spec?.taints;
    if (!untoleratedTaint(taints, tolerations, ["NoSchedule", "NoExecute"])) return yes;
    return untoleratedTaint(taints, tolerations, ["NoExecute"]) ? no : stay;
  };
}

/** The node that a daemon pod is on or is meant for. */
export function targetNode(pod: Pod): string | undefined {
  if (pod.spec.nodeName) return pod.spec.nodeName;
  const terms =
    pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms) {
    for (const { key, operator, values } of matchFields) {
      if (key === "metadata.name" && operator === "In" && values?.length === 1) return values[0];
    }
  }
  return undefined;
}

/** A maker of pods of one set and revision: the default scheduler binds them, to the one node that they name. */
export function createDaemonPodMaker(set: DaemonSet, hash: string): (nodeName: string) => NewObject<Pod> {
  const { template } = set.spec;
  const reference = controllerReference(set, "apps/v1", "DaemonSet");
  const generation = set.metadata.annotations?.["deprecated.daemonset.template.generation"];
  const base = podFromTemplate(template, set, reference, {
    [revisionHashLabel]: hash,
    ...(generation === undefined ? {} : { "pod-template-generation": generation }),
  });
  const spec: PodSpec = { ...template.spec, tolerations: daemonTolerations(template.spec) };
  const { affinity } = spec;
  return (nodeName) => ({
    ...base,
    spec: {
      ...spec,
      affinity: {
        ...affinity,
        nodeAffinity: {
          ...affinity?.nodeAffinity,
          // Takes the place of the template's terms: that the node meets them was checked before.
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [nodeName] }] }],
          },
        },
      },
    },
  });
}
