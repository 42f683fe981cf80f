/** A node pool as AKS has it after filling its defaults. */
export interface NodePoolSpec {
  readonly name: string;
  readonly count: number;
  readonly mode: "System" | "User" | "Gateway";
  readonly osType: "Linux" | "Windows";
  /** For example `Ubuntu`, `AzureLinux`. */
  readonly osSku: string;
  readonly vmSize: string;
  readonly maxPods: number;
  /** Full version, for example `1.34.1`. */
  readonly kubernetesVersion: string;
  /** For example `AKSUbuntu-2404gen2containerd-202607.09.0`. */
  readonly nodeImageVersion: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  /** As AKS writes them: `key=value:Effect`. */
  readonly nodeTaints: readonly string[];
  /** Taints that whoever initializes the node takes off. */
  readonly nodeInitializationTaints: readonly string[];
  readonly availabilityZones: readonly string[];
  /** Name of the scale set, `aks-nodepool1-23902496-vmss`; node names add a base-36 index of six characters. */
  readonly scaleSetName: string;
  /** Address range of the node subnet; node addresses are taken from it, the first four being Azure's. */
  readonly subnetCidr: string;
  /** Address range of the subnet that pods take their addresses from, where the pool names one (`podSubnetID`). */
  readonly podSubnetCidr?: string;
}

/** What AKS asks of the machine that runs clusters. All defaults are filled in. */
export interface ClusterSpec {
  /** Identity of this cluster, new with each creation; it names the cluster's state. `[a-z0-9-]+` */
  readonly uid: string;
  readonly name: string;
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly nodeResourceGroup: string;
  readonly location: string;
  readonly kubernetesVersion: string;
  /** `myakscluster-dns-1a2b3c4d.hcp.eastus.azmk8s.io` */
  readonly fqdn: string;
  /** Who the tokens of service accounts say that they are from; absent: the host's own choice. */
  readonly issuer?: string;
  /** False: whoever has a credential may do everything (`enableRBAC: false`). */
  readonly rbac: boolean;
  /** Clusters whose users are those of Entra. */
  readonly entra?: {
    /** Roles of Azure count inside, data action by data action. */
    readonly azureRbac: boolean;
    /** Object ids of groups that may do everything. */
    readonly adminGroups: readonly string[];
  };
  readonly network: {
    /** `none`: nobody but the user brings a CNI. Other plugins: AKS brings it, nodes are Ready from the start. */
    readonly plugin: "none" | "azure" | "kubenet";
    readonly pluginMode?: "overlay";
    readonly dataplane?: "azure" | "cilium";
    /** Absent: no policies are enforced. */
    readonly policy?: "azure" | "calico" | "cilium";
    readonly serviceCidrs: readonly string[];
    readonly dnsServiceIP: string;
    readonly podCidrs: readonly string[];
    readonly kubeProxy: boolean;
  };
  readonly pools: readonly NodePoolSpec[];
}

/** A node as it stands. */
export interface NodeStatus {
  readonly name: string;
  readonly pool: string;
  readonly ready: boolean;
  readonly address: string;
}

/** Result of a script on a node. */
export interface NodeCommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A shell line to run in a pod of the cluster, with kubectl and helm as its administrator. */
export interface CommandRequest {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly command: string;
  /** Attached files: contents in base64 by relative path. */
  readonly files: Readonly<Record<string, string>>;
}

/** How a command stands. */
export interface CommandResult {
  readonly state: "Running" | "Succeeded" | "Failed";
  /** RFC 3339. */
  readonly startedAt: string;
  readonly finishedAt?: string;
  /** Present when it ran to its end. */
  readonly exitCode?: number;
  /** Standard output and error, in the order in which they were written. */
  readonly logs?: string;
  /** Why it failed. */
  readonly reason?: string;
}

export type CredentialKind = "clusterUser" | "clusterAdmin" | "clusterMonitoringUser";

/**
 * The port by which the AKS resource provider has clusters run; the engine implements it. With networkPlugin `none`
 * nothing waits for a node to be Ready: AKS does not either.
 */
export interface ClusterHost {
  /**
   * Makes the cluster be as described: creates it, adds, removes and scales pools, changes versions. Resolves when its API
   * server answers, every node of the description is registered and AKS's own network, if any, runs on it. The same description again changes nothing.
   */
  apply(spec: ClusterSpec, signal: AbortSignal): Promise<void>;
  /** Removes the cluster and its state; an unknown one is fine. */
  delete(uid: string): Promise<void>;
  /** Stops API server and nodes, keeps the state. */
  stop(uid: string): Promise<void>;
  start(uid: string): Promise<void>;
  /** A kubeconfig (YAML) with the given context, cluster and user names. */
  kubeconfig(
    uid: string,
    kind: CredentialKind,
    names: { readonly cluster: string; readonly user: string; readonly context: string },
  ): Promise<string>;
  nodes(uid: string): Promise<readonly NodeStatus[]>;
  /**
   * Gives the cluster a new certificate authority, certificates and keys: kubeconfigs that were given before no longer
   * work. A host without it answers `NotImplemented`.
   */
  rotateCertificates?(uid: string): Promise<void>;
  /**
   * Gives the cluster another key for the tokens of service accounts; those of the key before hold until they end. A host
   * without it answers `NotImplemented`.
   */
  rotateServiceAccountKeys?(uid: string): Promise<void>;
  /**
   * Takes nodes away from their pools. A later `apply` with as many nodes as are left takes away or adds none: freed
   * names are only used again when a pool grows. A host without it answers `NotImplemented`.
   */
  removeNodes?(uid: string, nodes: readonly string[]): Promise<void>;
  /**
   * Starts a command in a pod. Resolves when the pod runs. A host without it answers `NotImplemented`.
   * @returns false when no node takes the pod in time
   */
  runCommand?(uid: string, request: CommandRequest): Promise<boolean>;
  /** @returns undefined for a command that is not known (any more) */
  commandResult?(uid: string, id: string): Promise<CommandResult | undefined>;
  /** Runs a shell script on a node, as `az vmss run-command` does. */
  runOnNode(uid: string, node: string, script: string): Promise<NodeCommandResult>;
}
