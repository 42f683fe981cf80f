import type { TypeTable } from "../types/type-table.ts";
import { parseApiVersion } from "./resource-definition.ts";

/** API groups whose types are in the table, and the package that declares them. */
const packages: Readonly<Record<string, string>> = {
  "": "core",
  apps: "apps",
  autoscaling: "autoscaling",
  batch: "batch",
  policy: "policy",
  "admission.k8s.io": "admission",
  "admissionregistration.k8s.io": "admissionregistration",
  "apidiscovery.k8s.io": "apidiscovery",
  "apiextensions.k8s.io": "apiextensions",
  "apiregistration.k8s.io": "apiregistration",
  "authentication.k8s.io": "authentication",
  "authorization.k8s.io": "authorization",
  "certificates.k8s.io": "certificates",
  "coordination.k8s.io": "coordination",
  "discovery.k8s.io": "discovery",
  "events.k8s.io": "events",
  "flowcontrol.apiserver.k8s.io": "flowcontrol",
  "meta.k8s.io": "meta",
  "networking.k8s.io": "networking",
  "node.k8s.io": "node",
  "rbac.authorization.k8s.io": "rbac",
  "resource.k8s.io": "resource",
  "scheduling.k8s.io": "scheduling",
  "storage.k8s.io": "storage",
  "storagemigration.k8s.io": "storagemigration",
};

/** Kinds that every group version knows. */
const shared: ReadonlySet<string> = new Set([
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "Status",
  "UpdateOptions",
]);

export interface KindIndex {
  /** The compact type name of a kind with `apiVersion` and `kind` of its own. */
  typeOf(apiVersion: string, kind: string): string | undefined;
}

/** Finds types by the names that bodies carry. */
export function createKindIndex(table: TypeTable): KindIndex {
  return {
    typeOf(apiVersion, kind) {
      const { group, version } = parseApiVersion(apiVersion);
      if (shared.has(kind)) return `meta/v1.${kind}`;
      const pkg = Object.hasOwn(packages, group) ? packages[group] : undefined;
      if (pkg === undefined) return undefined;
      const type = table.find(`${pkg}/${version}.${kind}`);
      if (type?.fields.has("kind") && type.fields.has("apiVersion")) return type.name;
      return group === "" && version === "v1" && kind === "List" ? "meta/v1.List" : undefined;
    },
  };
}
