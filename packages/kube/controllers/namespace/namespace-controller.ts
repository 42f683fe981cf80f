import { jsonEqual } from "@byocni/base/core";
import {
  type ApiResource,
  type Condition,
  isConflict,
  isNotFound,
  type KubeObject,
  type Namespace,
  refTo,
  resourcePath,
  resources,
  timestamp,
} from "@byocni/kube/client";
import { isStatusError } from "@byocni/kube/schema";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { watchServedResources } from "../served-resources.ts";
import { writeStatus } from "../status-writer.ts";

export const namespaceController: ControllerDefinition = { name: "namespace-controller", start: startNamespaces };

/** The finalizer in `spec.finalizers` that this controller takes away when the namespace is empty. */
const finalizer = "kubernetes";

/** What is left in a namespace that is being emptied. */
interface Remains {
  /** Collection (`pods.`, `deployments.apps`) → objects left. */
  readonly counts: Map<string, number>;
  /** Finalizer → objects that wait for it. */
  readonly finalizers: Map<string, number>;
  readonly errors: string[];
  /** Longest time that a pod may still take, in milliseconds. */
  graceMs: number;
}

function startNamespaces(context: ControllerContext): void {
  const { client, clock } = context;
  const namespaces = context.informer(resources.namespaces);
  const pods = context.informer(resources.pods);
  const served = watchServedResources(client, context.informer);
  const queue = context.queue({ workers: 4, process: sync });

  async function sync(name: string): Promise<void> {
    const namespace = namespaces.get(name);
    if (!namespace || namespace.metadata.deletionTimestamp === undefined) return;
    if (!namespace.spec?.finalizers?.includes(finalizer)) return;
    const remains = await empty(name);
    const conditions = mergeConditions(namespace.status?.conditions ?? [], remains, timestamp(clock.now()));
    const current = await writeStatus(client, resources.namespaces, namespace, { phase: "Terminating", conditions });
    if (!current) return;
    if (remains.errors.length > 0) throw new Error(remains.errors.join("; "));
    if (remains.counts.size > 0) {
      // The last pod's going is an event; other things are looked for again.
      queue.addAfter(name, remains.graceMs / 2 + 1000);
      return;
    }
    await finalize(current);
  }

  async function finalize(namespace: Namespace): Promise<void> {
    const finalizers = (namespace.spec?.finalizers ?? []).filter((item) => item !== finalizer);
    const wanted = { ...namespace, spec: { ...namespace.spec, finalizers } };
    try {
      await client.update(resources.namespaces, wanted, { subresource: "finalize" });
    } catch (error) {
      if (isConflict(error)) queue.add(namespace.metadata.name);
      else if (!isNotFound(error)) throw error;
    }
  }

  /** Deletes all that is in the namespace, pods first: what they may still need goes after them. */
  async function empty(namespace: string): Promise<Remains> {
    const remains: Remains = { counts: new Map(), finalizers: new Map(), errors: [], graceMs: 0 };
    const all = (await served.get()).filter(({ namespaced, verbs }) => namespaced && verbs.includes("delete"));
    const isPods = ({ group, resource }: ApiResource): boolean => group === "" && resource === "pods";
    for (const resource of all.filter(isPods)) await emptyCollection(resource, namespace, remains);
    if (remains.counts.size > 0) return remains;
    await Promise.all(all.filter((item) => !isPods(item)).map((item) => emptyCollection(item, namespace, remains)));
    return remains;
  }

  async function emptyCollection(resource: ApiResource, namespace: string, remains: Remains): Promise<void> {
    const { group, version, resource: plural, verbs } = resource;
    const collection = { group, version, resource: plural, namespace };
    try {
      if (!verbs.includes("list")) {
        if (verbs.includes("deletecollection")) await client.deleteCollection(collection);
        return;
      }
      let { items } = await client.list(collection);
      if (items.length === 0) return;
      if (verbs.includes("deletecollection")) {
        await client.deleteCollection(collection, { propagationPolicy: "Background" });
      } else {
        for (const item of items) await client.delete(refTo(collection, item), { propagationPolicy: "Background" });
      }
      ({ items } = await client.list(collection));
      count(`${plural}.${group}`, items, remains);
    } catch (error) {
      // Gone meanwhile, or a collection that cannot be emptied this way.
      if (isNotFound(error) || isStatusError(error, "MethodNotAllowed")) return;
      remains.errors.push(`${resourcePath(collection)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  namespaces.addHandler({
    add: (namespace) => queue.add(namespace.metadata.name),
    update(namespace, old) {
      const { deletionTimestamp, name } = namespace.metadata;
      if (deletionTimestamp === undefined || jsonEqual(namespace.metadata, old.metadata)) return;
      if (old.metadata.deletionTimestamp === undefined) queue.add(name);
    },
  });
  pods.addIndex("namespace", (pod) => [pod.metadata.namespace ?? ""]);
  pods.addHandler({
    delete(pod) {
      const { namespace = "" } = pod.metadata;
      if (pods.countByIndex("namespace", namespace) > 0) return;
      if (namespaces.get(namespace)?.metadata.deletionTimestamp !== undefined) queue.add(namespace);
    },
  });
}

function count(collection: string, items: readonly KubeObject[], remains: Remains): void {
  if (items.length === 0) return;
  remains.counts.set(collection, items.length);
  for (const { metadata } of items) {
    remains.graceMs = Math.max(remains.graceMs, (metadata.deletionGracePeriodSeconds ?? 0) * 1000);
    for (const name of metadata.finalizers ?? []) remains.finalizers.set(name, (remains.finalizers.get(name) ?? 0) + 1);
  }
}

function mergeConditions(before: readonly Condition[], remains: Remains, now: string): readonly Condition[] {
  const { counts, finalizers, errors } = remains;
  const left = [...counts].map(([name, number]) => `${name} has ${number} resource instances`).sort();
  const waiting = [...finalizers].map(([name, number]) => `${name} in ${number} resource instances`).sort();
  const wanted: readonly Omit<Condition, "lastTransitionTime">[] = [
    {
      type: "NamespaceDeletionDiscoveryFailure",
      status: "False",
      reason: "ResourcesDiscovered",
      message: "All resources successfully discovered",
    },
    {
      type: "NamespaceDeletionGroupVersionParsingFailure",
      status: "False",
      reason: "ParsedGroupVersions",
      message: "All legacy kube types successfully parsed",
    },
    errors.length > 0
      ? {
          type: "NamespaceDeletionContentFailure",
          status: "True",
          reason: "ContentDeletionFailed",
          message: `Failed to delete all resource types, ${errors.length} remaining: ${errors.join(", ")}`,
        }
      : {
          type: "NamespaceDeletionContentFailure",
          status: "False",
          reason: "ContentDeleted",
          message: "All content successfully deleted, may be waiting on finalization",
        },
    left.length > 0
      ? {
          type: "NamespaceContentRemaining",
          status: "True",
          reason: "SomeResourcesRemain",
          message: `Some resources are remaining: ${left.join(", ")}`,
        }
      : {
          type: "NamespaceContentRemaining",
          status: "False",
          reason: "ContentRemoved",
          message: "All content successfully removed",
        },
    waiting.length > 0
      ? {
          type: "NamespaceFinalizersRemaining",
          status: "True",
          reason: "SomeFinalizersRemain",
          message: `Some content in the namespace has finalizers remaining: ${waiting.join(", ")}`,
        }
      : {
          type: "NamespaceFinalizersRemaining",
          status: "False",
          reason: "ContentHasNoFinalizers",
          message: "All content-preserving finalizers finished",
        },
  ];
  return wanted.map((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    const kept = old?.status === condition.status ? old.lastTransitionTime : undefined;
    return { ...condition, lastTransitionTime: kept ?? now };
  });
}
