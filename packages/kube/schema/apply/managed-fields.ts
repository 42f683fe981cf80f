import type { ManagedFieldsEntry } from "../object.ts";
import { isEmptySet, readFieldSet, readWrittenFieldSet, setOfFields, unionSets, writeFieldSet } from "./field-set.ts";
import type { FieldSet } from "./field-set.ts";
import type { FieldSetPool } from "./field-set-pool.ts";

/** One manager and what it owns. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** Set when the manager was read from what the server had written: written again as it is if nothing has changed. */
  readonly written?: { readonly entry: ManagedFieldsEntry; readonly fields: FieldSet };
}

/** Managers by identity. An applier is the same whatever version it applies; an updater is told by its version, too. */
export type Managers = Map<string, Manager>;

export function identityOf(manager: Pick<Manager, "name" | "operation" | "apiVersion" | "subresource">): string {
  const version = manager.operation === "Update" ? manager.apiVersion : "";
  return `${manager.operation}\0${manager.name}\0${manager.subresource}\0${version}`;
}

/** @param stored entries that the server itself has written: those need no copying. */
export function readManagers(
  entries: readonly ManagedFieldsEntry[] | undefined,
  stored: readonly ManagedFieldsEntry[] | undefined,
): Managers {
  const managers: Managers = new Map();
  for (const entry of entries ?? []) {
    if (entry.operation !== "Apply" && entry.operation !== "Update") continue;
    const { fieldsV1 } = entry;
    const isWritten = stored?.some((other) => other.fieldsV1 === fieldsV1) === true;
    const fields = fieldsV1 && isWritten ? readWrittenFieldSet(fieldsV1) : readFieldSet(fieldsV1);
    const manager: Manager = {
      name: entry.manager ?? "",
      operation: entry.operation,
      apiVersion: entry.apiVersion ?? "",
      subresource: entry.subresource ?? "",
      time: entry.time,
      fields,
      ...(isWritten && stored?.includes(entry) ? { written: { entry, fields } } : {}),
    };
    const identity = identityOf(manager);
    const known = managers.get(identity);
    managers.set(
      identity,
      known ? { ...withoutOrigin(manager), fields: unionSets(known.fields, manager.fields) } : manager,
    );
  }
  return managers;
}

function withoutOrigin({ written: _written, ...manager }: Manager): Manager {
  return manager;
}

/** Appliers first, then by time and name, as the API server lists them. */
export function writeManagers(managers: Managers, pool?: FieldSetPool): ManagedFieldsEntry[] {
  const sorted = [...managers.values()].filter((manager) => !isEmptySet(manager.fields));
  sorted.sort(
    (a, b) =>
      compare(a.operation, b.operation) ||
      compare(a.time ?? "", b.time ?? "") ||
      compare(a.name, b.name) ||
      compare(a.apiVersion, b.apiVersion) ||
      compare(a.subresource, b.subresource),
  );
  return sorted.map((manager) => (isAsWritten(manager) ? manager.written.entry : entryOf(manager, pool)));
}

type Written = Manager & Required<Pick<Manager, "written">>;

function isAsWritten(manager: Manager): manager is Written {
  const { written } = manager;
  if (!written || written.fields !== manager.fields) return false;
  const { entry } = written;
  return (
    entry.time === manager.time &&
    entry.manager === manager.name &&
    entry.apiVersion === manager.apiVersion &&
    (entry.subresource ?? "") === manager.subresource
  );
}

function entryOf(manager: Manager, pool: FieldSetPool | undefined): ManagedFieldsEntry {
  const fields = writeFieldSet(manager.fields);
  return {
    manager: manager.name,
    operation: manager.operation,
    apiVersion: manager.apiVersion,
    ...(manager.time === undefined ? {} : { time: manager.time }),
    fieldsType: "FieldsV1",
    fieldsV1: pool?.shared(fields) ?? fields,
    ...(manager.subresource === "" ? {} : { subresource: manager.subresource }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const maxUpdaters = 10;
const ancient = "ancient-changes";

/** Folds the oldest updaters into one entry a version when there are more than ten. */
export function capUpdaters(managers: Managers): void {
  const updaters = [...managers.entries()].filter(([, manager]) => manager.operation === "Update");
  let surplus = updaters.length - maxUpdaters;
  if (surplus <= 0) return;
  updaters.sort(([, a], [, b]) => compare(a.time ?? "", b.time ?? ""));
  for (const [identity, manager] of updaters) {
    if (surplus <= 0) return;
    if (manager.name === ancient) continue;
    const bucket: Manager = { ...manager, name: ancient, subresource: "" };
    const bucketIdentity = identityOf(bucket);
    const known = managers.get(bucketIdentity);
    managers.delete(identity);
    managers.set(bucketIdentity, known ? { ...bucket, fields: unionSets(known.fields, manager.fields) } : bucket);
    // The first fold into a bucket only renames; from the second on there is one entry less.
    if (known) surplus--;
  }
}

/** Fields that identify an object or belong to the server: nobody owns them. */
export const serverFields: FieldSet = setOfFields([
  "apiVersion",
  "kind",
  "metadata",
  "metadata.name",
  "metadata.namespace",
  "metadata.creationTimestamp",
  "metadata.selfLink",
  "metadata.uid",
  "metadata.clusterName",
  "metadata.generation",
  "metadata.managedFields",
  "metadata.resourceVersion",
]);
