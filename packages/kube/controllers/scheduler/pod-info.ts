import { objectKey, type Pod, type PodAffinityTerm } from "@byocni/kube/client";
import { controllerOf } from "../owner.ts";
import { namedNodes } from "../placement/node-affinity.ts";
import type { AmountReader, ResourceAmounts } from "./resource-amounts.ts";

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** A pod with what scheduling asks of it, worked out once. */
export interface PodInfo {
  readonly key: string;
  readonly pod: Pod;
  readonly priority: number;
  readonly requests: ResourceAmounts;
  readonly hostPorts: readonly HostPort[];
  /** The only nodes it can go to, if its affinity names nodes. */
  readonly named: readonly string[] | undefined;
  readonly controllerUid: string | undefined;
  readonly affinity: readonly PodAffinityTerm[];
  readonly antiAffinity: readonly PodAffinityTerm[];
}

const noTerms: readonly PodAffinityTerm[] = [];
const noPorts: readonly HostPort[] = [];

function hostPorts({ spec }: Pod): readonly HostPort[] {
  let ports: HostPort[] | undefined;
  const sidecars = spec.initContainers?.filter(({ restartPolicy }) => restartPolicy === "Always") ?? [];
  for (const container of [...spec.containers, ...sidecars]) {
    for (const { hostPort, hostIP, protocol, containerPort } of container.ports ?? []) {
      // With hostNetwork the server fills hostPort in; byocni does not rely on it.
      const port = hostPort ?? (spec.hostNetwork ? containerPort : 0);
      if (port > 0) (ports ??= []).push({ ip: hostIP || "0.0.0.0", protocol: protocol ?? "TCP", port });
    }
  }
  return ports ?? noPorts;
}

export function createPodInfo(pod: Pod, reader: AmountReader): PodInfo {
  const { affinity } = pod.spec;
  return {
    key: objectKey(pod),
    pod,
    priority: pod.spec.priority ?? 0,
    requests: reader.podRequests(pod),
    hostPorts: hostPorts(pod),
    named: namedNodes(pod.spec),
    controllerUid: controllerOf(pod)?.uid,
    affinity: affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? noTerms,
    antiAffinity: affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? noTerms,
  };
}
