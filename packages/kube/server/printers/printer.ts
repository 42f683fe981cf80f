import type { KubeObject } from "@byocni/kube/schema";

/** A column of a Table, as `columnDefinitions[]` shows it. */
export interface Column {
  readonly name: string;
  readonly type: "boolean" | "date" | "integer" | "number" | "string";
  readonly format: string;
  readonly description: string;
  /** 0: always shown; 1: only in wide output. */
  readonly priority: number;
}

export type Cell = boolean | number | string | null;

/** A row's conditions; clients grey out or hide rows by them. */
export interface RowCondition {
  readonly type: "Completed";
  readonly status: "True";
  readonly reason: string;
  readonly message: string;
}

/** How objects of one kind are shown in a table. */
export interface Printer {
  readonly columns: readonly Column[];
  /** One cell for each column. `now`: milliseconds since the epoch, for ages. */
  readonly cells: (object: KubeObject, now: number) => readonly Cell[];
  readonly conditions?: (object: KubeObject) => readonly RowCondition[];
}

const nameDescription =
  "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
const ageDescription =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.";

/** Shorthand for a column; a name that starts with `~` is shown in wide output only. */
export function column(spelling: string, type: Column["type"] = "string", description?: string): Column {
  const wide = spelling.startsWith("~");
  const name = wide ? spelling.slice(1) : spelling;
  return { name, type, format: "", description: description ?? name, priority: wide ? 1 : 0 };
}

export const nameColumn: Column = { ...column("Name", "string", nameDescription), format: "name" };
export const ageColumn: Column = column("Age", "string", ageDescription);
