import type { JsonObject } from "@byocni/base/core";
import type { KubeObject } from "@byocni/kube/schema";
import type { IncludeObject } from "../request/negotiation.ts";
import type { Printer } from "../printers/printer.ts";

export interface TableOptions {
  readonly version: "v1" | "v1beta1";
  readonly includeObject: IncludeObject;
  /** Column definitions are sent once a watch. */
  readonly withColumns: boolean;
}

/** `meta.k8s.io` Table of objects. */
export function tableOf(
  printer: Printer,
  objects: Iterable<KubeObject>,
  metadata: JsonObject,
  now: number,
  options: TableOptions,
): JsonObject {
  const rows: unknown[] = [];
  for (const object of objects) {
    const conditions = printer.conditions?.(object) ?? [];
    rows.push({
      cells: printer.cells(object, now),
      ...(conditions.length > 0 ? { conditions } : {}),
      ...rowObject(object, options),
    });
  }
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata,
    columnDefinitions: options.withColumns ? printer.columns : null,
    rows,
  } as unknown as JsonObject;
}

function rowObject(object: KubeObject, options: TableOptions): { readonly object?: unknown } {
  switch (options.includeObject) {
    case "None":
      return {};
    case "Object":
      return { object };
    case "Metadata":
      return { object: partialOf(object, options.version) };
    default:
      return options.includeObject satisfies never;
  }
}

/** `meta.k8s.io` PartialObjectMetadata of an object. */
export function partialOf(object: KubeObject, version: "v1" | "v1beta1"): JsonObject {
  return {
    kind: "PartialObjectMetadata",
    apiVersion: `meta.k8s.io/${version}`,
    metadata: object.metadata as unknown as JsonObject,
  };
}
