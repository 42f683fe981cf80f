import type { networkingv1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { formatSelector, none } from "./text.ts";

export const ingressPrinter: Printer = {
  columns: [nameColumn, column("Class"), column("Hosts"), column("Address"), column("Ports"), ageColumn],
  cells(object, now) {
    const { metadata, spec, status } = object as networkingv1.Ingress;
    const addresses = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || "");
    return [
      metadata.name ?? "",
      spec?.ingressClassName ?? none,
      hosts((spec?.rules ?? []).map(({ host }) => host)),
      addresses.filter((address) => address !== "").join(","),
      (spec?.tls ?? []).length > 0 ? "80, 443" : "80",
      age(metadata.creationTimestamp, now),
    ];
  },
};

function hosts(all: readonly (string | undefined)[]): string {
  const named = all.filter((host) => host !== undefined && host !== "");
  if (named.length === 0) return "*";
  const shown = named.slice(0, 3).join(",");
  return named.length > 3 ? `${shown} + ${named.length - 3} more...` : shown;
}

export const ingressClassPrinter: Printer = {
  columns: [nameColumn, column("Controller"), column("Parameters"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as networkingv1.IngressClass;
    const parameters = spec?.parameters;
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : "";
    return [
      metadata.name ?? "",
      spec?.controller ?? "",
      parameters ? `${parameters.kind}${group}/${parameters.name}` : none,
      age(metadata.creationTimestamp, now),
    ];
  },
};

export const networkPolicyPrinter: Printer = {
  columns: [nameColumn, column("Pod-Selector"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as networkingv1.NetworkPolicy;
    return [metadata.name ?? "", formatSelector(spec?.podSelector), age(metadata.creationTimestamp, now)];
  },
};

export const serviceCidrPrinter: Printer = {
  columns: [nameColumn, column("CIDRs"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as networkingv1.ServiceCIDR;
    return [metadata.name ?? "", (spec?.cidrs ?? []).join(","), age(metadata.creationTimestamp, now)];
  },
};

export const ipAddressPrinter: Printer = {
  columns: [nameColumn, column("ParentRef")],
  cells(object) {
    const { metadata, spec } = object as networkingv1.IPAddress;
    const parent = spec?.parentRef;
    const path = parent ? [parent.group, parent.resource, parent.namespace, parent.name] : [];
    return [metadata.name ?? "", path.filter((part) => part).join("/") || none];
  },
};
