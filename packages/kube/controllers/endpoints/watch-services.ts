import { jsonEqual } from "@byocni/base/core";
import { type Informer, objectKey, type Pod, type Service } from "@byocni/kube/client";
import { labelSelectorOfMap } from "@byocni/kube/schema";

/** What of a pod its services' endpoints show. */
function shownOf({ metadata, spec, status }: Pod): readonly unknown[] {
  const ready = status?.conditions?.find(({ type }) => type === "Ready")?.status;
  return [
    metadata.labels,
    metadata.deletionTimestamp,
    spec.nodeName,
    status?.phase,
    status?.podIPs,
    status?.podIP,
    ready,
  ];
}

/** Calls `look` with the key of each service that has a selector whenever its endpoints may have to change. */
export function watchServices(
  services: Informer<Service>,
  pods: Informer<Pod>,
  look: (key: string, delayMs: number) => void,
): void {
  services.addIndex("namespace", ({ metadata }) => [metadata.namespace ?? ""]);
  pods.addIndex("namespace", ({ metadata }) => [metadata.namespace ?? ""]);

  function tell(pod: Pod, other = pod): void {
    const { namespace = "" } = pod.metadata;
    // A sync looks at the pods of the namespace: where there are many, changes are gathered a little.
    const delayMs = Math.min(100, Math.floor(pods.countByIndex("namespace", namespace) / 10));
    for (const service of services.byIndex("namespace", namespace)) {
      const selector = labelSelectorOfMap(service.spec?.selector);
      if (selector.matches(pod.metadata.labels) || selector.matches(other.metadata.labels)) {
        look(objectKey(service), delayMs);
      }
    }
  }
  pods.addHandler({
    add: (pod) => tell(pod),
    update(pod, old) {
      if (!jsonEqual(shownOf(pod), shownOf(old))) tell(pod, old);
    },
    delete: (pod) => tell(pod),
  });
  const changed = (service: Service): void => look(objectKey(service), 0);
  services.addHandler({ add: changed, update: changed, delete: changed });
}

/** The pods that the service selects. */
export function podsOf(service: Service, pods: Informer<Pod>): readonly Pod[] {
  const selector = labelSelectorOfMap(service.spec?.selector);
  const { namespace = "" } = service.metadata;
  return [...pods.byIndex("namespace", namespace)].filter((pod) => selector.matches(pod.metadata.labels));
}
