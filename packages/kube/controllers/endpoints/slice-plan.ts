import { jsonEqual } from "@byocni/base/core";
import type { EndpointSlice, NewObject, SliceEndpoint } from "@byocni/kube/client";

/** Endpoints that one slice holds at most. */
export const maxEndpoints = 100;

/** Endpoints that go into slices of one kind: same ports, same family. */
export interface SliceGroup {
  readonly addressType: EndpointSlice["addressType"];
  readonly ports: NonNullable<EndpointSlice["ports"]>;
  readonly endpoints: readonly SliceEndpoint[];
}

export interface SlicePlan {
  readonly create: readonly NewObject<EndpointSlice>[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

const keyOf = ({ addresses, targetRef }: SliceEndpoint): string => targetRef?.uid ?? addresses.join(",");

/** What makes two slices of one kind; independent of the order of fields. */
function groupKey(addressType: string, ports: SliceGroup["ports"]): string {
  const texts = ports.map(({ name = "", port, protocol = "TCP", appProtocol = "" }) =>
    [name, port, protocol, appProtocol].join("/"),
  );
  return [addressType, ...texts].join(" ");
}

/**
 * Brings slices to what they should hold with few writes: endpoints stay in their slice, new ones fill it up, what
 * does not fit goes into new slices, empty slices go. A service without endpoints keeps one empty slice a family.
 */
export function planSlices(
  groups: readonly SliceGroup[],
  existing: readonly EndpointSlice[],
  blank: (group: SliceGroup) => NewObject<EndpointSlice>,
): SlicePlan {
  const create: NewObject<EndpointSlice>[] = [];
  const update: EndpointSlice[] = [];
  const unused = new Set(existing);
  for (const group of groups) {
    const key = groupKey(group.addressType, group.ports);
    const template = blank(group);
    const waiting = new Map(group.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
    const mine = existing.filter((slice) => groupKey(slice.addressType, slice.ports ?? []) === key);
    const kept = mine.map((slice) => {
      const endpoints = (slice.endpoints ?? []).flatMap((endpoint) => {
        const wanted = waiting.get(keyOf(endpoint));
        waiting.delete(keyOf(endpoint));
        return wanted ? [wanted] : [];
      });
      return { slice, endpoints };
    });
    const fresh = [...waiting.values()];
    // The fullest first, so that slices that are nearly empty can empty out.
    kept.sort((a, b) => b.endpoints.length - a.endpoints.length);
    for (const [index, { slice, endpoints }] of kept.entries()) {
      const filled = [...endpoints, ...fresh.splice(0, Math.max(0, maxEndpoints - endpoints.length))];
      if (filled.length === 0 && (group.endpoints.length > 0 || index > 0)) continue;
      unused.delete(slice);
      const labels = template.metadata.labels ?? {};
      if (jsonEqual(filled, slice.endpoints ?? []) && jsonEqual(labels, slice.metadata.labels)) continue;
      update.push({ ...slice, metadata: { ...slice.metadata, labels }, endpoints: filled });
    }
    const isEmpty = group.endpoints.length === 0 && mine.length === 0;
    if (isEmpty) create.push({ ...template, endpoints: [] });
    while (fresh.length > 0) create.push({ ...template, endpoints: fresh.splice(0, maxEndpoints) });
  }
  return { create, update, delete: [...unused] };
}
