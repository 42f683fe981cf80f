import {
  objectKey,
  parseTimestamp,
  type Pod,
  type PodDisruptionBudget,
  type PodDisruptionBudgetStatus,
  resources,
  timestamp,
} from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { scaledValue } from "../int-or-percent.ts";
import { controllerOf } from "../owner.ts";
import { isPodReady, isPodTerminal } from "../pod-state.ts";
import { writeStatusStrictly } from "../status-writer.ts";

export const disruptionController: ControllerDefinition = {
  name: "disruption-controller",
  component: "controllermanager",
  start: startDisruption,
};

/** A pod that was evicted by the API and has not gone after this long is counted again. */
const evictionTimeoutMs = 120_000;

type Expected =
  | { readonly kind: "count"; readonly expected: number; readonly desired: number }
  | { readonly kind: "problem"; readonly message: string };

/** Keeps the status of PodDisruptionBudgets, by which the eviction subresource decides. */
function startDisruption(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const budgets = context.informer(resources.podDisruptionBudgets);
  const pods = context.informer(resources.pods);
  const replicaSets = context.informer(resources.replicaSets);
  const deployments = context.informer(resources.deployments);
  const statefulSets = context.informer(resources.statefulSets);
  pods.addIndex("namespace", ({ metadata }) => [metadata.namespace ?? ""]);
  const queue = context.queue({ workers: 2, process: sync });

  async function sync(key: string): Promise<void> {
    const budget = budgets.get(key);
    if (!budget) return;
    const selector = labelSelectorOf(budget.spec?.selector);
    const selected = [...pods.byIndex("namespace", budget.metadata.namespace ?? "")].filter(
      (pod) => selector.matches(pod.metadata.labels) && !isPodTerminal(pod),
    );
    if (selected.length === 0) recorder.event(budget, "Normal", "NoPods", "No matching pods found");
    const now = clock.now();
    const { disrupted, againMs } = stillDisrupted(budget, now);
    const expected = expectation(budget, selected);
    if (expected.kind === "problem") {
      const message = `Failed to calculate the number of expected pods: ${expected.message}`;
      recorder.event(budget, "Warning", "CalculateExpectedPodCountFailed", message);
    }
    const healthy = selected.filter(
      (pod) => pod.metadata.deletionTimestamp === undefined && !(pod.metadata.name in disrupted) && isPodReady(pod),
    );
    await writeStatusStrictly(
      client,
      resources.podDisruptionBudgets,
      budget,
      statusOf(budget, expected, healthy.length, disrupted, now),
    );
    if (againMs !== undefined) queue.addAfter(key, againMs);
  }

  /** Evictions that were granted and whose pods have not gone yet. */
  function stillDisrupted(budget: PodDisruptionBudget, now: number) {
    const disrupted: Record<string, string> = {};
    let againMs: number | undefined;
    for (const [name, time] of Object.entries(budget.status?.disruptedPods ?? {})) {
      const pod = pods.get(`${budget.metadata.namespace ?? ""}/${name}`);
      const left = (parseTimestamp(time) ?? 0) + evictionTimeoutMs - now;
      if (!pod || pod.metadata.deletionTimestamp !== undefined) continue;
      if (left <= 0) {
        recorder.event(pod, "Warning", "NotDeleted", "Pod was expected by PDB to be deleted but it wasn't");
        continue;
      }
      disrupted[name] = time;
      againMs = Math.min(againMs ?? left, left);
    }
    return { disrupted, againMs };
  }

  function expectation(budget: PodDisruptionBudget, selected: readonly Pod[]): Expected {
    const { minAvailable, maxUnavailable } = budget.spec ?? {};
    if (maxUnavailable === undefined && typeof minAvailable === "number") {
      return { kind: "count", expected: selected.length, desired: minAvailable };
    }
    const scale = expectedScale(selected);
    if (typeof scale === "string") return { kind: "problem", message: scale };
    if (maxUnavailable !== undefined) {
      const desired = Math.max(0, scale - scaledValue(maxUnavailable, scale, "up"));
      return { kind: "count", expected: scale, desired };
    }
    return { kind: "count", expected: scale, desired: scaledValue(minAvailable, scale, "up") };
  }

  /** The sum of the sizes of all that manage the pods; a text says why it cannot be told. */
  function expectedScale(selected: readonly Pod[]): number | string {
    const scales = new Map<string, number>();
    for (const pod of selected) {
      const scale = scaleOf(pod);
      if (!scale) return `found no controllers for pod "${pod.metadata.name}"`;
      scales.set(scale.uid, scale.replicas);
    }
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  }
  function scaleOf(pod: Pod): { readonly uid: string; readonly replicas: number } | undefined {
    const owner = controllerOf(pod);
    const { namespace = "" } = pod.metadata;
    if (owner?.kind === "StatefulSet") {
      const set = statefulSets.get(`${namespace}/${owner.name}`);
      return set?.metadata.uid === owner.uid ? { uid: owner.uid, replicas: set.spec.replicas ?? 1 } : undefined;
    }
    if (owner?.kind !== "ReplicaSet") return undefined;
    const set = replicaSets.get(`${namespace}/${owner.name}`);
    if (set?.metadata.uid !== owner.uid) return undefined;
    const above = controllerOf(set);
    const deployment = above?.kind === "Deployment" ? deployments.get(`${namespace}/${above.name}`) : undefined;
    if (above && deployment?.metadata.uid === above.uid)
      return { uid: above.uid, replicas: deployment.spec.replicas ?? 1 };
    return { uid: owner.uid, replicas: set.spec.replicas ?? 1 };
  }

  budgets.addHandler({
    add: (budget) => queue.add(objectKey(budget)),
    update: (budget) => queue.add(objectKey(budget)),
  });
  const tell = (pod: Pod): void => {
    for (const budget of budgets.values()) {
      if (budget.metadata.namespace !== pod.metadata.namespace) continue;
      if (labelSelectorOf(budget.spec?.selector).matches(pod.metadata.labels)) queue.add(objectKey(budget));
    }
  };
  pods.addHandler({
    add: tell,
    update(pod, old) {
      tell(pod);
      if (pod.metadata.labels !== old.metadata.labels) tell(old);
    },
    delete: tell,
  });
  const rescale = (namespace: string | undefined): void => {
    for (const budget of budgets.values()) if (budget.metadata.namespace === namespace) queue.add(objectKey(budget));
  };
  for (const informer of [deployments, statefulSets, replicaSets]) {
    informer.addHandler({
      update(object: { readonly metadata: { readonly generation?: number; readonly namespace?: string } }, old) {
        if (object.metadata.generation !== old.metadata.generation) rescale(object.metadata.namespace);
      },
    });
  }
}

function statusOf(
  budget: PodDisruptionBudget,
  expected: Expected,
  currentHealthy: number,
  disrupted: Readonly<Record<string, string>>,
  now: number,
): PodDisruptionBudgetStatus {
  const { generation } = budget.metadata;
  const before = budget.status;
  const known = expected.kind === "count";
  const expectedPods = known ? expected.expected : (before?.expectedPods ?? 0);
  const desiredHealthy = known ? expected.desired : (before?.desiredHealthy ?? 0);
  const spare = known && expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const verdict = known
    ? spare > 0
      ? { status: "True" as const, reason: "SufficientPods", message: "" }
      : { status: "False" as const, reason: "InsufficientPods", message: "" }
    : { status: "False" as const, reason: "SyncFailed", message: expected.message };
  const old = before?.conditions?.find(({ type }) => type === "DisruptionAllowed");
  const kept = old?.status === verdict.status ? old.lastTransitionTime : undefined;
  const condition = {
    type: "DisruptionAllowed",
    ...verdict,
    lastTransitionTime: kept ?? timestamp(now),
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  };
  const others = (before?.conditions ?? []).filter(({ type }) => type !== "DisruptionAllowed");
  return {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...(Object.keys(disrupted).length > 0 ? { disruptedPods: disrupted } : {}),
    disruptionsAllowed: spare,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions: [...others, condition],
  };
}
