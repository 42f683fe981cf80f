import type { corev1, eventsv1, KubeObject } from "@byocni/kube/schema";
import type { Conversion } from "../served-resource.ts";

/** `events.k8s.io/v1` shows the same events as `v1`, under other names. */
export const eventConversion: Conversion = {
  key: "events.k8s.io/v1",
  read(object) {
    const { involvedObject, message, source, firstTimestamp, lastTimestamp, count, reportingComponent, ...rest } =
      object as corev1.Event;
    const event = {
      ...rest,
      apiVersion: "events.k8s.io/v1",
      regarding: involvedObject,
      note: message,
      deprecatedSource: source,
      deprecatedFirstTimestamp: firstTimestamp,
      deprecatedLastTimestamp: lastTimestamp,
      deprecatedCount: count,
      reportingController: reportingComponent,
    };
    return withoutUndefined(event);
  },
  write(object) {
    const {
      regarding,
      note,
      deprecatedSource,
      deprecatedFirstTimestamp,
      deprecatedLastTimestamp,
      deprecatedCount,
      reportingController,
      ...rest
    } = object as eventsv1.Event;
    const event = {
      ...rest,
      apiVersion: "v1",
      involvedObject: regarding ?? {},
      message: note,
      source: deprecatedSource ?? {},
      firstTimestamp: deprecatedFirstTimestamp ?? null,
      lastTimestamp: deprecatedLastTimestamp ?? null,
      count: deprecatedCount,
      reportingComponent: reportingController,
    };
    return withoutUndefined(event);
  },
};

function withoutUndefined(object: object): KubeObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as unknown as KubeObject;
}
