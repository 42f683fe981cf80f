export {
  type ContainerExit,
  type ContainerHealth,
  type ContainerKind,
  type ContainerRequest,
  type ExecResult,
  type LogLine,
  type NodeRuntime,
  type PodSandbox,
  type PodVolume,
  rpcErrorText,
  type ResourceUsage,
  type RunningContainer,
  RuntimeError,
  type RuntimeStatus,
  type SandboxRequest,
  type VolumeFile,
  type VolumeMount,
} from "./runtime.ts";
export type { ClusterReader } from "./cluster-reader.ts";
export { type AgentServices, type NodeAgent, type PodUsage } from "./node-agent.ts";
export { networkProblemOf, nodeConditionsOf, notReadyMessageOf } from "./node-conditions.ts";
export type { NodeDescription } from "./node-description.ts";
export { createNodePool, kubernetesServiceEnvironment, type NodePool, type NodePoolOptions } from "./node-pool.ts";
export { nodeObjectOf } from "./node-registration.ts";
export type { ProbeDelays } from "./pod-host.ts";
export { type ClusterAccess, createClusterAccess } from "./cluster-access.ts";
