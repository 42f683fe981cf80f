import type { Clock, Logger, Random } from "@byocni/base/core";
import type { KubeSchema } from "@byocni/kube/schema";
import type { AdmissionChain } from "./admission/admission.ts";
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
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}
