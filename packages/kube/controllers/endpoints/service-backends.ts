import type { Pod, Service, ServicePort } from "@byocni/kube/client";
import { isPodReady, isPodTerminal } from "../pod-state.ts";

export type AddressFamily = "IPv4" | "IPv6";

/** A port as it is reached on a pod. */
export interface BackendPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol: string;
  readonly appProtocol?: string;
}

/** A pod behind a service, in one address family. */
export interface Backend {
  readonly pod: Pod;
  readonly ip: string;
  readonly hostname?: string;
  readonly ports: readonly BackendPort[];
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
}

export const familyOf = (ip: string): AddressFamily => (ip.includes(":") ? "IPv6" : "IPv4");

export function isHeadless(service: Service): boolean {
  return service.spec?.clusterIP === "None";
}

/** The families that a service has endpoints in; the first is that of its Endpoints object. */
export function familiesOf(service: Service): readonly AddressFamily[] {
  const { ipFamilies, clusterIP } = service.spec ?? {};
  if (ipFamilies && ipFamilies.length > 0) return ipFamilies.map((family) => (family === "IPv6" ? "IPv6" : "IPv4"));
  return [clusterIP && clusterIP !== "None" ? familyOf(clusterIP) : "IPv4"];
}

function portOn(pod: Pod, { targetPort, port, protocol = "TCP" }: ServicePort): number | undefined {
  const target = targetPort ?? port;
  if (typeof target === "number") return target === 0 ? port : target;
  const sidecars = pod.spec.initContainers?.filter(({ restartPolicy }) => restartPolicy === "Always") ?? [];
  for (const container of [...pod.spec.containers, ...sidecars]) {
    const found = container.ports?.find((item) => item.name === target && (item.protocol ?? "TCP") === protocol);
    if (found) return found.containerPort;
  }
  return undefined;
}

function backendPorts(pod: Pod, service: Service): readonly BackendPort[] {
  return (service.spec?.ports ?? []).flatMap((item) => {
    const port = portOn(pod, item);
    if (port === undefined) return [];
    const { name, protocol = "TCP", appProtocol } = item;
    return [{ ...(name ? { name } : {}), port, protocol, ...(appProtocol ? { appProtocol } : {}) }];
  });
}

/** The pods of the service as its clients may reach them; those that have no address in the family are left out. */
export function backendsOf(service: Service, pods: Iterable<Pod>, family: AddressFamily): readonly Backend[] {
  const publishAll = service.spec?.publishNotReadyAddresses === true;
  const backends: Backend[] = [];
  for (const pod of pods) {
    if (isPodTerminal(pod)) continue;
    const { status, spec } = pod;
    const ips = status?.podIPs?.map(({ ip }) => ip) ?? (status?.podIP ? [status.podIP] : []);
    const ip = ips.find((address) => familyOf(address) === family);
    if (ip === undefined) continue;
    const ports = backendPorts(pod, service);
    // A port name that the pod does not have: it serves nothing of this service.
    if (ports.length === 0 && (service.spec?.ports?.length ?? 0) > 0) continue;
    const serving = isPodReady(pod);
    const terminating = pod.metadata.deletionTimestamp !== undefined;
    const named = spec.hostname && spec.subdomain === service.metadata.name ? { hostname: spec.hostname } : {};
    backends.push({ pod, ip, ports, ...named, serving, terminating, ready: publishAll || (serving && !terminating) });
  }
  return backends;
}

/** Labels of a service that its endpoint objects carry, with the mark of headless ones. */
export function inheritedLabels(service: Service, reserved: ReadonlySet<string>): Record<string, string> {
  const own = Object.entries(service.metadata.labels ?? {}).filter(([key]) => !reserved.has(key));
  return { ...Object.fromEntries(own), ...(isHeadless(service) ? { "service.kubernetes.io/headless": "" } : {}) };
}
