import type { JsonObject } from "@byocni/base/core";
import { assert } from "@byocni/base/core";
import { parseResourceId, resourceGroupScope, resourceIdIn, type ResourceId } from "@byocni/azure/types";
import type { Resource, ResourceGroup, ResourceHistory, ResourceState } from "../resource.ts";

/** An operation that works on a resource right now. */
export interface OperationMark {
  readonly id: string;
  readonly kind: string;
  /** provisioningState to show. */
  readonly state: string;
}

/**
 * How a resource lies in the store. `operations` and `ended` are keyed by what they belong to: "" is the resource
 * itself, `subnets/a` an embedded child in lower case.
 */
export interface ResourceRecord {
  readonly id: string;
  readonly type: string;
  readonly state: ResourceState;
  readonly operations: Readonly<Record<string, OperationMark>>;
  /** Last terminal states other than `Succeeded`. */
  readonly ended: Readonly<Record<string, string>>;
  readonly history: ResourceHistory;
}

export interface GroupRecord {
  readonly subscriptionId: string;
  readonly name: string;
  readonly location: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly managedBy?: string;
  /** Set while the group is being deleted. */
  readonly deleting?: string;
  readonly createdAt: string;
}

/** Prefix of the keys of resources; the id's key follows. */
export const resourcePrefix = "resource";

export function resourceKey(idKey: string): string {
  return `${resourcePrefix}${idKey}`;
}

export function groupKey(subscriptionId: string, name: string): string {
  return `${groupPrefix(subscriptionId)}${name.toLowerCase()}`;
}

export function groupPrefix(subscriptionId: string): string {
  return `group/${subscriptionId.toLowerCase()}/`;
}

/** A record as the store takes it; the two types differ only in what the compiler knows. */
export function toValue(record: ResourceRecord | GroupRecord): JsonObject {
  return record as unknown as JsonObject;
}

export function resourceRecord(value: JsonObject): ResourceRecord {
  return value as unknown as ResourceRecord;
}

export function groupRecord(value: JsonObject): GroupRecord {
  return value as unknown as GroupRecord;
}

const ids = new WeakMap<ResourceRecord, ResourceId>();

/** The parsed id of a record (parsed once a record). */
export function recordId(record: ResourceRecord): ResourceId {
  let id = ids.get(record);
  if (!id) {
    id = parseResourceId(record.id);
    assert(id, `a stored id is valid: ${record.id}`);
    ids.set(record, id);
  }
  return id;
}

/** The state that the thing at `rel` shows. */
export function stateAt(record: ResourceRecord, rel: string): string {
  return record.operations[rel]?.state ?? record.ended[rel] ?? "Succeeded";
}

const noStates: Readonly<Record<string, string>> = {};

function childStatesOf(record: ResourceRecord): Readonly<Record<string, string>> {
  const rels = [...Object.keys(record.operations), ...Object.keys(record.ended)].filter((rel) => rel !== "");
  return rels.length === 0 ? noStates : Object.fromEntries(rels.map((rel) => [rel, stateAt(record, rel)]));
}

/** Weak entity tag of a revision. */
export function etagOf(revision: number): string {
  return `W/"00000000-0000-4000-8000-${revision.toString(16).padStart(12, "0")}"`;
}

/** A stored resource as providers see it. */
export function resourceOf(record: ResourceRecord, revision: number): Resource {
  const id = recordId(record);
  return {
    ...record.state,
    id,
    name: id.name,
    type: record.type,
    provisioningState: stateAt(record, ""),
    childStates: childStatesOf(record),
    etag: etagOf(revision),
    history: record.history,
  };
}

export function groupOf(record: GroupRecord): ResourceGroup {
  const { subscriptionId, name, location, tags, managedBy, deleting } = record;
  return {
    subscriptionId,
    name,
    location,
    ...(tags === undefined ? {} : { tags }),
    ...(managedBy === undefined ? {} : { managedBy }),
    provisioningState: deleting === undefined ? "Succeeded" : "Deleting",
  };
}

/** Only the members of a state, for storing. */
export function stateOf(resource: ResourceState): ResourceState {
  const { location, tags, kind, sku, identity, zones, plan, managedBy, extendedLocation, properties, hidden } =
    resource;
  return {
    ...(location === undefined ? {} : { location }),
    ...(tags === undefined ? {} : { tags }),
    ...(kind === undefined ? {} : { kind }),
    ...(sku === undefined ? {} : { sku }),
    ...(identity === undefined ? {} : { identity }),
    ...(zones === undefined ? {} : { zones }),
    ...(plan === undefined ? {} : { plan }),
    ...(managedBy === undefined ? {} : { managedBy }),
    ...(extendedLocation === undefined ? {} : { extendedLocation }),
    properties,
    ...(hidden === undefined ? {} : { hidden }),
  };
}

/**
 * The id in the spelling in which it is kept: the words of the path and the type as the provider writes them, the group
 * as it was made, names as they were sent.
 */
export function canonicalId(id: ResourceId, type: string, groupName: string | undefined): ResourceId {
  const { scope } = id;
  const place =
    scope.kind === "resourceGroup"
      ? resourceGroupScope(scope.subscriptionId, groupName ?? scope.resourceGroup)
      : scope.kind === "subscription"
        ? { ...scope, text: `/subscriptions/${scope.subscriptionId}` }
        : scope;
  return resourceIdIn(place, type, id.names);
}
