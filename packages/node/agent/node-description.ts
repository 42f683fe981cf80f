import type { NodeSystemInfo, Taint } from "@byocni/kube/client";

/** What a node is registered as. */
export interface NodeDescription {
  readonly name: string;
  /** The InternalIP. */
  readonly ip: string;
  /** Beside kubelet's own (`kubernetes.io/arch`, `hostname`, `os`). */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Beside `node.kubernetes.io/not-ready`, which every node that is not ready has. */
  readonly taints?: readonly Taint[];
  readonly providerID?: string;
  readonly podCIDR?: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
  /** What the machine says about itself; the container runtime's version comes from the runtime. */
  readonly system: Omit<NodeSystemInfo, "containerRuntimeVersion">;
}
