import type { JsonObject } from "@byocni/base/core";

/** `metadata.ownerReferences[]`. */
export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
};

/** `metadata.managedFields[]`: which manager set which fields, by which operation, through which subresource. */
export type ManagedFieldsEntry = {
  readonly manager?: string | undefined;
  readonly operation?: "Apply" | "Update" | undefined;
  readonly apiVersion?: string | undefined;
  /** RFC 3339. */
  readonly time?: string | undefined;
  readonly fieldsType?: string | undefined;
  readonly fieldsV1?: JsonObject | undefined;
  readonly subresource?: string | undefined;
};

/** `metadata` of every object. */
export type ObjectMeta = {
  readonly name?: string | undefined;
  readonly generateName?: string | undefined;
  readonly namespace?: string | undefined;
  readonly selfLink?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
  /** RFC 3339, UTC, whole seconds. */
  readonly creationTimestamp?: string | null | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly managedFields?: readonly ManagedFieldsEntry[] | undefined;
};

/** An object as the API shows it. Values that are handed around are treated as frozen. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
};

/** A name of a resource: what `Status.details` and error texts carry. */
export interface GroupResource {
  /** "" for the core group. */
  readonly group: string;
  /** Plural, lower case. */
  readonly resource: string;
}

/** A kind with the group it belongs to. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}
