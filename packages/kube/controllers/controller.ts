import type { Clock, Closer, Logger, Random } from "@byocni/base/core";
import type {
  EventRecorder,
  Informer,
  InformerSet,
  KubeClient,
  KubeObject,
  Resource,
  WorkQueue,
} from "@byocni/kube/client";

/** What a controller gets: all its ways to the world. */
export interface ControllerContext {
  /** Calls as this controller's component. */
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Events from this controller's component. */
  readonly recorder: EventRecorder;
  readonly settings: ControllerSettings;
  /** What must be closed with the controller. */
  readonly closer: Closer;
  /** The shared informer of a collection. The queues of this controller wait until all that it asked for are synced. */
  informer<T extends KubeObject>(resource: Resource<T>): Informer<T>;
  /** The shared informers themselves, for those that come and go: nothing waits for them. */
  readonly informers: InformerSet;
  /** A work queue that is closed with the controller. */
  queue(options: { readonly workers?: number; process(key: string): Promise<void> | void }): WorkQueue;
  /** Settles when all informers that the controller asked for are synced, or it is closed. */
  ready(): Promise<void>;
}

/** What an operator may set; the defaults are upstream's. */
export interface ControllerSettings {
  /** PEM bundle published as `kube-root-ca.crt` in every namespace; without it that config map is not written. */
  readonly rootCertificate?: string;
  /** How long a node may be silent before it is Unknown, default 50 s. */
  readonly nodeMonitorGraceMs: number;
  /** The same for a node that has not yet said anything, default 60 s. */
  readonly nodeStartupGraceMs: number;
  /** How long pods of a node that is gone are kept, default 40 s. */
  readonly podGarbageQuarantineMs: number;
  /** With more nodes than this, events of type Normal are left out; warnings never. Default 200, as of the nodes. */
  readonly normalEventsUpTo: number;
}

export const defaultSettings: ControllerSettings = {
  nodeMonitorGraceMs: 50_000,
  nodeStartupGraceMs: 60_000,
  podGarbageQuarantineMs: 40_000,
  normalEventsUpTo: 200,
};

/** A controller is this record, in a file or folder of its own, and one line in `registry.ts`. */
export interface ControllerDefinition {
  /** How `enabled` and logs call it: upstream's name (`daemonset-controller`). */
  readonly name: string;
  /** Source of its Events; the name unless upstream differs (`node-controller`, `default-scheduler`). */
  readonly component?: string;
  /** Owner of the fields that it writes, default `kube-controller-manager`. */
  readonly fieldManager?: string;
  /** Registers handlers and queues. Nothing may be written before `ready()`. */
  start(context: ControllerContext): void;
}
