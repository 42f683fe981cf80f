import type { Condition, KubeObject, LocalObjectReference, ObjectReference } from "./meta.ts";

export interface Namespace extends KubeObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: "Active" | "Terminating"; readonly conditions?: readonly Condition[] };
}

export interface ServiceAccount extends KubeObject {
  readonly secrets?: readonly ObjectReference[];
  readonly imagePullSecrets?: readonly LocalObjectReference[];
  readonly automountServiceAccountToken?: boolean;
}

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  /** Base64. */
  readonly binaryData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

export interface Secret extends KubeObject {
  readonly type?: string;
  /** Base64. */
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** A core/v1 Event as the classic recorder writes it. */
export interface Event extends KubeObject {
  readonly involvedObject: ObjectReference;
  readonly reason?: string;
  readonly message?: string;
  readonly type?: "Normal" | "Warning";
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly count?: number;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
}
