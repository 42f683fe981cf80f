import {
  type EndpointSlice,
  inNamespace,
  isNamespaceTerminating,
  isNotFound,
  type NewObject,
  type Node,
  refTo,
  resources,
  type Service,
  type SliceEndpoint,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { createExpectations } from "../expectations.ts";
import { controllerReference } from "../owner.ts";
import { type AddressFamily, type Backend, backendsOf, familiesOf, inheritedLabels } from "./service-backends.ts";
import { planSlices, type SliceGroup } from "./slice-plan.ts";
import { podsOf, watchServices } from "./watch-services.ts";

export const endpointSliceController: ControllerDefinition = {
  name: "endpointslice-controller",
  component: "endpoint-slice-controller",
  start: startSlices,
};

const serviceLabel = "kubernetes.io/service-name";
const managedLabel = "endpointslice.kubernetes.io/managed-by";
const manager = "endpointslice-controller.k8s.io";
const zoneLabel = "topology.kubernetes.io/zone";
const reserved: ReadonlySet<string> = new Set([serviceLabel, managedLabel, "service.kubernetes.io/headless"]);

function endpointOf(backend: Backend, node: Node | undefined): SliceEndpoint {
  const { pod, ip, ready, serving, terminating, hostname } = backend;
  const { namespace, name, uid } = pod.metadata;
  const zone = node?.metadata.labels?.[zoneLabel];
  return {
    addresses: [ip],
    conditions: { ready, serving, terminating },
    ...(hostname === undefined ? {} : { hostname }),
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    ...(zone === undefined ? {} : { zone }),
    targetRef: {
      kind: "Pod",
      ...(namespace === undefined ? {} : { namespace }),
      name,
      ...(uid === undefined ? {} : { uid }),
    },
  };
}

function startSlices(context: ControllerContext): void {
  const { client, clock } = context;
  const services = context.informer(resources.services);
  const pods = context.informer(resources.pods);
  const nodes = context.informer(resources.nodes);
  const slices = context.informer(resources.endpointSlices);
  slices.addIndex("service", ({ metadata }) => {
    if (metadata.labels?.[managedLabel] !== manager) return [];
    return [`${metadata.namespace ?? ""}/${metadata.labels[serviceLabel] ?? ""}`];
  });
  const expectations = createExpectations(clock);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    const service = services.get(key);
    // The slices of a service that is gone are the garbage collector's.
    if (!service) expectations.forget(key);
    if (!service?.spec?.selector || service.spec.type === "ExternalName") return;
    // Slices that were made but not yet seen would be made again.
    if (!expectations.satisfied(key)) return;
    const selected = podsOf(service, pods);
    const groups = familiesOf(service).flatMap((family) =>
      groupsOf(family, backendsOf(service, selected, family), (name) => nodes.get(name)),
    );
    const existing = [...slices.byIndex("service", key)];
    const plan = planSlices(groups, existing, (group) => blankSlice(service, group));
    const collection = inNamespace(resources.endpointSlices, service.metadata.namespace ?? "");
    try {
      for (const slice of plan.create) {
        expectations.expectCreations(key, 1);
        await client.create(collection, slice).catch((error: unknown) => {
          expectations.creationObserved(key);
          throw error;
        });
      }
      for (const slice of plan.update) await client.update(collection, slice);
      for (const slice of plan.delete) {
        await client.delete(refTo(resources.endpointSlices, slice)).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      }
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error;
    }
  }

  watchServices(services, pods, (key, delayMs) => queue.addAfter(key, delayMs));
  const serviceOf = ({ metadata }: EndpointSlice): string | undefined =>
    metadata.labels?.[managedLabel] === manager
      ? `${metadata.namespace ?? ""}/${metadata.labels[serviceLabel] ?? ""}`
      : undefined;
  const look = (slice: EndpointSlice): void => {
    const key = serviceOf(slice);
    if (key !== undefined) queue.add(key);
  };
  slices.addHandler({
    add(slice) {
      expectations.creationObserved(serviceOf(slice) ?? "");
      look(slice);
    },
    delete: look,
  });
}

function groupsOf(
  family: AddressFamily,
  backends: readonly Backend[],
  nodeOf: (name: string) => Node | undefined,
): readonly SliceGroup[] {
  const byPorts = new Map<string, Backend[]>();
  for (const backend of backends) {
    const key = JSON.stringify(backend.ports);
    const list = byPorts.get(key);
    if (list) list.push(backend);
    else byPorts.set(key, [backend]);
  }
  if (byPorts.size === 0) return [{ addressType: family, ports: [], endpoints: [] }];
  return Array.from(byPorts.values(), (group) => ({
    addressType: family,
    // A port without a name has the empty one here.
    ports: (group[0]?.ports ?? []).map((port) => ({ ...port, name: port.name ?? "" })),
    endpoints: group.map((backend) => endpointOf(backend, nodeOf(backend.pod.spec.nodeName ?? ""))),
  }));
}

function blankSlice(service: Service, { addressType, ports }: SliceGroup): NewObject<EndpointSlice> {
  const { name, namespace = "" } = service.metadata;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: { ...inheritedLabels(service, reserved), [serviceLabel]: name, [managedLabel]: manager },
      ownerReferences: [controllerReference(service, "v1", "Service")],
    },
    addressType,
    endpoints: [],
    ports,
  };
}
