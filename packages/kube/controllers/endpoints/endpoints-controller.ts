import { jsonEqual } from "@byocni/base/core";
import {
  type EndpointAddress,
  type Endpoints,
  type EndpointSubset,
  inNamespace,
  isAlreadyExists,
  isNamespaceTerminating,
  isNotFound,
  refTo,
  resources,
  type Service,
  splitKey,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { type Backend, backendsOf, familiesOf, inheritedLabels } from "./service-backends.ts";
import { podsOf, watchServices } from "./watch-services.ts";

export const endpointsController: ControllerDefinition = { name: "endpoint-controller", start: startEndpoints };

const managedBy = { "endpoints.kubernetes.io/managed-by": "endpoint-controller" };
const noLabels: ReadonlySet<string> = new Set();

function addressOf({ ip, pod, hostname }: Backend): EndpointAddress {
  const { namespace, name, uid } = pod.metadata;
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    targetRef: {
      kind: "Pod",
      ...(namespace === undefined ? {} : { namespace }),
      name,
      ...(uid === undefined ? {} : { uid }),
    },
  };
}

/** One subset for each set of ports, addresses in order, as upstream packs them. */
export function endpointSubsets(service: Service, backends: readonly Backend[]): readonly EndpointSubset[] {
  const publishAll = service.spec?.publishNotReadyAddresses === true;
  const groups = new Map<string, Backend[]>();
  for (const backend of backends) {
    if (backend.terminating && !publishAll) continue;
    const key = JSON.stringify(backend.ports);
    groups.set(key, [...(groups.get(key) ?? []), backend]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => {
      const sorted = group.toSorted((a, b) => (a.ip < b.ip ? -1 : a.ip > b.ip ? 1 : 0));
      const ready = sorted.filter((backend) => backend.ready).map(addressOf);
      const notReady = sorted.filter((backend) => !backend.ready).map(addressOf);
      const ports = group[0]?.ports ?? [];
      return {
        ...(ready.length > 0 ? { addresses: ready } : {}),
        ...(notReady.length > 0 ? { notReadyAddresses: notReady } : {}),
        ...(ports.length > 0 ? { ports } : {}),
      };
    });
}

function startEndpoints(context: ControllerContext): void {
  const { client } = context;
  const services = context.informer(resources.services);
  const pods = context.informer(resources.pods);
  const endpoints = context.informer(resources.endpoints);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    const service = services.get(key);
    if (!service) {
      await removeOf(key);
      return;
    }
    if (!service.spec?.selector || service.spec.type === "ExternalName") return;
    const [family = "IPv4"] = familiesOf(service);
    const subsets = endpointSubsets(service, backendsOf(service, podsOf(service, pods), family));
    const labels = { ...inheritedLabels(service, noLabels), ...managedBy };
    const current = endpoints.get(key);
    if (current && jsonEqual(current.subsets ?? [], subsets) && jsonEqual(current.metadata.labels ?? {}, labels))
      return;
    const { name, namespace = "" } = service.metadata;
    const wanted: Endpoints = {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { ...current?.metadata, name, namespace, labels },
      ...(subsets.length > 0 ? { subsets } : {}),
    };
    try {
      if (current) await client.update(resources.endpoints, wanted);
      else await client.create(inNamespace(resources.endpoints, namespace), wanted);
    } catch (error) {
      if (isNotFound(error) || isAlreadyExists(error)) queue.addRateLimited(key);
      else if (!isNamespaceTerminating(error)) throw error;
    }
  }

  /** Endpoints go with their service, unless somebody made them by hand. */
  async function removeOf(key: string): Promise<void> {
    const left = endpoints.get(key);
    if (left?.metadata.labels?.["endpoints.kubernetes.io/managed-by"] !== "endpoint-controller") return;
    const { namespace = "", name } = splitKey(key);
    try {
      await client.delete(refTo(resources.endpoints, { metadata: { name, namespace } }));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  watchServices(services, pods, (key, delayMs) => queue.addAfter(key, delayMs));
  endpoints.addHandler({
    delete: ({ metadata }) => queue.add(`${metadata.namespace ?? ""}/${metadata.name}`),
  });
}
