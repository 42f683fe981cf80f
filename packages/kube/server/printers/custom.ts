import type { apiextensionsv1, KubeObject } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { compileJsonPath } from "./json-path.ts";
import { ageColumn, type Cell, type Column, nameColumn, type Printer } from "./printer.ts";

type ColumnDefinition = apiextensionsv1.CustomResourceColumnDefinition;

/** Columns of a custom resource, from its CustomResourceDefinition; NAME comes first in any case. */
export function customPrinter(crd: KubeObject, version: string): Printer {
  const { spec } = crd as apiextensionsv1.CustomResourceDefinition;
  const declared = spec.versions.find(({ name }) => name === version)?.additionalPrinterColumns ?? [];
  if (declared.length === 0)
    return {
      columns: [nameColumn, { ...ageColumn, type: "date" }],
      cells: (object, now) => [object.metadata.name ?? "", age(object.metadata.creationTimestamp, now)],
    };
  const readers = declared.map(readerOf);
  return {
    columns: [nameColumn, ...declared.map(columnOf)],
    cells: (object, now) => [object.metadata.name ?? "", ...readers.map((read) => read(object, now))],
  };
}

function columnOf({ name, type, format, description, priority }: ColumnDefinition): Column {
  return {
    name,
    type: type as Column["type"],
    format: format ?? "",
    description: description || `Custom resource definition column (in JSONPath format): ${name}`,
    priority: priority ?? 0,
  };
}

function readerOf({ type, jsonPath }: ColumnDefinition): (object: KubeObject, now: number) => Cell {
  const path = compileJsonPath(jsonPath);
  return (object, now) => {
    const values = path(object);
    const first = values[0];
    if (first === undefined || first === null) return null;
    switch (type) {
      case "date":
        return typeof first === "string" ? age(first, now) : "<invalid>";
      case "integer":
        return typeof first === "number" && Number.isInteger(first) ? first : null;
      case "number":
        return typeof first === "number" ? first : null;
      case "boolean":
        return typeof first === "boolean" ? first : null;
      default:
        return values.map(textOf).join(" ");
    }
  };
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
