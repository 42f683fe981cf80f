import type { JsonObject } from "@byocni/base/core";
import type { KubeObject, ObjectMeta } from "@byocni/kube/schema";

/** An object with the two members that most kinds have. */
export type SpecObject = KubeObject & {
  readonly spec?: JsonObject | undefined;
  readonly status?: JsonObject | undefined;
};

/** The same object with members of its metadata set; `undefined` removes one. */
export function withMetadata<T extends KubeObject>(object: T, changes: Partial<ObjectMeta>): T {
  const metadata: Record<string, unknown> = { ...object.metadata, ...changes };
  for (const key in changes) if (changes[key as keyof ObjectMeta] === undefined) delete metadata[key];
  return { ...object, metadata };
}

/** The same object with one top-level member set, or removed if `undefined`. */
export function withMember<T extends KubeObject>(object: T, name: string, value: unknown): T {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _removed, ...rest } = object as unknown as Record<string, unknown>;
  return rest as unknown as T;
}

/** A member by name, for kinds that are not known here. */
export function member(object: KubeObject, name: string): unknown {
  return (object as unknown as Record<string, unknown>)[name];
}

/** A time as the API writes it: RFC 3339, UTC, whole seconds. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
