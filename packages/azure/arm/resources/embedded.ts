import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { childResource, type ResourceId } from "@byocni/azure/types";
import type { Embedded } from "../provider.ts";
import type { Resource, ResourceState } from "../resource.ts";
import { recordId, resourceOf, stateAt, type ResourceRecord } from "./record.ts";

/** Where an embedded child lies in its parent. */
export interface EmbeddedSlot {
  readonly embedded: Embedded;
  /** Last segment of the type in the provider's spelling: `subnets`. */
  readonly segment: string;
  /** Full type of the child. */
  readonly type: string;
}

/** The key of a child in the parent's marks: `subnets/a`. */
export function relativeKey(slot: EmbeddedSlot, name: string): string {
  return `${slot.segment}/${name}`.toLowerCase();
}

/** The elements of the parent's array that have a name. */
export function elementsOf(properties: JsonObject, slot: EmbeddedSlot): readonly JsonObject[] {
  const list = properties[slot.embedded.property];
  return Array.isArray(list) ? list.filter((item) => isJsonObject(item) && typeof item["name"] === "string") : [];
}

function nameOf(element: JsonObject): string {
  return typeof element["name"] === "string" ? element["name"] : "";
}

/** The child's state out of its element. */
function elementState(element: JsonObject, slot: EmbeddedSlot, hidden: JsonObject | undefined): ResourceState {
  const kept = hidden === undefined ? {} : { hidden };
  if (slot.embedded.shape === "flat") {
    const { name: _name, ...properties } = element;
    return { properties, ...kept };
  }
  const { id: _id, name: _name, type: _type, etag: _etag, properties, ...rest } = element;
  return { ...rest, properties: isJsonObject(properties) ? properties : {}, ...kept };
}

/** The element that stands for a child's state. */
export function elementOf(name: string, state: ResourceState, slot: EmbeddedSlot): JsonObject {
  if (slot.embedded.shape === "flat") return { name, ...state.properties };
  const { properties, hidden: _hidden, location: _location, ...rest } = state;
  return { name, ...rest, properties };
}

/** All children of one kind, as resources of their own. */
export function childrenOf(record: ResourceRecord, revision: number, slot: EmbeddedSlot): readonly Resource[] {
  return elementsOf(record.state.properties, slot).map((element) => childOf(record, revision, slot, element));
}

/** One child by name. */
export function childNamed(
  record: ResourceRecord,
  revision: number,
  slot: EmbeddedSlot,
  name: string,
): Resource | undefined {
  const wanted = name.toLowerCase();
  const element = elementsOf(record.state.properties, slot).find((item) => nameOf(item).toLowerCase() === wanted);
  return element && childOf(record, revision, slot, element);
}

function childOf(record: ResourceRecord, revision: number, slot: EmbeddedSlot, element: JsonObject): Resource {
  const parent = resourceOf(record, revision);
  const name = nameOf(element);
  const rel = relativeKey(slot, name);
  const id: ResourceId = childResource(recordId(record), slot.segment, name);
  return {
    ...elementState(element, slot, hiddenOf(record, rel)),
    id,
    name,
    type: slot.type,
    provisioningState: stateAt(record, rel),
    childStates: {},
    etag: parent.etag,
    history: record.history,
  };
}

function hiddenOf(record: ResourceRecord, rel: string): JsonObject | undefined {
  const children = record.state.hidden?.["children"];
  const hidden = isJsonObject(children) ? children[rel] : undefined;
  return isJsonObject(hidden) ? hidden : undefined;
}

/** The parent's state with the child put in place (same name: replaced where it stands; new: at the end). */
export function withChild(
  parent: ResourceState,
  slot: EmbeddedSlot,
  name: string,
  child: ResourceState,
): ResourceState {
  const element = elementOf(name, child, slot);
  const wanted = name.toLowerCase();
  const elements = elementsOf(parent.properties, slot);
  const at = elements.findIndex((item) => nameOf(item).toLowerCase() === wanted);
  const next = at === -1 ? [...elements, element] : elements.with(at, { ...element, name: nameOf(elements[at] ?? {}) });
  return withHidden(withElements(parent, slot, next), relativeKey(slot, name), child.hidden);
}

/** The parent's state without the child. */
export function withoutChild(parent: ResourceState, slot: EmbeddedSlot, name: string): ResourceState {
  const wanted = name.toLowerCase();
  const next = elementsOf(parent.properties, slot).filter((item) => nameOf(item).toLowerCase() !== wanted);
  return withHidden(withElements(parent, slot, next), relativeKey(slot, name), undefined);
}

function withElements(parent: ResourceState, slot: EmbeddedSlot, elements: readonly JsonObject[]): ResourceState {
  return { ...parent, properties: { ...parent.properties, [slot.embedded.property]: elements } };
}

function withHidden(parent: ResourceState, rel: string, hidden: JsonObject | undefined): ResourceState {
  const before = parent.hidden?.["children"];
  const { [rel]: _gone, ...others } = isJsonObject(before) ? before : {};
  const children = hidden === undefined ? others : { ...others, [rel]: hidden };
  if (Object.keys(children).length === 0) {
    if (parent.hidden === undefined) return parent;
    const { children: _children, ...rest } = parent.hidden;
    return { ...parent, hidden: rest };
  }
  return { ...parent, hidden: { ...parent.hidden, children } };
}
