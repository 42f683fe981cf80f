import type { corev1 } from "@byocni/kube/schema";
import { podDisplay } from "./pod-display.ts";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer, type RowCondition } from "./printer.ts";
import { none } from "./text.ts";

const completed = (reason: string, message: string): readonly RowCondition[] => [
  { type: "Completed", status: "True", reason, message },
];
const succeeded = completed("Succeeded", "The pod has completed successfully.");
const failed = completed("Failed", "The pod failed.");

export const podPrinter: Printer = {
  columns: [
    nameColumn,
    column("Ready", "string", "The aggregate readiness state of this pod for accepting traffic."),
    column("Status", "string", "The aggregate status of the containers in this pod."),
    column(
      "Restarts",
      "string",
      "The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.",
    ),
    ageColumn,
    column("~IP"),
    column("~Node"),
    column("~Nominated Node"),
    column("~Readiness Gates"),
  ],
  cells(object, now) {
    const pod = object as corev1.Pod;
    const { ready, total, reason, restarts } = podDisplay(pod, now);
    return [
      pod.metadata.name ?? "",
      `${ready}/${total}`,
      reason,
      restarts,
      age(pod.metadata.creationTimestamp, now),
      pod.status?.podIPs?.[0]?.ip || none,
      pod.spec?.nodeName || none,
      pod.status?.nominatedNodeName || none,
      readinessGates(pod),
    ];
  },
  conditions(object) {
    const phase = (object as corev1.Pod).status?.phase;
    return phase === "Succeeded" ? succeeded : phase === "Failed" ? failed : [];
  },
};

function readinessGates({ spec, status }: corev1.Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return none;
  const met = gates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: value }) => type === conditionType && value === "True"),
  );
  return `${met.length}/${gates.length}`;
}
