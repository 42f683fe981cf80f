import type { DaemonSet, Node, Pod } from "@byocni/kube/client";
import { revisionHashLabel } from "../history/revisions.ts";
import { scaledValue } from "../int-or-percent.ts";
import { compareByAge, isPodAvailable, isPodReady } from "../pod-state.ts";
import { createNodeFitter, targetNode } from "./daemon-pod.ts";

/** What a sync looks at. */
export interface DaemonView {
  readonly set: DaemonSet;
  readonly nodes: Iterable<Node>;
  readonly pods: readonly Pod[];
  /** Hash of the present template's revision. */
  readonly hash: string;
  readonly now: number;
  /** How long a failed pod on this node is still left alone, in milliseconds; 0 when it may be replaced. */
  failedBackoff(nodeName: string): number;
}

export interface DaemonPlan {
  readonly create: readonly string[];
  readonly delete: readonly Pod[];
  /** Finished pods that are among those to delete, for the Events. */
  readonly finished: readonly { readonly pod: Pod; readonly nodeName: string }[];
  /** Look again after this many milliseconds. */
  readonly retryMs?: number;
}

/** Pods by the node that they are on or meant for. */
export function podsByNode(pods: readonly Pod[]): Map<string, Pod[]> {
  const result = new Map<string, Pod[]>();
  for (const pod of pods) {
    const node = targetNode(pod);
    if (node === undefined) continue;
    const list = result.get(node);
    if (list) list.push(pod);
    else result.set(node, [pod]);
  }
  return result;
}

export function maxSurgeOf(set: DaemonSet, desired: number): number {
  const { updateStrategy } = set.spec;
  if (updateStrategy && updateStrategy.type !== "RollingUpdate") return 0;
  return scaledValue(updateStrategy?.rollingUpdate?.maxSurge, desired, "up");
}

const isOfRevision = (pod: Pod, hash: string): boolean => pod.metadata.labels?.[revisionHashLabel] === hash;

/** One pod on every node that wants one, and none elsewhere. Replacing outdated pods is `planRollingUpdate`'s work. */
export function planPlacement(view: DaemonView): DaemonPlan {
  const { set, now } = view;
  const fitOf = createNodeFitter(set);
  const byNode = podsByNode(view.pods);
  const surges = maxSurgeOf(set, 100) > 0;
  const minReady = set.spec.minReadySeconds ?? 0;
  const create: string[] = [];
  const remove: Pod[] = [];
  const finished: { pod: Pod; nodeName: string }[] = [];
  let retryMs: number | undefined;

  for (const node of view.nodes) {
    const nodeName = node.metadata.name;
    const { shouldRun, shouldContinue } = fitOf(node);
    const here = byNode.get(nodeName);
    if (!here) {
      if (shouldRun) create.push(nodeName);
      continue;
    }
    if (!shouldContinue) {
      remove.push(...here.filter((pod) => pod.metadata.deletionTimestamp === undefined));
      continue;
    }
    const running: Pod[] = [];
    for (const pod of here) {
      if (pod.metadata.deletionTimestamp !== undefined) continue;
      const phase = pod.status?.phase;
      if (phase === "Failed" || phase === "Succeeded") {
        const wait = phase === "Failed" ? view.failedBackoff(nodeName) : 0;
        if (wait > 0) {
          retryMs = Math.min(retryMs ?? wait, wait);
          continue;
        }
        finished.push({ pod, nodeName });
        remove.push(pod);
      } else running.push(pod);
    }
    if (running.length < 2) continue;
    running.sort(compareByAge);
    if (surges) remove.push(...surplusWhileSurging(running, view.hash, minReady, now));
    else remove.push(...running.slice(1));
  }
  return { create, delete: remove, finished, ...(retryMs === undefined ? {} : { retryMs }) };
}

/** While surging, one old and one new pod may share a node, until the new one is available or the old one fails. */
function surplusWhileSurging(running: readonly Pod[], hash: string, minReady: number, now: number): readonly Pod[] {
  const surplus: Pod[] = [];
  let fresh: Pod | undefined;
  let old: Pod | undefined;
  for (const pod of running) {
    if (isOfRevision(pod, hash) && !fresh) fresh = pod;
    else if (!isOfRevision(pod, hash) && !old) old = pod;
    else surplus.push(pod);
  }
  if (fresh && old && (!isPodReady(old) || isPodAvailable(fresh, minReady, now))) surplus.push(old);
  return surplus;
}

/** Which outdated pods may be replaced now, under `maxUnavailable` or `maxSurge`. */
export function planRollingUpdate(view: DaemonView): DaemonPlan {
  const { set, hash, now } = view;
  const fitOf = createNodeFitter(set);
  let desired = 0;
  const wanted = new Set<string>();
  const byNode = podsByNode(view.pods);
  for (const node of view.nodes) {
    if (!fitOf(node).shouldRun) continue;
    desired++;
    wanted.add(node.metadata.name);
    if (!byNode.has(node.metadata.name)) byNode.set(node.metadata.name, []);
  }
  const rolling = set.spec.updateStrategy?.rollingUpdate;
  const maxSurge = maxSurgeOf(set, desired);
  const scaled = scaledValue(rolling?.maxUnavailable ?? 1, desired, "up");
  const maxUnavailable = scaled === 0 && maxSurge === 0 ? 1 : scaled;
  const minReady = set.spec.minReadySeconds ?? 0;
  const available = (pod: Pod): boolean => isPodAvailable(pod, minReady, now);

  let unavailable = 0;
  let surging = 0;
  const broken: { readonly pod: Pod; readonly nodeName: string }[] = [];
  const healthy: { readonly pod: Pod; readonly nodeName: string }[] = [];
  const replaced: Pod[] = [];
  for (const [nodeName, pods] of byNode) {
    const live = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
    const fresh = live.filter((pod) => isOfRevision(pod, hash));
    const old = live.filter((pod) => !isOfRevision(pod, hash));
    const [newPod] = fresh;
    const [oldPod] = old;
    if (fresh.length > 1 || old.length > 1) {
      // The placement cleans this node up first.
      unavailable++;
      surging++;
    } else if (oldPod && newPod) {
      unavailable++;
      if (maxSurge > 0) {
        if (available(newPod)) replaced.push(oldPod);
        else surging++;
      }
    } else if (!oldPod) {
      if (!newPod || !available(newPod)) unavailable++;
    } else if (available(oldPod)) healthy.push({ pod: oldPod, nodeName });
    else broken.push({ pod: oldPod, nodeName });
  }

  if (maxSurge === 0) {
    // An outdated pod that is down anyway counts as unavailable and may always go.
    const left = Math.max(0, maxUnavailable - unavailable);
    const chosen = [...broken, ...healthy.slice(0, left)];
    return { create: [], delete: chosen.map(({ pod }) => pod), finished: [] };
  }
  const left = Math.max(0, maxSurge - surging);
  const chosen = [...broken, ...healthy.slice(0, left)].filter(({ nodeName }) => wanted.has(nodeName));
  return { create: chosen.map(({ nodeName }) => nodeName), delete: replaced, finished: [] };
}
