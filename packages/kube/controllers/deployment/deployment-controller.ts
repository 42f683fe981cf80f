import {
  type Deployment,
  type DeploymentStatus,
  isNotFound,
  objectKey,
  type ReplicaSet,
  refTo,
  resources,
} from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import { claimObjects } from "../claim.ts";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { addOwnerIndexes, controllerOf } from "../owner.ts";
import { isStatusOnly } from "../pod-events.ts";
import { isPodTerminal } from "../pod-state.ts";
import { writeStatus } from "../status-writer.ts";
import { createNewSet, findNewSet, refreshNewSet, sizeAnnotations } from "./new-replica-set.ts";
import { replicasOf, revisionAnnotation, revisionOf } from "./replica-sets.ts";
import { newSetReplicas, planOldSets, planScaling, type Scaling, wantedReplicas, wasScaled } from "./rolling.ts";
import { conditionOf, countStatus, isComplete, progressDeadline, rolloutStatus, withCondition } from "./status.ts";

export const deploymentController: ControllerDefinition = { name: "deployment-controller", start: startDeployments };

function startDeployments(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const deployments = context.informer(resources.deployments);
  const sets = context.informer(resources.replicaSets);
  const pods = context.informer(resources.pods);
  addOwnerIndexes(sets);
  addOwnerIndexes(pods);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    let deployment = deployments.get(key);
    if (!deployment) return;
    const owned = await claimObjects({
      client,
      informer: sets,
      owner: deployment,
      selector: labelSelectorOf(deployment.spec.selector),
      resource: resources.replicaSets,
      ownerApiVersion: "apps/v1",
      ownerKind: "Deployment",
    });
    if (deployment.metadata.deletionTimestamp !== undefined) {
      const status = countStatus(deployment, owned, findNewSet(deployment, owned), clock.now());
      await writeStatus(client, resources.deployments, deployment, status);
      return;
    }
    deployment = await notePause(deployment);
    if (!deployment) return;
    const known = findNewSet(deployment, owned);
    const old = owned.filter((set) => set !== known);
    if (deployment.spec.paused || wasScaled(deployment, owned)) {
      await scaleInPlace(deployment, known, old);
    } else if (deployment.spec.strategy?.type === "Recreate") await recreate(deployment, known, old);
    else await roll(deployment, known, old);
  }

  /** Notes in the Progressing condition that the rollout was paused or resumed: the deadline stands still meanwhile. */
  async function notePause(deployment: Deployment): Promise<Deployment | undefined> {
    if (progressDeadline(deployment) === undefined) return deployment;
    const conditions = deployment.status?.conditions ?? [];
    const progressing = conditionOf(conditions, "Progressing");
    if (progressing?.reason === "ProgressDeadlineExceeded") return deployment;
    const isNoted = progressing?.reason === "DeploymentPaused";
    const paused = deployment.spec.paused === true;
    if (paused === isNoted) return deployment;
    const verdict = paused
      ? ({
          type: "Progressing",
          status: "Unknown",
          reason: "DeploymentPaused",
          message: "Deployment is paused",
        } as const)
      : ({
          type: "Progressing",
          status: "Unknown",
          reason: "DeploymentResumed",
          message: "Deployment is resumed",
        } as const);
    const status = { ...deployment.status, conditions: withCondition(conditions, verdict, clock.now()) };
    return writeStatus(client, resources.deployments, deployment, status);
  }

  async function scaleInPlace(
    deployment: Deployment,
    known: ReplicaSet | undefined,
    old: readonly ReplicaSet[],
  ): Promise<void> {
    const fresh = known && (await refreshNewSet(client, deployment, known, old));
    const plan = planScaling(deployment, fresh, old);
    const scaled = await scaleAll(deployment, plan);
    const now = [...old, ...(fresh ? [fresh] : [])].map((set) => scaled.get(set.metadata.name) ?? set);
    const present = now.find((set) => set.metadata.name === fresh?.metadata.name);
    if (deployment.spec.paused) await trim(deployment, old);
    const status = countStatus(deployment, now, present, clock.now());
    await writeStatus(client, resources.deployments, deployment, status, revisionOn(fresh));
  }

  async function roll(
    deployment: Deployment,
    known: ReplicaSet | undefined,
    old: readonly ReplicaSet[],
  ): Promise<void> {
    const fresh = await ensureNewSet(deployment, known, old);
    if (!fresh) return;
    const wanted = newSetReplicas(deployment, [...old, fresh], replicasOf(fresh));
    if (wanted !== replicasOf(fresh)) {
      const scaled = await scale(deployment, { set: fresh, replicas: wanted });
      await report(deployment, old, scaled);
      return;
    }
    const plan = planOldSets(deployment, old, fresh);
    const scaled = await scaleAll(deployment, plan);
    const now = old.map((set) => scaled.get(set.metadata.name) ?? set);
    await finish(deployment, now, fresh);
  }

  async function recreate(
    deployment: Deployment,
    known: ReplicaSet | undefined,
    old: readonly ReplicaSet[],
  ): Promise<void> {
    const active = old.filter((set) => replicasOf(set) > 0);
    if (active.length > 0) {
      const scaled = await scaleAll(
        deployment,
        active.map((set) => ({ set, replicas: 0 })),
      );
      await report(
        deployment,
        old.map((set) => scaled.get(set.metadata.name) ?? set),
        known,
      );
      return;
    }
    if (oldPodsRun(old)) {
      await report(deployment, old, known);
      return;
    }
    const fresh = await ensureNewSet(deployment, known, old);
    if (!fresh) return;
    const wanted = wantedReplicas(deployment);
    const scaled = replicasOf(fresh) === wanted ? fresh : await scale(deployment, { set: fresh, replicas: wanted });
    await finish(deployment, old, scaled);
  }

  function oldPodsRun(old: readonly ReplicaSet[]): boolean {
    return old.some((set) =>
      [...pods.byIndex("controller", set.metadata.uid ?? "")].some((pod) => !isPodTerminal(pod)),
    );
  }

  async function ensureNewSet(
    deployment: Deployment,
    known: ReplicaSet | undefined,
    old: readonly ReplicaSet[],
  ): Promise<ReplicaSet | undefined> {
    const now = clock.now();
    const conditions = deployment.status?.conditions ?? [];
    const progress = async (status: "True" | "False", reason: string, message: string, set?: ReplicaSet) => {
      if (progressDeadline(deployment) === undefined && set === undefined) return;
      const verdict = { type: "Progressing", status, reason, message };
      const next = progressDeadline(deployment) === undefined ? conditions : withCondition(conditions, verdict, now);
      await writeStatus(
        client,
        resources.deployments,
        deployment,
        { ...deployment.status, conditions: next },
        revisionOn(set),
      );
      // The write is an event that brings the next sync, with the newest object.
    };
    if (known) {
      const fresh = await refreshNewSet(client, deployment, known, old);
      const unnoted = progressDeadline(deployment) !== undefined && !conditionOf(conditions, "Progressing");
      if (!unnoted && revisionOf(deployment) === revisionOf(fresh)) return fresh;
      await progress("True", "FoundNewReplicaSet", `Found new replica set "${fresh.metadata.name}"`, fresh);
      queue.add(objectKey(deployment));
      return undefined;
    }
    try {
      const made = await createNewSet(client, deployment, old);
      if (made.kind === "collision") {
        const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
        await writeStatus(client, resources.deployments, deployment, { ...deployment.status, collisionCount });
        queue.add(objectKey(deployment));
        return undefined;
      }
      const { name } = made.set.metadata;
      const size = replicasOf(made.set);
      if (made.kind === "made" && size > 0) {
        recorder.event(deployment, "Normal", "ScalingReplicaSet", `Scaled up replica set ${name} from 0 to ${size}`);
      }
      await progress("True", "NewReplicaSetCreated", `Created new replica set "${name}"`, made.set);
    } catch (error) {
      const message = `Failed to create new replica set: ${error instanceof Error ? error.message : String(error)}`;
      recorder.event(deployment, "Warning", "ReplicaSetCreateError", message);
      await progress("False", "ReplicaSetCreateError", message);
      throw error;
    }
    return undefined;
  }

  async function finish(deployment: Deployment, old: readonly ReplicaSet[], fresh: ReplicaSet): Promise<void> {
    const status = await report(deployment, old, fresh);
    if (isComplete(deployment, status)) await trim(deployment, old);
  }

  async function report(
    deployment: Deployment,
    old: readonly ReplicaSet[],
    fresh: ReplicaSet | undefined,
  ): Promise<DeploymentStatus> {
    const all = fresh ? [...old, fresh] : old;
    const { status, lookInMs } = rolloutStatus(deployment, all, fresh, clock.now());
    await writeStatus(client, resources.deployments, deployment, status, revisionOn(fresh));
    if (lookInMs !== undefined) queue.addAfter(objectKey(deployment), lookInMs);
    return status;
  }

  const revisionOn = (set: ReplicaSet | undefined): Record<string, string> => {
    const revision = set?.metadata.annotations?.[revisionAnnotation];
    return revision === undefined ? {} : { [revisionAnnotation]: revision };
  };

  async function scaleAll(deployment: Deployment, plan: readonly Scaling[]): Promise<Map<string, ReplicaSet>> {
    const scaled = new Map<string, ReplicaSet>();
    for (const step of plan) scaled.set(step.set.metadata.name, await scale(deployment, step));
    return scaled;
  }

  async function scale(deployment: Deployment, { set, replicas }: Scaling): Promise<ReplicaSet> {
    const before = replicasOf(set);
    const annotations = { ...set.metadata.annotations, ...sizeAnnotations(deployment) };
    const next = await client.update(resources.replicaSets, {
      ...set,
      metadata: { ...set.metadata, annotations },
      spec: { ...set.spec, replicas },
    });
    if (before !== replicas) {
      const direction = before < replicas ? "up" : "down";
      const message = `Scaled ${direction} replica set ${set.metadata.name} from ${before} to ${replicas}`;
      recorder.event(deployment, "Normal", "ScalingReplicaSet", message);
    }
    return next;
  }

  /** Deletes the oldest empty replica sets beyond the history limit. */
  async function trim(deployment: Deployment, old: readonly ReplicaSet[]): Promise<void> {
    const idle = old.filter(
      (set) =>
        replicasOf(set) === 0 && (set.status?.replicas ?? 0) === 0 && set.metadata.deletionTimestamp === undefined,
    );
    const surplus = idle.length - (deployment.spec.revisionHistoryLimit ?? 10);
    if (surplus <= 0) return;
    idle.sort((a, b) => revisionOf(a) - revisionOf(b));
    for (const set of idle.slice(0, surplus)) {
      try {
        await client.delete(refTo(resources.replicaSets, set));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  }

  function ownerOf(set: ReplicaSet): Deployment | undefined {
    const reference = controllerOf(set);
    if (reference?.kind !== "Deployment") return undefined;
    const owner = deployments.get(`${set.metadata.namespace ?? ""}/${reference.name}`);
    return owner?.metadata.uid === reference.uid ? owner : undefined;
  }
  function enqueueFor(set: ReplicaSet): void {
    const owner = ownerOf(set);
    if (owner) queue.add(objectKey(owner));
    else if (!controllerOf(set)) {
      for (const deployment of deployments.values()) {
        if (deployment.metadata.namespace !== set.metadata.namespace) continue;
        if (labelSelectorOf(deployment.spec.selector).matches(set.metadata.labels)) queue.add(objectKey(deployment));
      }
    }
  }

  deployments.addHandler({
    add: (deployment) => queue.add(objectKey(deployment)),
    update(deployment, old) {
      if (!isStatusOnly(deployment, old) || deployment.status !== old.status) queue.add(objectKey(deployment));
    },
  });
  sets.addHandler({
    add: enqueueFor,
    update(set, old) {
      const before = ownerOf(old);
      if (before && before !== ownerOf(set)) queue.add(objectKey(before));
      enqueueFor(set);
    },
    delete: enqueueFor,
  });
  pods.addHandler({
    // Recreate waits for the last old pod.
    delete(pod) {
      const reference = controllerOf(pod);
      if (reference?.kind !== "ReplicaSet") return;
      const set = sets.get(`${pod.metadata.namespace ?? ""}/${reference.name}`);
      const owner = set && ownerOf(set);
      if (owner?.spec.strategy?.type === "Recreate" && pods.countByIndex("controller", reference.uid) === 0) {
        queue.add(objectKey(owner));
      }
    },
  });
}
