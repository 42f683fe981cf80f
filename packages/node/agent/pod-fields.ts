import { quantityToMilli } from "@byocni/kube/schema";
import type { Container, Pod } from "@byocni/kube/client";

/** What a node knows of a pod and of itself, for the downward API. */
export interface PodFacts {
  readonly pod: Pod;
  readonly hostIp: string;
  readonly podIps: readonly string[];
  /** The node's allocatable resources, for limits that are not set. */
  readonly allocatable: Readonly<Record<string, string>>;
}

/** The value of a downward API field; undefined: the path is not supported. */
export function fieldValue(path: string, facts: PodFacts): string | undefined {
  const { pod, hostIp, podIps } = facts;
  const { metadata, spec } = pod;
  const keyed = /^metadata\.(labels|annotations)(?:\['(.+)'\])?$/.exec(path);
  if (keyed) {
    const map = (keyed[1] === "labels" ? metadata.labels : metadata.annotations) ?? {};
    const key = keyed[2];
    if (key !== undefined) return map[key] ?? "";
    return Object.keys(map)
      .toSorted()
      .map((name) => `${name}=${JSON.stringify(map[name])}`)
      .join("\n");
  }
  switch (path) {
    case "metadata.name":
      return metadata.name;
    case "metadata.namespace":
      return metadata.namespace ?? "";
    case "metadata.uid":
      return metadata.uid ?? "";
    case "spec.nodeName":
      return spec.nodeName ?? "";
    case "spec.serviceAccountName":
      return spec.serviceAccountName ?? "default";
    case "status.hostIP":
    case "status.hostIPs":
      return hostIp;
    case "status.podIP":
      return podIps[0] ?? "";
    case "status.podIPs":
      return podIps.join(",");
    default:
      return undefined;
  }
}

/** A resource field such as `limits.memory`, in whole units of the divisor, rounded up. */
export function resourceValue(
  container: Container | undefined,
  resource: string,
  divisor: string,
  allocatable: Readonly<Record<string, string>>,
): string {
  const [kind = "", ...rest] = resource.split(".");
  const name = rest.join(".");
  const { limits, requests } = container?.resources ?? {};
  const set = kind === "limits" ? limits?.[name] : (requests?.[name] ?? limits?.[name]);
  const value = quantityToMilli(set ?? (kind === "limits" ? (allocatable[name] ?? 0) : 0));
  const unit = divisor === "" || divisor === "0" ? 1000 : quantityToMilli(divisor);
  return String(Math.ceil(value / unit - 1e-9));
}
