import type { Node } from "@byocni/kube/client";
import type { HostPort, PodInfo } from "./pod-info.ts";
import type { AmountReader, ResourceAmounts } from "./resource-amounts.ts";

/** What upstream assumes of a pod that requests nothing, for scoring only: 100m CPU and 200 MiB. */
const assumedCpu = 100;
const assumedMemory = 200 * 1024 * 1024;

/** A node with the pods that are (or are assumed to be) on it, and sums over them. */
export interface NodeInfo {
  readonly name: string;
  readonly node: Node;
  readonly allocatable: ResourceAmounts;
  readonly pods: ReadonlyMap<string, PodInfo>;
  requested(resource: string): number;
  /** CPU or memory with a small amount assumed for pods that request none. */
  readonly scoredCpu: number;
  readonly scoredMemory: number;
  countOfController(uid: string): number;
  portsConflict(ports: readonly HostPort[]): boolean;
  /** A copy without some pods and with others, for what-if questions. */
  whatIf(change: { readonly without?: ReadonlySet<string>; readonly with?: readonly PodInfo[] }): NodeInfo;
}

/** The owner's side of a NodeInfo. */
export interface MutableNodeInfo extends NodeInfo {
  setNode(node: Node): void;
  addPod(pod: PodInfo): void;
  removePod(key: string): void;
  /** Takes a newer state of a pod that is there, of which nothing that is counted differs. */
  refreshPod(pod: PodInfo): void;
}

const anyIp = "0.0.0.0";

export function createNodeInfo(
  initial: Node,
  reader: AmountReader,
  initialPods: Iterable<PodInfo> = [],
): MutableNodeInfo {
  let node = initial;
  let allocatable = reader.amounts(node.status?.allocatable ?? node.status?.capacity);
  const pods = new Map<string, PodInfo>();
  const requested = new Map<string, number>();
  const controllers = new Map<string, number>();
  /** `TCP/80` → addresses in use, with counts. */
  const ports = new Map<string, Map<string, number>>();
  let scoredCpu = 0;
  let scoredMemory = 0;

  function count(info: PodInfo, sign: 1 | -1): void {
    for (const [name, amount] of info.requests) requested.set(name, (requested.get(name) ?? 0) + sign * amount);
    scoredCpu += sign * (info.requests.get("cpu") ?? assumedCpu);
    scoredMemory += sign * (info.requests.get("memory") ?? assumedMemory);
    const { controllerUid } = info;
    if (controllerUid !== undefined) {
      const left = (controllers.get(controllerUid) ?? 0) + sign;
      if (left === 0) controllers.delete(controllerUid);
      else controllers.set(controllerUid, left);
    }
    for (const { ip, protocol, port } of info.hostPorts) {
      const key = `${protocol}/${port}`;
      const ips = ports.get(key) ?? new Map<string, number>();
      const left = (ips.get(ip) ?? 0) + sign;
      if (left === 0) ips.delete(ip);
      else ips.set(ip, left);
      if (ips.size === 0) ports.delete(key);
      else ports.set(key, ips);
    }
  }

  const info: MutableNodeInfo = {
    name: initial.metadata.name,
    get node() {
      return node;
    },
    get allocatable() {
      return allocatable;
    },
    pods,
    requested: (resource) => requested.get(resource) ?? 0,
    get scoredCpu() {
      return scoredCpu;
    },
    get scoredMemory() {
      return scoredMemory;
    },
    countOfController: (uid) => controllers.get(uid) ?? 0,
    portsConflict: (wanted) =>
      ports.size > 0 &&
      wanted.some(({ ip, protocol, port }) => {
        const ips = ports.get(`${protocol}/${port}`);
        return ips !== undefined && (ip === anyIp || ips.has(anyIp) || ips.has(ip));
      }),
    setNode(next) {
      if (next.status !== node.status) allocatable = reader.amounts(next.status?.allocatable ?? next.status?.capacity);
      node = next;
    },
    addPod(pod) {
      info.removePod(pod.key);
      pods.set(pod.key, pod);
      count(pod, 1);
    },
    removePod(key) {
      const pod = pods.get(key);
      if (!pod) return;
      pods.delete(key);
      count(pod, -1);
    },
    refreshPod: (pod) => void pods.set(pod.key, pod),
    whatIf(change) {
      const kept = [...pods.values()].filter((pod) => !change.without?.has(pod.key));
      return createNodeInfo(node, reader, [...kept, ...(change.with ?? [])]);
    },
  };
  for (const pod of initialPods) info.addPod(pod);
  return info;
}
