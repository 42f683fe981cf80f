import { type Cidr, formatAddress, nthAddress } from "@byocni/base/core";
import { type corev1, isStatusError, type KubeObject, parseApiVersion, type schedulingv1 } from "@byocni/kube/schema";
import { createObject } from "../registry/create.ts";
import { mastersGroup } from "../request/user-info.ts";
import type { ServerCore } from "../server-core.ts";
import { bootstrapRoles } from "./roles.ts";

/** Where clients inside the cluster find the API. */
export interface AdvertisedAddress {
  readonly address: string;
  readonly port: number;
}

/** Makes what every cluster has from the start, as far as it is not there. */
export async function bootstrapCluster(
  core: ServerCore,
  options: { readonly serviceCidrs: readonly Cidr[]; readonly advertised: AdvertisedAddress | undefined },
): Promise<void> {
  const { serviceCidrs, advertised } = options;
  // Together, so that a store on disk makes them durable together.
  await Promise.all([...namespaces(), ...priorityClasses(), ...bootstrapRoles()].map((object) => ensure(core, object)));
  const first = serviceCidrs[0] && nthAddress(serviceCidrs[0], 1);
  const service = first ? [apiService(formatAddress(first), advertised?.port ?? 443)] : [];
  const endpoints = advertised ? apiEndpoints(advertised) : [];
  await Promise.all([...service, ...endpoints].map((object) => ensure(core, object)));
}

function namespaces(): readonly KubeObject[] {
  return ["default", "kube-system", "kube-public", "kube-node-lease"].map((name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name },
  }));
}

/** Creates an object unless one of that name is there. */
export async function ensure(core: ServerCore, object: KubeObject): Promise<void> {
  const { group, version } = parseApiVersion(object.apiVersion);
  const resource = core.resources.findKind(group, object.kind, version);
  if (!resource) return;
  const { namespace = "", name = "" } = object.metadata;
  if (resource.cache.get(namespace, name)) return;
  try {
    await createObject(
      {
        core,
        resource,
        namespace,
        name: "",
        subresource: "",
        user: { name: "system:apiserver", groups: [mastersGroup] },
        fieldManager: "kube-apiserver",
        dryRun: false,
        warn: () => {},
      },
      object,
    );
  } catch (error) {
    if (!isStatusError(error, "AlreadyExists")) throw error;
  }
}

function priorityClasses(): readonly KubeObject[] {
  const make = (name: string, value: number, description: string): schedulingv1.PriorityClass =>
    ({
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name },
      value,
      description,
      preemptionPolicy: "PreemptLowerPriority",
    }) as schedulingv1.PriorityClass;
  return [
    make("system-cluster-critical", 2_000_000_000, "Pods without which the cluster does not work; they may move."),
    make("system-node-critical", 2_000_001_000, "Pods without which their node does not work."),
  ];
}

const labels = { component: "apiserver", provider: "kubernetes" };

function apiService(clusterIP: string, targetPort: number): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "kubernetes", namespace: "default", labels },
    spec: {
      clusterIP,
      clusterIPs: [clusterIP],
      type: "ClusterIP",
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort }],
    },
  } as corev1.Service;
}

function apiEndpoints({ address, port }: AdvertisedAddress): readonly KubeObject[] {
  const metadata = { name: "kubernetes", namespace: "default" };
  return [
    {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { ...metadata, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets: [{ addresses: [{ ip: address }], ports: [{ name: "https", port, protocol: "TCP" }] }],
    } as KubeObject,
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { ...metadata, labels: { "kubernetes.io/service-name": "kubernetes" } },
      addressType: address.includes(":") ? "IPv6" : "IPv4",
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: "https", port, protocol: "TCP" }],
    } as KubeObject,
  ];
}
