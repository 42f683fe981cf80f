import type { corev1, KubeObject } from "@byocni/kube/schema";
import { eventConversion } from "../registry/conversion/event.ts";
import { age } from "./duration.ts";
import { column, nameColumn, type Printer } from "./printer.ts";

export const eventPrinter: Printer = {
  columns: [
    column("Last Seen"),
    column("Type"),
    column("Reason"),
    column("Object"),
    column("~Subobject"),
    column("~Source"),
    column("Message"),
    column("~First Seen"),
    column("~Count", "integer"),
    { ...nameColumn, priority: 1 },
  ],
  cells(object, now) {
    const event = coreEvent(object);
    const { involvedObject, series } = event;
    const first = age(event.firstTimestamp ?? event.eventTime, now);
    const last = series
      ? age(series.lastObservedTime, now)
      : event.lastTimestamp
        ? age(event.lastTimestamp, now)
        : first;
    const kind = (involvedObject.kind ?? "").toLowerCase();
    return [
      last,
      event.type ?? "",
      event.reason ?? "",
      involvedObject.name ? `${kind}/${involvedObject.name}` : kind,
      involvedObject.fieldPath ?? "",
      sourceOf(event),
      (event.message ?? "").trim(),
      first,
      series?.count ?? (event.count || 1),
      event.metadata.name ?? "",
    ];
  },
};

function coreEvent(object: KubeObject): corev1.Event {
  return (object.apiVersion === "v1" ? object : eventConversion.write(object)) as corev1.Event;
}

function sourceOf({ source, reportingComponent, reportingInstance }: corev1.Event): string {
  const component = source?.component || reportingComponent || "";
  const host = source?.host || reportingInstance || "";
  return host ? `${component}, ${host}` : component;
}
