import type { corev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { formatLabels, none } from "./text.ts";

export const servicePrinter: Printer = {
  columns: [
    nameColumn,
    column("Type"),
    column("Cluster-IP"),
    column("External-IP"),
    column("Port(s)"),
    ageColumn,
    column("~Selector"),
  ],
  cells(object, now) {
    const service = object as corev1.Service;
    const { spec, metadata } = service;
    return [
      metadata.name ?? "",
      spec?.type ?? "",
      spec?.clusterIPs?.[0] || none,
      externalAddress(service),
      ports(spec?.ports ?? []),
      age(metadata.creationTimestamp, now),
      formatLabels(spec?.selector),
    ];
  },
};

function externalAddress({ spec, status }: corev1.Service): string {
  const external = spec?.externalIPs ?? [];
  switch (spec?.type) {
    case "ClusterIP":
    case "NodePort":
      return external.join(",") || none;
    case "LoadBalancer": {
      const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || "");
      return [...ingress.filter((address) => address !== ""), ...external].join(",") || "<pending>";
    }
    case "ExternalName":
      return spec.externalName ?? "";
    default:
      return "<unknown>";
  }
}

function ports(list: readonly corev1.ServicePort[]): string {
  if (list.length === 0) return none;
  return list
    .map(({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ""}/${protocol ?? "TCP"}`)
    .join(",");
}
