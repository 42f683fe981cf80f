import { type Closeable, jsonEqual, type Timer } from "@byocni/base/core";
import { type corev1, isStatusError, type KubeObject } from "@byocni/kube/schema";
import { withMember } from "../registry/object-fields.ts";
import { servedObject, type ServedResource } from "../registry/served-resource.ts";
import { updateObject } from "../registry/update.ts";
import { mastersGroup } from "../request/user-info.ts";
import type { ServerCore } from "../server-core.ts";
import type { WatchItem } from "../storage/resource-cache.ts";
import type { WatchQueue } from "../storage/watch-queue.ts";
import { inScope } from "./scopes.ts";
import { addUsage, countName, usageOf } from "./usage.ts";

const recountMs = 300_000;

/**
 * Keeps the status of quotas true: counts when a quota is new or changed, when something goes away or ends, and now
 * and then. What is made is booked by admission.
 */
export function startQuotaAccounts(core: ServerCore): Closeable {
  const quotas = core.resources.find("", "v1", "resourcequotas");
  const watches = new Map<string, WatchQueue<WatchItem>>();
  const readers: Promise<void>[] = [];
  let timer: Timer | undefined;

  function follow(
    resource: ServedResource,
    handle: (item: Extract<WatchItem, { kind: "object" }>) => Promise<void>,
  ): void {
    const key = resource.cache.prefix;
    if (watches.has(key)) return;
    const queue = resource.cache.watch({
      selection: {},
      from: { kind: "state" },
      bookmarks: false,
      initialEventsEnd: false,
    });
    watches.set(key, queue);
    const read = async (): Promise<void> => {
      for await (const item of queue) if (item.kind === "object") await handle(item);
    };
    readers.push(read().catch((error: unknown) => core.logger.error("quotas could not be counted", { error })));
  }

  async function onQuota({ type, object }: Extract<WatchItem, { kind: "object" }>): Promise<void> {
    if (type === "DELETED") return;
    const { spec, status } = object.value as unknown as corev1.ResourceQuota;
    for (const resource of countedResources(Object.keys(spec?.hard ?? {}))) follow(resource, onCounted(resource));
    timer ??= core.clock.setTimer(recountMs, recountAll);
    if (!jsonEqual(spec?.hard ?? {}, status?.hard ?? {})) await recount(object.namespace, object.name);
  }

  const onCounted =
    ({ cache }: ServedResource) =>
    async ({ type, object }: Extract<WatchItem, { kind: "object" }>): Promise<void> => {
      if (cache === quotas?.cache || type === "ADDED") return;
      const { status } = object.value as unknown as corev1.Pod;
      const ended = status?.phase === "Succeeded" || status?.phase === "Failed";
      if (type === "DELETED" || ended) await recountNamespace(object.namespace);
    };

  async function recountNamespace(namespace: string): Promise<void> {
    for (const { name } of quotas?.cache.list({ namespace }) ?? []) await recount(namespace, name);
  }

  function recountAll(): void {
    timer = core.clock.setTimer(recountMs, recountAll);
    const count = async (): Promise<void> => {
      for (const { namespace, name } of quotas?.cache.list({}) ?? []) await recount(namespace, name);
    };
    count().catch((error: unknown) => core.logger.error("quotas could not be counted", { error }));
  }

  function* countedResources(names: readonly string[]): Generator<ServedResource, void> {
    for (const resource of core.resources.all()) {
      const { definition } = resource;
      if (!definition.namespaced) continue;
      const byName =
        definition.group === "" && Object.keys(usageOf(definition, probe)).some((name) => names.includes(name));
      const pods = definition.group === "" && definition.plural === "pods";
      if (byName || pods || names.includes(countName(definition))) yield resource;
    }
  }

  function count(quota: corev1.ResourceQuota): Readonly<Record<string, string>> {
    const names = Object.keys(quota.spec?.hard ?? {});
    const used: Record<string, string> = Object.fromEntries(names.map((name) => [name, "0"]));
    const seen = new Set<string>();
    for (const resource of countedResources(names)) {
      if (seen.has(resource.cache.prefix)) continue;
      seen.add(resource.cache.prefix);
      for (const stored of resource.cache.list({ namespace: quota.metadata.namespace ?? "" })) {
        const object = servedObject(resource, stored);
        if (inScope(quota, resource.definition, object)) addUsage(used, usageOf(resource.definition, object), names);
      }
    }
    return used;
  }

  async function recount(namespace: string, name: string): Promise<void> {
    if (!quotas) return;
    const operation = {
      core,
      resource: quotas,
      namespace,
      name,
      subresource: "status",
      user: { name: "system:apiserver", groups: [mastersGroup] },
      fieldManager: "kube-controller-manager",
      dryRun: false,
      warn: () => {},
    };
    const change = (current: KubeObject): KubeObject => {
      const quota = current as corev1.ResourceQuota;
      const status = { ...quota.status, hard: quota.spec?.hard ?? {}, used: count(quota) };
      return jsonEqual(status, quota.status) ? current : withMember(current, "status", status);
    };
    try {
      await updateObject(operation, { raw: true, change });
    } catch (error) {
      if (!isStatusError(error, "NotFound")) throw error;
    }
  }

  if (quotas) follow(quotas, onQuota);
  const close = async (): Promise<void> => {
    timer?.cancel();
    for (const queue of watches.values()) queue.end();
    await Promise.all(readers);
  };
  return { close, [Symbol.asyncDispose]: close };
}

/** An object that uses everything which its kind can be counted under by name alone. */
const probe = { apiVersion: "v1", kind: "", metadata: {}, spec: {} } as KubeObject;
