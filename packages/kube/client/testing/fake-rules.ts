import { jsonEqual, type Random } from "@byocni/base/core";
import type { KubeObject, Namespace, NewObject, Pod } from "../objects/index.ts";
import { timestamp } from "../time.ts";

type AnyObject = KubeObject & { readonly spec?: unknown; readonly status?: unknown };

/** What the server fills in on creation. */
export function prepareNew(
  created: NewObject<KubeObject>,
  namespace: string | undefined,
  now: number,
  random: Random,
): KubeObject {
  const body = created as NewObject<AnyObject>;
  const { generateName } = body.metadata;
  const suffix = (): string => Array.from({ length: 5 }, () => "bcdfghjklmnpqrstvwxz2456789"[random.int(27)]).join("");
  const name = body.metadata.name ?? `${generateName ?? ""}${suffix()}`;
  const object: AnyObject = {
    ...body,
    metadata: {
      ...body.metadata,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: random.uuid(),
      creationTimestamp: timestamp(now),
      ...(body.spec === undefined ? {} : { generation: 1 }),
    },
  };
  if (body.kind === "Pod") return { ...object, status: { phase: "Pending", ...(body.status as object) } } as Pod;
  if (body.kind === "Namespace") {
    return { ...object, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } } as Namespace;
  }
  return object;
}

/** What an update may change: the status only through its subresource, and nothing else through it. */
export function prepareUpdate(current: AnyObject, wanted: AnyObject, subresource: string | undefined): KubeObject {
  const fixed = {
    uid: current.metadata.uid,
    creationTimestamp: current.metadata.creationTimestamp,
    generation: current.metadata.generation,
    deletionTimestamp: current.metadata.deletionTimestamp,
  };
  const metadata = Object.fromEntries(
    Object.entries({ ...wanted.metadata, ...fixed }).filter(([, value]) => value !== undefined),
  ) as unknown as KubeObject["metadata"];
  if (subresource === "status") return { ...current, metadata, status: wanted.status } as KubeObject;
  const next: AnyObject = { ...wanted, metadata };
  const isolated: AnyObject = current.status === undefined ? next : { ...next, status: current.status };
  if (jsonEqual(current.spec, wanted.spec)) return isolated;
  return { ...isolated, metadata: { ...metadata, generation: (current.metadata.generation ?? 0) + 1 } };
}

/** The object as a delete leaves it, or `undefined` when it goes at once. */
export function prepareDelete(
  current: KubeObject,
  options: { readonly gracePeriodSeconds?: number; readonly propagationPolicy?: string },
  now: number,
): KubeObject | undefined {
  const finalizers = [...(current.metadata.finalizers ?? [])];
  if (options.propagationPolicy === "Foreground") finalizers.push("foregroundDeletion");
  if (options.propagationPolicy === "Orphan") finalizers.push("orphan");
  const deletionTimestamp = current.metadata.deletionTimestamp ?? timestamp(now);
  const metadata = { ...current.metadata, deletionTimestamp, ...(finalizers.length > 0 ? { finalizers } : {}) };
  if (current.kind === "Namespace") {
    const { spec } = current as Namespace;
    if (!spec?.finalizers?.length) return undefined;
    return { ...current, metadata, status: { phase: "Terminating" } } as Namespace;
  }
  const pod = current.kind === "Pod" ? (current as Pod) : undefined;
  const grace = options.gracePeriodSeconds ?? pod?.spec.terminationGracePeriodSeconds ?? 30;
  const phase = pod?.status?.phase;
  const graceful = pod?.spec.nodeName !== undefined && grace > 0 && phase !== "Succeeded" && phase !== "Failed";
  if (!graceful && finalizers.length === 0) return undefined;
  return { ...current, metadata: graceful ? { ...metadata, deletionGracePeriodSeconds: grace } : metadata };
}
