import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { childResource } from "@byocni/azure/types";
import { isStored, type ProviderRegistry, type RegisteredStoredType } from "../registry.ts";
import type { ArmServices } from "../requests/context.ts";
import type { RelatedContext } from "../provider.ts";
import type { Resource } from "../resource.ts";

/** A resource as its answer shows it in an api-version. */
export function showResource(
  registry: ProviderRegistry,
  type: RegisteredStoredType,
  resource: Resource,
  apiVersion: string,
): JsonObject {
  const shown = envelope(registry, type, resource);
  const over = type.definition.project?.(resource, { apiVersion }, shown);
  return over ? layOver(shown, over) : shown;
}

/** As {@link showResource}, and with what others have to do with it. */
export async function showRelated(
  services: Pick<ArmServices, "registry" | "repository">,
  type: RegisteredStoredType,
  resource: Resource,
  apiVersion: string,
  context: RelatedContext = relatedContext(services.repository),
): Promise<JsonObject> {
  const shown = showResource(services.registry, type, resource, apiVersion);
  const over = await type.definition.related?.(resource, shown, context);
  return over ? layOver(shown, over) : shown;
}

/** For one answer: what it worked out is forgotten with it, so that nothing can be out of date. */
export function relatedContext(resources: RelatedContext["resources"]): RelatedContext {
  const known = new Map<string, Promise<unknown>>();
  return {
    resources,
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const found = (known.get(key) as Promise<T> | undefined) ?? make();
      known.set(key, found);
      return found;
    },
  };
}

function envelope(registry: ProviderRegistry, type: RegisteredStoredType, resource: Resource): JsonObject {
  const { definition } = type;
  const { location, tags, kind, sku, identity, zones, plan, managedBy, extendedLocation } = resource;
  const isTracked = !definition.name.includes("/") && (definition.location ?? "required") !== "none";
  const state = definition.showsState === false ? {} : { provisioningState: resource.provisioningState };
  return {
    id: resource.id.text,
    name: resource.name,
    type: resource.type,
    ...(definition.showsEtag === true ? { etag: resource.etag } : {}),
    ...(location === undefined ? {} : { location }),
    ...(tags === undefined ? (isTracked && definition.tags !== false ? { tags: {} } : {}) : { tags }),
    ...(kind === undefined ? {} : { kind }),
    ...(sku === undefined ? {} : { sku }),
    ...(identity === undefined ? {} : { identity }),
    ...(zones === undefined ? {} : { zones }),
    ...(plan === undefined ? {} : { plan }),
    ...(managedBy === undefined ? {} : { managedBy }),
    ...(extendedLocation === undefined ? {} : { extendedLocation }),
    properties: { ...withChildren(registry, type, resource), ...state },
  };
}

/** Fills what embedded children show inside their parent: ids, types, states. */
function withChildren(registry: ProviderRegistry, type: RegisteredStoredType, resource: Resource): JsonObject {
  let { properties } = resource;
  for (const child of embeddedIn(registry, type)) {
    const { embedded } = child.definition;
    const list = embedded && properties[embedded.property];
    if (!embedded || !Array.isArray(list)) continue;
    const items = list.map((item: Json) => (isJsonObject(item) ? showElement(child, resource, item) : item));
    properties = { ...properties, [embedded.property]: items };
  }
  return properties;
}

function showElement(type: RegisteredStoredType, parent: Resource, element: JsonObject): JsonObject {
  const name = element["name"];
  if (typeof name !== "string") return element;
  const segment = type.type.slice(type.type.lastIndexOf("/") + 1);
  const state = parent.childStates[`${segment}/${name}`.toLowerCase()] ?? "Succeeded";
  const showsState = type.definition.showsState !== false;
  if (type.definition.embedded?.shape === "flat") {
    return showsState ? { ...element, provisioningState: state } : element;
  }
  const properties = isJsonObject(element["properties"]) ? element["properties"] : {};
  return {
    ...element,
    id: childResource(parent.id, segment, name).text,
    type: type.type,
    ...(type.definition.showsEtag === true ? { etag: parent.etag } : {}),
    properties: showsState ? { ...properties, provisioningState: state } : properties,
  };
}

const embeddedTypes = new WeakMap<ProviderRegistry, Map<string, readonly RegisteredStoredType[]>>();

/** The types whose instances lie inside instances of this one. */
function embeddedIn(registry: ProviderRegistry, type: RegisteredStoredType): readonly RegisteredStoredType[] {
  let table = embeddedTypes.get(registry);
  if (!table) embeddedTypes.set(registry, (table = new Map()));
  let found = table.get(type.type);
  if (!found) {
    found = [...registry.types()].filter(
      (child): child is RegisteredStoredType =>
        isStored(child) && child.definition.embedded !== undefined && child.parent?.type === type.type,
    );
    table.set(type.type, found);
  }
  return found;
}

/** Members over members, and those of `properties` over those of `properties`; undefined takes away. */
function layOver(shown: JsonObject, over: JsonObject): JsonObject {
  const properties = over["properties"];
  const before = shown["properties"];
  return clean({
    ...shown,
    ...over,
    ...(isJsonObject(properties) && isJsonObject(before) ? { properties: clean({ ...before, ...properties }) } : {}),
  });
}

function clean(value: JsonObject): JsonObject {
  return Object.values(value).includes(undefined)
    ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined))
    : value;
}
