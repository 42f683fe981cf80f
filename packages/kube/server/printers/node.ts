import type { corev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { none } from "./text.ts";

const rolePrefix = "node-role.kubernetes.io/";
const roleLabel = "kubernetes.io/role";
const unknown = "<unknown>";

export const nodePrinter: Printer = {
  columns: [
    nameColumn,
    column("Status", "string", "The status of the node"),
    column("Roles", "string", "The roles of the node"),
    ageColumn,
    column("Version", "string", "Kubelet Version reported by the node."),
    column("~Internal-IP"),
    column("~External-IP"),
    column("~OS-Image"),
    column("~Kernel-Version"),
    column("~Container-Runtime"),
  ],
  cells(object, now) {
    const node = object as corev1.Node;
    const info = node.status?.nodeInfo;
    return [
      node.metadata.name ?? "",
      statusOf(node),
      rolesOf(node),
      age(node.metadata.creationTimestamp, now),
      info?.kubeletVersion ?? "",
      addressOf(node, "InternalIP"),
      addressOf(node, "ExternalIP"),
      info?.osImage || unknown,
      info?.kernelVersion || unknown,
      info?.containerRuntimeVersion || unknown,
    ];
  },
};

function statusOf({ spec, status }: corev1.Node): string {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const word = ready ? (ready.status === "True" ? "Ready" : "NotReady") : "Unknown";
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word;
}

function rolesOf({ metadata }: corev1.Node): string {
  const roles = new Set<string>();
  for (const [label, value] of Object.entries(metadata.labels ?? {})) {
    if (label.startsWith(rolePrefix) && label.length > rolePrefix.length) roles.add(label.slice(rolePrefix.length));
    else if (label === roleLabel && value !== "") roles.add(value);
  }
  return [...roles].sort().join(",") || none;
}

function addressOf({ status }: corev1.Node, wanted: string): string {
  return status?.addresses?.find(({ type }) => type === wanted)?.address ?? none;
}
