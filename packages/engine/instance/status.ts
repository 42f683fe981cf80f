/** A cluster in one line. */
export interface ClusterSummary {
  readonly uid: string;
  readonly name: string;
  readonly resourceGroup: string;
  readonly kubernetesVersion: string;
  /** `Running`, `Stopped`. */
  readonly state: "Running" | "Stopped";
  /** URL of the Kubernetes API. */
  readonly server: string;
  readonly nodes: number;
  readonly ready: number;
}

/** What an engine says of itself (`GET /byocni/v1/status`). */
export interface EngineStatus {
  readonly version: string;
  readonly origin: string;
  readonly pid: number;
  readonly uptimeSeconds: number;
  /** Resident memory of the process. */
  readonly memoryBytes: number;
  readonly strictness: "article" | "current";
  readonly latency: "none" | "azure";
  readonly clusters: readonly ClusterSummary[];
}
