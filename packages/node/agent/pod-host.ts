import type { Clock } from "@byocni/base/core";
import type { KubeObject, ObjectReference, Pod } from "@byocni/kube/client";
import type { ClusterReader } from "./cluster-reader.ts";
import type { NodeRuntime } from "./runtime.ts";

/** Whether delays of probes are waited for, or a container counts as ready as soon as its runtime says so. */
export type ProbeDelays = "none" | "as-specified";

export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** What a pod's worker needs of its node. */
export interface PodHost {
  readonly nodeName: string;
  readonly ip: string;
  readonly clock: Clock;
  readonly runtime: NodeRuntime;
  readonly reader: ClusterReader;
  readonly allocatable: Readonly<Record<string, string>>;
  readonly probeDelays: ProbeDelays;
  event(about: KubeObject | ObjectReference, type: "Normal" | "Warning", reason: string, message: string): void;
  /** Variables of services that every container of a namespace gets. */
  serviceEnvironment(namespace: string): Readonly<Record<string, string>>;
  /** Asks the API for a token of the pod's service account. */
  issueToken(pod: Pod, audience: string | undefined, expirationSeconds: number): Promise<IssuedToken>;
  /** The address of the cluster's DNS service. */
  readonly clusterDns: string;
  /** Why pods cannot have a network now, as kubelet says it; undefined when they can. */
  networkProblem(): string | undefined;
}

/** What a pod's containers find as their host's name. */
export function hostnameOf({ metadata, spec }: Pod, nodeName: string): string {
  return spec.hostNetwork === true ? nodeName : (spec.hostname ?? metadata.name).slice(0, 63);
}

/** A reference to one container of a pod, for its events. */
export function containerReference(pod: Pod, name: string, init: boolean): ObjectReference {
  const { namespace, uid, resourceVersion } = pod.metadata;
  return {
    apiVersion: "v1",
    kind: "Pod",
    name: pod.metadata.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    fieldPath: `spec.${init ? "initContainers" : "containers"}{${name}}`,
  };
}
