import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject, jsonEqual } from "@byocni/base/core";
import { parseScope, type Scope } from "@byocni/azure/types";
import { diffResource, isExpression, scopeId, type DeploymentScope, type PropertyChange } from "@byocni/azure/template";
import { armFaults } from "../errors.ts";
import { showResource } from "../handlers/show.ts";
import { managementGroupObjects } from "../management-groups.ts";
import { newestApiVersion } from "../registry.ts";
import type { ArmServices } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import type { Foreseen, LookAhead } from "./look-ahead.ts";
import { secretHider } from "./secrets.ts";
import type { DeploymentMode } from "./request.ts";

/** Members that a request cannot set. */
const givenByCloud = new Set(["id", "name", "type", "etag", "eTag", "systemData"]);

export interface WhatIfOptions {
  readonly scope: DeploymentScope;
  readonly mode: DeploymentMode;
  /** `ResourceIdOnly`: no before, after and delta. */
  readonly resultFormat: "FullResourcePayloads" | "ResourceIdOnly";
}

/** The changes that a deployment would make, one an id, in the order of their ids. */
export async function whatIfChanges(
  services: ArmServices,
  ahead: LookAhead,
  options: WhatIfOptions,
): Promise<readonly JsonObject[]> {
  const changes = new Map<string, JsonObject>();
  for (const foreseen of ahead.resources) {
    const change = await changeOf(services, foreseen);
    if (change) changes.set(String(change["resourceId"]).toLowerCase(), change);
  }
  for (const change of await othersInGroup(services, options, changes)) {
    changes.set(String(change["resourceId"]).toLowerCase(), change);
  }
  const hide = secretHider(ahead);
  const sorted = [...changes.entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, change]) => hide(change));
  return options.resultFormat === "FullResourcePayloads" ? sorted : sorted.map(idOnly);
}

function idOnly(change: JsonObject): JsonObject {
  const { resourceId, changeType, unsupportedReason } = change;
  return {
    resourceId,
    changeType: changeType === "Create" || changeType === "Modify" || changeType === "NoChange" ? "Deploy" : changeType,
    ...(unsupportedReason === undefined ? {} : { unsupportedReason }),
  };
}

async function changeOf(services: ArmServices, foreseen: Foreseen): Promise<JsonObject | undefined> {
  const { resource, error, type, before, after, apiVersion, body, isKnown } = foreseen;
  // A nested deployment is shown by what it makes.
  if (resource.nested && !error) return undefined;
  const resourceId = resource.id;
  if (error) return { resourceId, changeType: "Unsupported", unsupportedReason: error.message };
  if (!type) return groupChange(services, foreseen);
  const view = (one: Resource): JsonObject =>
    withContext(showResource(services.registry, type, one, apiVersion), apiVersion, resourceId);
  if (!before) {
    return {
      resourceId,
      changeType: "Create",
      after: { ...withContext(asSent(resource, body), apiVersion, resourceId) },
    };
  }
  const shownBefore = view(before);
  if (!isKnown || !after) return unknownChange(resourceId, shownBefore, body, apiVersion);
  const shownAfter = view(after);
  const changed = diffResource(comparable(shownBefore), comparable(shownAfter));
  const delta = [...changed, ...withoutEffect(shownBefore, shownAfter, body)];
  return {
    resourceId: before.id.text,
    // What has no effect is told, and is no change (recorded in public what-if outputs).
    changeType: changed.length === 0 ? "NoChange" : "Modify",
    before: shownBefore,
    after: changed.length === 0 ? shownBefore : shownAfter,
    ...(delta.length === 0 ? {} : { delta: delta.map(showChange) }),
  };
}

/** What the template sets and the provider keeps as it is: read-only properties. */
function withoutEffect(before: JsonObject, after: JsonObject, body: JsonObject): readonly PropertyChange[] {
  return ignoredIn(before["properties"], after["properties"], body["properties"], "properties");
}

function ignoredIn(
  before: Json | undefined,
  after: Json | undefined,
  sent: Json | undefined,
  path: string,
): readonly PropertyChange[] {
  if (isJsonObject(before) && isJsonObject(after) && isJsonObject(sent)) {
    return Object.entries(sent).flatMap(([name, value]) =>
      ignoredIn(memberOf(before, name), memberOf(after, name), value, `${path}.${name}`),
    );
  }
  const isScalar = typeof sent === "string" || typeof sent === "number" || typeof sent === "boolean";
  const isKept = before !== undefined && typeof before === typeof sent && before === after;
  if (!isScalar || sent === "" || !isKept || isSameText(before, sent)) return [];
  return [{ path, propertyChangeType: "NoEffect", before, after: sent }];
}

function memberOf(object: JsonObject, name: string): Json | undefined {
  const key = name in object ? name : Object.keys(object).find((other) => other.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

/** Providers tidy up what they are sent: case and spaces are no difference. */
function isSameText(one: Json | undefined, other: Json): boolean {
  const tidy = (value: Json | undefined): string => String(value).replaceAll(/\s/g, "").toLowerCase();
  return tidy(one) === tidy(other);
}

/** Only what the template says can be compared when parts of it are not known before the deployment runs. */
function unknownChange(resourceId: string, before: JsonObject, body: JsonObject, apiVersion: string): JsonObject {
  const isUnknown = (value: Json): boolean => typeof value === "string" && isExpression(value);
  const delta = diffResource(comparable(before), merged(comparable(before), body), { isUnknown });
  return {
    resourceId,
    changeType: delta.length === 0 ? "Deploy" : "Modify",
    before,
    after: withContext({ ...before, ...body }, apiVersion, resourceId),
    ...(delta.length === 0 ? {} : { delta: delta.map(showChange) }),
  };
}

/** The resource with what the template says laid over it, member by member; items of arrays by name or place. */
function merged(before: JsonObject, over: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...before };
  for (const [name, value] of Object.entries(over)) {
    if (value !== undefined) result[name] = mergedValue(result[name], value);
  }
  return result;
}

function mergedValue(before: Json | undefined, over: Json): Json {
  if (isJsonObject(before) && isJsonObject(over)) return merged(before, over);
  if (!Array.isArray(before) || !Array.isArray(over)) return over;
  return over.map((item: Json, index) => {
    const name = isJsonObject(item) ? item["name"] : undefined;
    const same =
      typeof name === "string"
        ? before.find((other: Json) => isJsonObject(other) && other["name"] === name)
        : (before[index] as Json | undefined);
    return mergedValue(same, item);
  });
}

/** Without what a request cannot set: states, etags, ids. */
function comparable(shown: JsonObject): JsonObject {
  const kept = Object.entries(shown).filter(
    ([name]) => !givenByCloud.has(name) && name !== "apiVersion" && name !== "resourceGroup",
  );
  return withoutStates(Object.fromEntries(kept)) as JsonObject;
}

function withoutStates(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutStates(item) ?? null);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "provisioningState" && name.toLowerCase() !== "etag");
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutStates(member)]));
}

function asSent(resource: Foreseen["resource"], body: JsonObject): JsonObject {
  return { ...body, id: resource.id, name: resource.name.split("/").at(-1) ?? resource.name, type: resource.type };
}

/** What every payload of what-if carries besides the resource. */
function withContext(shown: JsonObject, apiVersion: string, resourceId: string): JsonObject {
  const scope = parseScope(resourceId);
  const group = scope && "resourceGroup" in scope ? scope.resourceGroup : undefined;
  return { apiVersion, ...shown, ...(group === undefined ? {} : { resourceGroup: group }) };
}

function showChange(change: PropertyChange): JsonObject {
  const { path, propertyChangeType, before, after, children } = change;
  return {
    path,
    propertyChangeType,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(children === undefined ? {} : { children: children.map(showChange) }),
  };
}

/** Resource groups, and types that Resource Manager treats itself. */
async function groupChange(services: ArmServices, foreseen: Foreseen): Promise<JsonObject> {
  const { resource, body, apiVersion } = foreseen;
  const resourceId = resource.id;
  const scope = parseScope(resourceId);
  if (scope?.kind === "resource" && scope.type.toLowerCase() === "microsoft.resources/tags") {
    return tagsChange(services, foreseen, scope.scope);
  }
  if (scope?.kind === "managementGroup") {
    const { store, settings } = services;
    const before = (await managementGroupObjects(store, settings.tenantId)).get(scope.managementGroup.toLowerCase());
    const after = withContext(asSent(resource, body), apiVersion, resourceId);
    if (!before) return { resourceId, changeType: "Create", after };
    const delta = diffResource(comparable(before), merged(comparable(before), comparable(body)));
    const shown = withContext(before, apiVersion, resourceId);
    if (delta.length === 0) return { resourceId, changeType: "NoChange", before: shown, after: shown };
    return { resourceId, changeType: "Modify", before: shown, after, delta: delta.map(showChange) };
  }
  if (scope?.kind !== "resourceGroup") {
    const fault = armFaults.NotImplemented({ what: `what-if of '${resource.type}'` });
    return { resourceId, changeType: "Unsupported", unsupportedReason: fault.message };
  }
  const before = await services.repository.getGroup(scope.subscriptionId, scope.resourceGroup);
  const after: JsonObject = { apiVersion, ...asSent(resource, body) };
  if (!before) return { resourceId, changeType: "Create", after };
  const shown: JsonObject = {
    apiVersion,
    id: resourceId,
    name: before.name,
    type: resource.type,
    location: before.location,
    ...(before.tags === undefined ? {} : { tags: before.tags }),
  };
  const isSame = jsonEqual(before.tags ?? {}, body["tags"] ?? {});
  if (isSame) return { resourceId, changeType: "NoChange", before: shown, after: shown };
  const delta = diffResource({ tags: before.tags ?? {} }, { tags: body["tags"] ?? {} });
  return { resourceId, changeType: "Modify", before: shown, after, delta: delta.map(showChange) };
}

/** `Microsoft.Resources/tags`: always there, with the tags of what they belong to. */
async function tagsChange(services: ArmServices, { resource, body, apiVersion }: Foreseen, owner: Scope) {
  const { repository } = services;
  const tagged =
    owner.kind === "resourceGroup"
      ? await repository.getGroup(owner.subscriptionId, owner.resourceGroup)
      : owner.kind === "resource" && services.registry.stored(owner.type)
        ? await repository.get(owner)
        : undefined;
  const resourceId = resource.id;
  const after = withContext(asSent(resource, body), apiVersion, resourceId);
  if (!tagged) return { resourceId, changeType: "Create", after };
  const before = { ...after, properties: { tags: tagged.tags ?? {} } };
  const delta = diffResource(comparable(before), comparable(after));
  if (delta.length === 0) return { resourceId, changeType: "NoChange", before, after: before };
  return { resourceId, changeType: "Modify", before, after, delta: delta.map(showChange) };
}

/** What is in the group and not in the template: left alone, or deleted in mode Complete. */
async function othersInGroup(
  services: ArmServices,
  options: WhatIfOptions,
  changes: ReadonlyMap<string, JsonObject>,
): Promise<readonly JsonObject[]> {
  if (options.scope.kind !== "resourceGroup") return [];
  const { repository, registry } = services;
  const others: JsonObject[] = [];
  for (const resource of await repository.list({ within: scopeId(options.scope) })) {
    const { id } = resource;
    const isTop = id.types.length === 1 && id.scope.kind === "resourceGroup";
    const type = registry.stored(resource.type);
    if (!isTop || !type || changes.has(id.key)) continue;
    const apiVersion = newestApiVersion(type);
    const before = withContext(showResource(registry, type, resource, apiVersion), apiVersion, id.text);
    others.push({ resourceId: id.text, changeType: options.mode === "Complete" ? "Delete" : "Ignore", before });
  }
  return others;
}
