import type * as metav1 from "./model/meta-v1.gen.ts";

/** `metadata` of every object. */
export type ObjectMeta = metav1.ObjectMeta;
/** `metadata.ownerReferences[]`. */
export type OwnerReference = metav1.OwnerReference;
/** `metadata.managedFields[]`: which manager set which fields, by which operation, through which subresource. */
export type ManagedFieldsEntry = metav1.ManagedFieldsEntry;

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
