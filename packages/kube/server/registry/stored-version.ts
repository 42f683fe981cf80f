import type { ResourceDefinition } from "@byocni/kube/schema";
import { eventConversion } from "./conversion/event.ts";
import { autoscalerConversion } from "./conversion/autoscaler.ts";
import type { Conversion } from "./served-resource.ts";

/** Resources that show the objects of another group. */
const places: Readonly<Record<string, { readonly group: string; readonly plural: string }>> = {
  "events.k8s.io/events": { group: "", plural: "events" },
};

const conversions: Readonly<Record<string, Conversion>> = {
  "events.k8s.io/v1/events": eventConversion,
  "autoscaling/v1/horizontalpodautoscalers": autoscalerConversion,
};

/** Where the objects of a resource are kept. */
export function storagePlaceOf({ group, plural }: ResourceDefinition): {
  readonly group: string;
  readonly plural: string;
} {
  return places[`${group}/${plural}`] ?? { group, plural };
}

/** How a served version differs from the stored one; undefined if it does not. */
export function conversionOf({ group, version, plural }: ResourceDefinition): Conversion | undefined {
  return conversions[`${group}/${version}/${plural}`];
}
