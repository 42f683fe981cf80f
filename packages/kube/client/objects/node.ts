import type { Condition, KubeObject } from "./meta.ts";

export type TaintEffect = "NoSchedule" | "PreferNoSchedule" | "NoExecute";

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: TaintEffect;
  readonly timeAdded?: string;
}

export interface Node extends KubeObject {
  readonly spec?: NodeSpec;
  readonly status?: NodeStatus;
}

export interface NodeSpec {
  readonly podCIDR?: string;
  readonly podCIDRs?: readonly string[];
  readonly providerID?: string;
  readonly unschedulable?: boolean;
  readonly taints?: readonly Taint[];
}

export interface NodeCondition extends Condition {
  readonly lastHeartbeatTime?: string;
}

export interface NodeStatus {
  /** Quantities: `cpu`, `memory`, `pods`, `ephemeral-storage`, extended resources. */
  readonly capacity?: Readonly<Record<string, string>>;
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly conditions?: readonly NodeCondition[];
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port: number } };
  readonly nodeInfo?: NodeSystemInfo;
  readonly images?: readonly { readonly names?: readonly string[]; readonly sizeBytes?: number }[];
}

export interface NodeSystemInfo {
  readonly machineID: string;
  readonly systemUUID: string;
  readonly bootID: string;
  readonly kernelVersion: string;
  readonly osImage: string;
  readonly containerRuntimeVersion: string;
  readonly kubeletVersion: string;
  readonly kubeProxyVersion: string;
  readonly operatingSystem: string;
  readonly architecture: string;
}

/** coordination.k8s.io/v1: a node's heartbeat lives in namespace `kube-node-lease` under the node's name. */
export interface Lease extends KubeObject {
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    /** RFC 3339 with microseconds. */
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}
