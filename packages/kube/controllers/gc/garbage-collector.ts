import { jsonEqual } from "@byocni/base/core";
import {
  isNotFound,
  type KubeObject,
  objectKey,
  type OwnerReference,
  type Resource,
  refTo,
  resourceId,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { watchServedResources } from "../served-resources.ts";
import { createDependents } from "./dependents.ts";
import { createMonitors, type Monitor } from "./monitors.ts";

export const garbageCollector: ControllerDefinition = {
  name: "garbage-collector-controller",
  start: startGarbageCollector,
};

const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";

const hasFinalizer = ({ metadata }: KubeObject, name: string): boolean => metadata.finalizers?.includes(name) === true;
const isLeaving = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
/** Deleted in the foreground: it stays until the dependents that block it are gone. */
const waitsForDependents = (object: KubeObject): boolean =>
  isLeaving(object) && hasFinalizer(object, foregroundFinalizer);

/** How an owner stands: there, there but only until its dependents are gone, or gone. */
type Standing = "solid" | "waiting" | "absent";

/**
 * Deletes what all owners have left, by `ownerReferences` and their uids. An object whose owner is in no cache is
 * judged by asking the server, since a cache may be behind; deletions name the uid and version that were judged.
 */
function startGarbageCollector(context: ControllerContext): void {
  const { client, clock, logger, closer, informers } = context;
  const served = watchServedResources(client, context.informer);
  const dependents = createDependents();
  const monitors = createMonitors(informers, handlerFor);
  const queue = context.queue({ workers: 20, process: attend });
  /** Settles when the caches are full; work waits for it, or absent owners would be everywhere. */
  let synced: Promise<void> = Promise.resolve();
  let updating = false;

  async function update(): Promise<void> {
    try {
      monitors.update(await served.get());
      synced = monitors.synced();
      await synced;
      // Objects that came before their owners' collections were known.
      for (const monitor of monitors.all()) {
        for (const object of monitor.informer.values()) look(monitor, object);
      }
    } catch (error) {
      if (closer.signal.aborted) return;
      logger.warn("discovery failed", { error });
      clock.setTimer(5000, refresh);
    }
  }
  function refresh(): void {
    if (updating || closer.signal.aborted) return;
    updating = true;
    setImmediate(() => {
      updating = false;
      if (!closer.signal.aborted) void update();
    });
  }

  const itemOf = (monitor: Monitor, object: KubeObject): string => `${monitor.id}|${objectKey(object)}`;
  function find(item: string): { readonly monitor: Monitor; readonly object: KubeObject } | undefined {
    const bar = item.indexOf("|");
    const monitor = monitors.get(item.slice(0, bar));
    const object = monitor?.informer.get(item.slice(bar + 1));
    return monitor && object ? { monitor, object } : undefined;
  }
  /** The owner as its collection's cache has it. */
  function cached(owner: OwnerReference, namespace: string | undefined): KubeObject | undefined {
    const resource = monitors.resourceOf(owner);
    if (!resource) return undefined;
    const key = resource.namespaced ? `${namespace ?? ""}/${owner.name}` : owner.name;
    const object = monitors.get(resourceId(resource))?.informer.get(key);
    return object?.metadata.uid === owner.uid ? object : undefined;
  }

  /** Queues an object that may have lost an owner, or that asks for something by its finalizers. */
  function look(monitor: Monitor, object: KubeObject): void {
    const { ownerReferences = [], namespace } = object.metadata;
    const lost = ownerReferences.some((owner) => {
      const found = cached(owner, namespace);
      return !found || waitsForDependents(found);
    });
    const asks =
      isLeaving(object) && (hasFinalizer(object, orphanFinalizer) || hasFinalizer(object, foregroundFinalizer));
    if (lost || asks) queue.add(itemOf(monitor, object));
  }
  /** Queues the owners that wait for their dependents to go. */
  function tellOwners(object: KubeObject): void {
    for (const owner of object.metadata.ownerReferences ?? []) {
      const found = cached(owner, object.metadata.namespace);
      const resource = monitors.resourceOf(owner);
      if (!found || !resource || !waitsForDependents(found)) continue;
      queue.add(`${resourceId(resource)}|${objectKey(found)}`);
    }
  }
  function handlerFor(monitor: Monitor) {
    return {
      add(object: KubeObject): void {
        dependents.file(itemOf(monitor, object), undefined, object);
        look(monitor, object);
      },
      update(object: KubeObject, old: KubeObject): void {
        const [now, before] = [object.metadata, old.metadata];
        const item = itemOf(monitor, object);
        if (now.ownerReferences !== before.ownerReferences && !jsonEqual(now.ownerReferences, before.ownerReferences)) {
          dependents.file(item, old, object);
          tellOwners(old);
          look(monitor, object);
        }
        if (now.deletionTimestamp !== before.deletionTimestamp || !jsonEqual(now.finalizers, before.finalizers)) {
          look(monitor, object);
        }
      },
      delete(object: KubeObject): void {
        dependents.file(itemOf(monitor, object), object, undefined);
        for (const item of dependents.of(object.metadata.uid ?? "")) queue.add(item);
        tellOwners(object);
      },
    };
  }

  async function attend(item: string): Promise<void> {
    await synced;
    const found = find(item);
    if (!found) return;
    const { monitor, object } = found;
    try {
      if (isLeaving(object) && hasFinalizer(object, orphanFinalizer)) await orphanDependents(monitor, object);
      else if (waitsForDependents(object)) await awaitDependents(monitor, object);
      else if (!isLeaving(object)) await judge(monitor, object);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async function judge({ resource }: Monitor, object: KubeObject): Promise<void> {
    const { ownerReferences = [], uid = "", resourceVersion } = object.metadata;
    if (ownerReferences.length === 0) return;
    const standings = await Promise.all(ownerReferences.map((owner) => standing(owner, object)));
    if (standings.includes("solid")) {
      const kept = ownerReferences.filter((_, index) => standings[index] === "solid");
      if (kept.length < ownerReferences.length) {
        const patch = { metadata: { resourceVersion, ownerReferences: kept } };
        await client.patch(refTo(resource, object), patch, "merge");
      }
      return;
    }
    const hasDependents = dependents.of(uid).size > 0;
    const inForeground = standings.includes("waiting") && hasDependents;
    await client.delete(refTo(resource, object), {
      propagationPolicy: inForeground || hasFinalizer(object, foregroundFinalizer) ? "Foreground" : "Background",
      preconditions: { uid, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    });
  }

  async function standing(owner: OwnerReference, object: KubeObject): Promise<Standing> {
    const { namespace } = object.metadata;
    const found = cached(owner, namespace);
    if (found) return waitsForDependents(found) ? "waiting" : "solid";
    const resource = monitors.resourceOf(owner);
    // A kind that is not known, or an owner in a namespace of a dependent in none: nothing can be said.
    if (!resource || (resource.namespaced && namespace === undefined)) return "solid";
    const ref = {
      ...plain(resource),
      name: owner.name,
      ...(resource.namespaced ? { namespace: namespace ?? "" } : {}),
    };
    try {
      const live = await client.get(ref);
      if (live.metadata.uid !== owner.uid) return "absent";
      return waitsForDependents(live) ? "waiting" : "solid";
    } catch (error) {
      if (isNotFound(error)) return "absent";
      throw error;
    }
  }

  async function awaitDependents({ resource }: Monitor, owner: KubeObject): Promise<void> {
    let blocked = false;
    for (const item of dependents.of(owner.metadata.uid ?? "")) {
      const found = find(item);
      if (!found) continue;
      const reference = found.object.metadata.ownerReferences?.find(({ uid }) => uid === owner.metadata.uid);
      if (reference?.blockOwnerDeletion === true) blocked = true;
      if (!isLeaving(found.object)) queue.add(item);
    }
    if (!blocked) await dropFinalizer(resource, owner, foregroundFinalizer);
  }

  async function orphanDependents({ resource }: Monitor, owner: KubeObject): Promise<void> {
    for (const item of Array.from(dependents.of(owner.metadata.uid ?? ""))) {
      const found = find(item);
      if (!found) continue;
      const { object, monitor } = found;
      const { resourceVersion, ownerReferences = [] } = object.metadata;
      const kept = ownerReferences.filter(({ uid }) => uid !== owner.metadata.uid);
      try {
        const patch = { metadata: { resourceVersion, ownerReferences: kept } };
        await client.patch(refTo(monitor.resource, object), patch, "merge");
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    await dropFinalizer(resource, owner, orphanFinalizer);
  }

  async function dropFinalizer(resource: Resource, object: KubeObject, name: string): Promise<void> {
    const { resourceVersion, finalizers = [] } = object.metadata;
    const patch = { metadata: { resourceVersion, finalizers: finalizers.filter((finalizer) => finalizer !== name) } };
    try {
      await client.patch(refTo(resource, object), patch, "merge");
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  served.onChange(refresh);
  void context.ready().then(refresh);
}

const plain = ({ group, version, resource }: Resource): Resource => ({ group, version, resource });
