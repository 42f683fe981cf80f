import type { Deployment, ReplicaSet } from "@byocni/kube/client";
import { scaledValue } from "../int-or-percent.ts";
import { availableOf, byAge, desiredAnnotation, maxAnnotation, replicasOf, sum } from "./replica-sets.ts";

/** A replica set and the size that it should have. */
export interface Scaling {
  readonly set: ReplicaSet;
  readonly replicas: number;
}

export const wantedReplicas = (deployment: Deployment): number => deployment.spec.replicas ?? 1;

/** How many pods there may be too many or too few while rolling, as counts. */
export function limits(deployment: Deployment): { readonly maxSurge: number; readonly maxUnavailable: number } {
  const { strategy } = deployment.spec;
  if (strategy?.type === "Recreate") return { maxSurge: 0, maxUnavailable: 0 };
  const wanted = wantedReplicas(deployment);
  const maxSurge = scaledValue(strategy?.rollingUpdate?.maxSurge ?? "25%", wanted, "up");
  const unavailable = scaledValue(strategy?.rollingUpdate?.maxUnavailable ?? "25%", wanted, "down");
  // Neither more nor fewer would mean no step at all.
  const maxUnavailable = maxSurge === 0 && unavailable === 0 ? 1 : unavailable;
  return { maxSurge, maxUnavailable: Math.min(maxUnavailable, wanted) };
}

/** The size of the new replica set now: as large as the surge allows. */
export function newSetReplicas(deployment: Deployment, all: readonly ReplicaSet[], current: number): number {
  const wanted = wantedReplicas(deployment);
  if (deployment.spec.strategy?.type === "Recreate") return wanted;
  if (current >= wanted) return wanted;
  const room = wanted + limits(deployment).maxSurge - sum(all, replicasOf);
  return room <= 0 ? current : current + Math.min(room, wanted - current);
}

/** How far the old replica sets may shrink now: first what is broken anyway, then what availability allows. */
export function planOldSets(deployment: Deployment, old: readonly ReplicaSet[], fresh: ReplicaSet): readonly Scaling[] {
  const wanted = wantedReplicas(deployment);
  const minAvailable = wanted - limits(deployment).maxUnavailable;
  const all = [...old, fresh];
  const newUnavailable = replicasOf(fresh) - availableOf(fresh);
  const mayGo = sum(all, replicasOf) - minAvailable - newUnavailable;
  if (sum(old, replicasOf) === 0 || mayGo <= 0) return [];
  const sizes = new Map(old.map((set) => [set, replicasOf(set)]));
  let removed = 0;
  const ordered = [...old].sort(byAge);
  for (const set of ordered) {
    const broken = Math.min(mayGo - removed, replicasOf(set) - availableOf(set));
    if (broken <= 0) continue;
    sizes.set(set, replicasOf(set) - broken);
    removed += broken;
  }
  let spare = sum(all, availableOf) - minAvailable;
  for (const set of ordered) {
    const size = sizes.get(set) ?? 0;
    const step = Math.min(size, spare);
    if (step <= 0) continue;
    sizes.set(set, size - step);
    spare -= step;
  }
  return [...sizes].filter(([set, size]) => size !== replicasOf(set)).map(([set, replicas]) => ({ set, replicas }));
}

/**
 * Sizes after the deployment was scaled in the middle of a rollout (or while paused): every active replica set grows
 * or shrinks by its share, leftovers go to the largest.
 */
export function planScaling(
  deployment: Deployment,
  fresh: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): readonly Scaling[] {
  const wanted = wantedReplicas(deployment);
  const all = fresh ? [...old, fresh] : [...old];
  const active = all.filter((set) => replicasOf(set) > 0);
  if (active.length <= 1) {
    const only = active[0] ?? fresh ?? [...old].sort(byAge).at(-1);
    if (!only || (replicasOf(only) === wanted && knownSize(only) === wanted)) return [];
    return [{ set: only, replicas: wanted }];
  }
  if (fresh && isSaturated(deployment, fresh)) {
    return old.filter((set) => replicasOf(set) > 0).map((set) => ({ set, replicas: 0 }));
  }
  if (deployment.spec.strategy?.type === "Recreate") return [];
  const { maxSurge } = limits(deployment);
  const allowed = wanted > 0 ? wanted + maxSurge : 0;
  const toAdd = allowed - sum(active, replicasOf);
  const growing = toAdd > 0;
  const ordered = [...active].sort((a, b) => replicasOf(b) - replicasOf(a) || (growing ? byAge(b, a) : byAge(a, b)));
  const sizes = new Map<ReplicaSet, number>();
  let added = 0;
  for (const set of ordered) {
    const share = toAdd === 0 ? 0 : proportion(deployment, set, wanted + maxSurge, toAdd, added);
    sizes.set(set, replicasOf(set) + share);
    added += share;
  }
  const [largest] = ordered;
  if (largest) sizes.set(largest, Math.max(0, (sizes.get(largest) ?? 0) + toAdd - added));
  return [...sizes].map(([set, replicas]) => ({ set, replicas }));
}

function proportion(deployment: Deployment, set: ReplicaSet, max: number, toAdd: number, added: number): number {
  const size = replicasOf(set);
  const left = toAdd - added;
  let share: number;
  if (wantedReplicas(deployment) === 0) share = -size;
  else {
    const recorded = Number.parseInt(set.metadata.annotations?.[maxAnnotation] ?? "", 10);
    const before = recorded > 0 ? recorded : (deployment.status?.replicas ?? 0);
    share = before === 0 ? 0 : Math.round((size * max) / before) - size;
  }
  return toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
}

/** The size of the deployment that the replica set last heard of. */
function knownSize(set: ReplicaSet): number | undefined {
  const size = Number.parseInt(set.metadata.annotations?.[desiredAnnotation] ?? "", 10);
  return Number.isNaN(size) ? undefined : size;
}

/** The new replica set is as large as wanted, knows it, and all its pods are available. */
function isSaturated(deployment: Deployment, fresh: ReplicaSet): boolean {
  const wanted = wantedReplicas(deployment);
  return replicasOf(fresh) === wanted && knownSize(fresh) === wanted && availableOf(fresh) === wanted;
}

/** The deployment was scaled since an active replica set last heard of its size. */
export function wasScaled(deployment: Deployment, sets: readonly ReplicaSet[]): boolean {
  return sets.some((set) => {
    const known = knownSize(set);
    return replicasOf(set) > 0 && known !== undefined && known !== wantedReplicas(deployment);
  });
}
