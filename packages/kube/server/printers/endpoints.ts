import type { corev1, discoveryv1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { firstThree, none } from "./text.ts";

export const endpointsPrinter: Printer = {
  columns: [nameColumn, column("Endpoints"), ageColumn],
  cells(object, now) {
    const { metadata, subsets } = object as corev1.Endpoints;
    const addresses = (subsets ?? []).flatMap((subset) => {
      const hosts = (subset.addresses ?? []).map(({ ip }) => ip);
      const ports = subset.ports ?? [];
      return ports.length === 0 ? hosts : ports.flatMap(({ port }) => hosts.map((host) => hostPort(host, port)));
    });
    const empty = subsets && subsets.length > 0 ? "" : none;
    return [metadata.name ?? "", firstThree(addresses, empty), age(metadata.creationTimestamp, now)];
  },
};

export const endpointSlicePrinter: Printer = {
  columns: [nameColumn, column("AddressType"), column("Ports"), column("Endpoints"), ageColumn],
  cells(object, now) {
    const slice = object as discoveryv1.EndpointSlice;
    const ports = (slice.ports ?? []).map(({ port }) => (port === undefined ? "*" : String(port)));
    const addresses = (slice.endpoints ?? []).flatMap((endpoint) => endpoint.addresses);
    return [
      slice.metadata.name ?? "",
      slice.addressType,
      firstThree(ports, "<unset>"),
      firstThree(addresses, "<unset>"),
      age(slice.metadata.creationTimestamp, now),
    ];
  },
};

function hostPort(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
