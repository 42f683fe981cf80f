import type { autoscalingv2, corev1, policyv1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";

export const disruptionBudgetPrinter: Printer = {
  columns: [
    nameColumn,
    column("Min Available"),
    column("Max Unavailable"),
    column("Allowed Disruptions", "integer"),
    ageColumn,
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as policyv1.PodDisruptionBudget;
    return [
      metadata.name ?? "",
      String(spec?.minAvailable ?? "N/A"),
      String(spec?.maxUnavailable ?? "N/A"),
      status?.disruptionsAllowed ?? 0,
      age(metadata.creationTimestamp, now),
    ];
  },
};

export const resourceQuotaPrinter: Printer = {
  columns: [nameColumn, column("Request"), column("Limit"), ageColumn],
  cells(object, now) {
    const { metadata, status } = object as corev1.ResourceQuota;
    const requests: string[] = [];
    const limits: string[] = [];
    for (const [name, hard] of Object.entries(status?.hard ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const text = `${name}: ${status?.used?.[name] ?? "0"}/${hard}`;
      (name.startsWith("limits.") ? limits : requests).push(text);
    }
    return [metadata.name ?? "", requests.join(", "), limits.join(", "), age(metadata.creationTimestamp, now)];
  },
};

export const autoscalerPrinter: Printer = {
  columns: [
    nameColumn,
    column("Reference"),
    column("Targets"),
    column("MinPods"),
    column("MaxPods"),
    column("Replicas"),
    ageColumn,
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as autoscalingv2.HorizontalPodAutoscaler;
    const target = spec?.scaleTargetRef;
    return [
      metadata.name ?? "",
      target ? `${target.kind}/${target.name}` : "",
      targets(object as autoscalingv2.HorizontalPodAutoscaler),
      spec?.minReplicas === undefined ? "<unset>" : String(spec.minReplicas),
      spec?.maxReplicas ?? 0,
      status?.currentReplicas ?? 0,
      age(metadata.creationTimestamp, now),
    ];
  },
};

/** More metrics than this are only counted. */
const maxShown = 2;

function targets({ spec, status }: autoscalingv2.HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return "<none>";
  const shown = metrics.slice(0, maxShown).map((metric, index) => targetOf(metric, status?.currentMetrics?.[index]));
  const more = metrics.length > maxShown ? ` + ${metrics.length - maxShown} more...` : "";
  return `${shown.join(", ")}${more}`;
}

function targetOf(metric: autoscalingv2.MetricSpec, current: autoscalingv2.MetricStatus | undefined): string {
  const unknown = "<unknown>";
  const wanted = metric.resource ?? metric.containerResource ?? metric.pods ?? metric.object ?? metric.external;
  const seen = current?.resource ?? current?.containerResource ?? current?.pods ?? current?.object ?? current?.external;
  if (!wanted) return "<unknown type>";
  const { target } = wanted;
  const name = metric.resource?.name ?? metric.containerResource?.name;
  const prefix = name ? `${name}: ` : "";
  if (target.averageUtilization !== undefined) {
    const value = seen?.current.averageUtilization;
    return `${prefix}${value === undefined ? unknown : `${value}%`}/${target.averageUtilization}%`;
  }
  if (target.averageValue !== undefined)
    return `${prefix}${seen?.current.averageValue ?? unknown}/${target.averageValue}${name || metric.pods ? "" : " (avg)"}`;
  return `${prefix}${seen?.current.value ?? unknown}/${target.value ?? unknown}`;
}
