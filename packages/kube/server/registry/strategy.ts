import type { FieldError, KubeObject } from "@byocni/kube/schema";
import type { KubeSchema } from "@byocni/kube/schema";
import type { Clock, Random } from "@byocni/base/core";
import type { ServiceAccountTokens } from "../authentication/service-account-tokens.ts";
import type { ObjectLookup } from "../storage/object-lookup.ts";
import type { ServiceNetwork } from "./core/service-network.ts";
import type { UserInfo } from "../request/user-info.ts";

/** What strategies may use of the server. */
export interface StrategyCore {
  readonly schema: KubeSchema;
  readonly resources: ObjectLookup;
  readonly serviceNetwork: ServiceNetwork;
  readonly accountTokens: ServiceAccountTokens;
  readonly certificateAuthority: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a strategy knows of the write that it takes part in. */
export interface WriteScope {
  readonly core: StrategyCore;
  readonly user: UserInfo;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly dryRun: boolean;
  /** Adds a `Warning` to the answer. */
  readonly warn: (text: string) => void;
}

/** How far a delete has to be put off. */
export interface GracefulDelete {
  /** Seconds that the owner of the object (the node of a pod) has to finish. 0: now. */
  readonly seconds: number;
}

export type GarbageCollectionPolicy = "background" | "orphan";

/** Where a kind differs from the generic rules. Everything is optional; the generic rules are in `default-strategy.ts`. */
export interface Strategy {
  /** The server counts `metadata.generation`; by default when the resource has a spec and a status. */
  readonly countsGeneration?: boolean;
  /** Writes of the whole object leave the status as it is; by default when there is a status sub-resource. */
  readonly isolatesStatus?: boolean;
  /** What a new object's status is, whatever the client sent; by default none. Not asked if status is not isolated. */
  readonly initialStatus?: (object: KubeObject) => object | undefined;
  /** A client may keep its status when it creates the object (a node registers itself). */
  readonly keepsStatusOnCreate?: boolean;
  /** PUT of an object that does not exist creates it. */
  readonly allowsCreateOnUpdate?: boolean;
  /** An update must say which version it changes. */
  readonly requiresResourceVersion?: boolean;
  /** A delete answers with the object instead of a Status. */
  readonly returnsDeletedObject?: boolean;
  readonly garbageCollection?: GarbageCollectionPolicy;
  /** Finalizers that an object gets when it is first deleted. */
  readonly deletionFinalizers?: readonly string[];

  readonly prepareForCreate?: (object: KubeObject, scope: WriteScope) => KubeObject | Promise<KubeObject>;
  /** Called after the generic rules; `object` has the old status unless the status is what is written. */
  readonly prepareForUpdate?: (
    object: KubeObject,
    old: KubeObject,
    scope: WriteScope,
  ) => KubeObject | Promise<KubeObject>;
  /** What a writer of the whole object should hear; asked for good creates and updates. */
  readonly warnings?: (object: KubeObject) => Iterable<string>;
  readonly validateCreate?: (object: KubeObject, scope: WriteScope) => readonly FieldError[];
  readonly validateUpdate?: (object: KubeObject, old: KubeObject, scope: WriteScope) => readonly FieldError[];
  /** undefined: the kind knows no graceful deletion. */
  readonly gracefulDelete?: (object: KubeObject, seconds: number | undefined) => GracefulDelete;
  /** A first chance to refuse or change an object that is marked as deleted. */
  readonly prepareForDelete?: (object: KubeObject, scope: WriteScope) => KubeObject;
  /** More reasons to keep an object whose finalizers are gone (a namespace's `spec.finalizers`). */
  readonly holdsDeletion?: (object: KubeObject) => boolean;
  /** Called once the write is in the store. */
  readonly afterCreate?: (object: KubeObject, scope: WriteScope) => void;
  readonly afterDelete?: (object: KubeObject, scope: WriteScope) => void;
}
