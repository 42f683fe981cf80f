import type { Clock, Logger, Random } from "@byocni/base/core";
import type { FieldSetPool, KubeObject, KubeSchema } from "@byocni/kube/schema";
import type { ServedResource } from "./registry/served-resource.ts";
import type { UserInfo } from "./request/user-info.ts";
import type { ServiceNetwork } from "./registry/core/service-network.ts";
import type { ServiceAccountTokens } from "./authentication/service-account-tokens.ts";
import type { ResourceTable } from "./registry/resource-table.ts";
import type { ClusterStorage } from "./storage/cluster-storage.ts";

/** What every part of one API server works with. */
export interface ServerCore {
  readonly storage: ClusterStorage;
  readonly schema: KubeSchema;
  readonly resources: ResourceTable;
  readonly admission: AdmissionChain;
  readonly serviceNetwork: ServiceNetwork;
  readonly accountTokens: ServiceAccountTokens;
  /** PEM of the authority that signed the server's certificate, if it is known. */
  readonly certificateAuthority: string | undefined;
  /** Equal sets of owned fields of all objects. */
  readonly fieldSets: FieldSetPool;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** One write on its way to the store. */
export interface AdmissionRequest {
  readonly core: ServerCore;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** For DELETE: undefined. */
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
  readonly warn: (text: string) => void;
}

/** A rule that every write passes. Refusals are thrown as StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Whether the plug-in has anything to say; keeps the common path short. */
  handles(request: AdmissionRequest): boolean;
  /** Returns the object, changed or not. Runs in list order before validation. */
  readonly mutate?: (request: AdmissionRequest, object: KubeObject) => Promise<KubeObject> | KubeObject;
  /** Runs in list order after validation. */
  readonly validate?: (request: AdmissionRequest) => Promise<void> | void;
}

export interface AdmissionChain {
  readonly plugins: readonly AdmissionPlugin[];
  /** @throws StatusError */
  mutate(request: AdmissionRequest): Promise<KubeObject | undefined>;
  /** @throws StatusError */
  validate(request: AdmissionRequest): Promise<void>;
}
