import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import { armErrors, type ManagementGroupScope } from "@byocni/azure/types";
import type { SpecialType } from "./special-type.ts";
import type { ResourceProvider } from "./provider.ts";
import { readObject } from "./requests/body.ts";
import type { ReadyRequest } from "./requests/context.ts";
import { showSubscription } from "./routes/subscription.ts";

/** What management groups are refused with. */
export const managementGroupErrorTable = {
  ManagementGroupUnknown: {
    status: 404,
    code: "NotFound",
    message: "'{id}' not found",
    source: "aztfmod/caf-terraform-landingzones#352 (recorded answer)",
  },
  ManagementGroupNotFound: {
    status: 404,
    message: "The management group '{name}' cannot be found.",
    source: "Azure/azure-monitor-baseline-alerts#459 (recorded answer)",
  },
  InvalidManagementGroupName: {
    status: 400,
    code: "BadRequest",
    message:
      "The management group id '{name}' is not valid: it can have up to 90 letters, digits, '-', '_', '.', '(' and ')', and does not end with a period.",
    source: "own text; the rule is from Azure Resource Manager, naming rules",
  },
  ManagementGroupHasChildren: {
    status: 400,
    code: "BadRequest",
    message: "The management group '{name}' cannot be deleted: it still holds management groups or subscriptions.",
    source: "own text; the rule is from the REST reference of management groups",
  },
  ManagementGroupParentCycle: {
    status: 400,
    code: "BadRequest",
    message: "The management group '{name}' cannot lie in itself.",
    source: "own",
  },
  RootManagementGroupFixed: {
    status: 400,
    code: "BadRequest",
    message: "The root management group cannot be deleted or moved.",
    source: "own text; the rule is from Azure management groups, root management group",
  },
} as const;

export const managementGroupFaults = armErrors(managementGroupErrorTable);

const typeName = "Microsoft.Management/managementGroups";

const apiVersions = [
  "2023-04-01",
  "2021-04-01",
  "2020-10-01",
  "2020-05-01",
  "2020-02-01",
  "2019-11-01",
  "2018-03-01-preview",
  "2018-01-01-preview",
];

/** `Microsoft.Management`: groups of subscriptions. */
export const managementProvider: ResourceProvider = {
  namespace: "Microsoft.Management",
  resourceTypes: [
    { kind: "computed", name: "managementGroups", apiVersions, scopes: ["tenant"] },
    { kind: "computed", name: "managementGroups/subscriptions", apiVersions, scopes: ["tenant"] },
  ],
  notImplemented: ["managementGroups/settings", "serviceGroups", "getEntities", "resources"],
};

/** A management group as it is kept. */
interface GroupRecord {
  readonly name: string;
  readonly displayName: string;
  /** Name of the group above; undefined for the root. */
  readonly parent: string | undefined;
  readonly version: number;
  readonly updatedTime: string;
  readonly updatedBy: string;
}

const prefix = "management-group/";
/** Where the subscription lies, when it was put somewhere. */
const subscriptionKey = "management-group-of-subscription";

function idOf(name: string): string {
  return `/providers/${typeName}/${name}`;
}

/** The groups by name in lower case; the root is always there, and goes by the tenant's id. */
async function readGroups(store: Store, tenantId: string): Promise<ReadonlyMap<string, GroupRecord>> {
  const { entries } = await store.list(prefix);
  const root: GroupRecord = {
    name: tenantId,
    displayName: "Tenant Root Group",
    parent: undefined,
    version: 1,
    updatedTime: "2018-01-01T00:00:00.0000000Z",
    updatedBy: tenantId,
  };
  const stored = entries.map(({ value }) => value as unknown as GroupRecord);
  return new Map([root, ...stored].map((group) => [group.name.toLowerCase(), group]));
}

/** What a template sees of the management groups: their objects by name in lower case. */
export async function managementGroupObjects(store: Store, tenantId: string): Promise<ReadonlyMap<string, JsonObject>> {
  const groups = await readGroups(store, tenantId);
  return new Map([...groups].map(([key, group]) => [key, show(groups, group, tenantId)]));
}

/** @throws ArmError ManagementGroupNotFound */
export async function requireManagementGroup(store: Store, tenantId: string, name: string): Promise<void> {
  const groups = await readGroups(store, tenantId);
  if (!groups.has(name.toLowerCase())) throw managementGroupFaults.ManagementGroupNotFound({ name });
}

function show(groups: ReadonlyMap<string, GroupRecord>, group: GroupRecord, tenantId: string): JsonObject {
  const { name, displayName, parent, version, updatedTime, updatedBy } = group;
  const above = parent === undefined ? undefined : groups.get(parent.toLowerCase());
  return {
    id: idOf(name),
    type: typeName,
    name,
    properties: {
      tenantId,
      displayName,
      details: {
        version,
        updatedTime,
        updatedBy,
        ...(above ? { parent: { id: idOf(above.name), name: above.name, displayName: above.displayName } } : {}),
      },
    },
  };
}

interface Known {
  readonly groups: ReadonlyMap<string, GroupRecord>;
  readonly group: GroupRecord;
  readonly tenantId: string;
}

async function requireGroup(ready: ReadyRequest, scope: ManagementGroupScope): Promise<Known> {
  const { store, settings } = ready.services;
  const groups = await readGroups(store, settings.tenantId);
  const group = groups.get(scope.managementGroup.toLowerCase());
  if (!group) throw managementGroupFaults.ManagementGroupUnknown({ id: idOf(scope.managementGroup) });
  return { groups, group, tenantId: settings.tenantId };
}

/** GET, with `$expand=children|path|ancestors` and `$recurse`. */
export async function getManagementGroup(ready: ReadyRequest, scope: ManagementGroupScope): Promise<HttpResponse> {
  const known = await requireGroup(ready, scope);
  const { query } = ready.request;
  const expand = query.get("$expand")?.toLowerCase();
  const shown = show(known.groups, known.group, known.tenantId);
  if (expand !== "children") return jsonResponse(200, shown);
  const recurse = query.get("$recurse")?.toLowerCase() === "true";
  const children = await childrenOf(ready, known, known.group, recurse);
  const properties = isJsonObject(shown["properties"]) ? shown["properties"] : {};
  return jsonResponse(200, { ...shown, properties: { ...properties, children } });
}

async function childrenOf(
  ready: ReadyRequest,
  known: Known,
  group: GroupRecord,
  recurse: boolean,
): Promise<readonly JsonObject[]> {
  const below: JsonObject[] = [];
  for (const child of known.groups.values()) {
    if (child.parent?.toLowerCase() !== group.name.toLowerCase()) continue;
    const { name, displayName } = child;
    const inner = recurse ? await childrenOf(ready, known, child, true) : [];
    below.push({ type: typeName, id: idOf(name), name, displayName, ...(inner.length > 0 ? { children: inner } : {}) });
  }
  const { settings } = ready.services;
  if ((await parentOfSubscription(ready)).toLowerCase() === group.name.toLowerCase()) {
    const { subscriptionId, subscriptionName } = settings;
    below.push({
      type: "/subscriptions",
      id: `/subscriptions/${subscriptionId}`,
      name: subscriptionId,
      displayName: subscriptionName,
    });
  }
  return below;
}

async function parentOfSubscription(ready: ReadyRequest): Promise<string> {
  const { store, settings } = ready.services;
  const entry = await store.get(subscriptionKey);
  const name = entry?.value["name"];
  return typeof name === "string" ? name : settings.tenantId;
}

/** PUT: makes or changes; done at once. */
export async function putManagementGroup(ready: ReadyRequest, scope: ManagementGroupScope): Promise<HttpResponse> {
  const name = scope.managementGroup;
  if (!/^[-\w.()]{1,90}$/.test(name) || name.endsWith(".")) {
    throw managementGroupFaults.InvalidManagementGroupName({ name });
  }
  return change(ready, scope, await readObject(ready.request), true);
}

/** PATCH: `displayName`, `parentGroupId`. */
export async function patchManagementGroup(ready: ReadyRequest, scope: ManagementGroupScope): Promise<HttpResponse> {
  await requireGroup(ready, scope);
  const { displayName, parentGroupId } = await readObject(ready.request);
  const details = parentGroupId === undefined ? {} : { details: { parent: { id: parentGroupId } } };
  return change(ready, scope, { properties: { displayName, ...details } }, false);
}

async function change(
  ready: ReadyRequest,
  scope: ManagementGroupScope,
  body: JsonObject,
  mayCreate: boolean,
): Promise<HttpResponse> {
  const { store, settings, clock, queue } = ready.services;
  const { tenantId } = settings;
  return queue.run(prefix, async () => {
    const groups = await readGroups(store, tenantId);
    const before = groups.get(scope.managementGroup.toLowerCase());
    if (!before && !mayCreate) throw managementGroupFaults.ManagementGroupUnknown({ id: scope.text });
    const properties = isJsonObject(body["properties"]) ? body["properties"] : {};
    const name = before?.name ?? scope.managementGroup;
    const parent = parentIn(groups, properties["details"]) ?? before?.parent ?? tenantId;
    const isRoot = before !== undefined && before.parent === undefined;
    if (isRoot) throw managementGroupFaults.RootManagementGroupFixed();
    refuseCycle(groups, name, parent);
    const { displayName } = properties;
    const group: GroupRecord = {
      name,
      displayName: typeof displayName === "string" && displayName !== "" ? displayName : (before?.displayName ?? name),
      parent,
      version: (before?.version ?? 0) + 1,
      updatedTime: new Date(clock.now()).toISOString(),
      updatedBy: ready.principal.objectId,
    };
    const key = `${prefix}${name.toLowerCase()}`;
    await store.write([{ kind: "put", key, value: group as unknown as JsonObject }]);
    return jsonResponse(200, show(new Map(groups).set(name.toLowerCase(), group), group, tenantId));
  });
}

function parentIn(groups: ReadonlyMap<string, GroupRecord>, details: Json | undefined): string | undefined {
  const parent = isJsonObject(details) ? details["parent"] : undefined;
  const id = isJsonObject(parent) ? parent["id"] : undefined;
  if (typeof id !== "string" || id === "") return undefined;
  const name = id.split("/").at(-1) ?? "";
  const found = groups.get(name.toLowerCase());
  if (!found) throw managementGroupFaults.ManagementGroupUnknown({ id: idOf(name) });
  return found.name;
}

function refuseCycle(groups: ReadonlyMap<string, GroupRecord>, name: string, parent: string): void {
  for (let at: string | undefined = parent; at !== undefined; at = groups.get(at.toLowerCase())?.parent) {
    if (at.toLowerCase() === name.toLowerCase()) throw managementGroupFaults.ManagementGroupParentCycle({ name });
  }
}

/** DELETE: refused while it holds anything. */
export async function deleteManagementGroup(ready: ReadyRequest, scope: ManagementGroupScope): Promise<HttpResponse> {
  const { store, settings, queue } = ready.services;
  return queue.run(prefix, async () => {
    const groups = await readGroups(store, settings.tenantId);
    const group = groups.get(scope.managementGroup.toLowerCase());
    if (!group) return emptyResponse(204);
    if (group.parent === undefined) throw managementGroupFaults.RootManagementGroupFixed();
    const known = { groups, group, tenantId: settings.tenantId };
    if ((await childrenOf(ready, known, group, false)).length > 0) {
      throw managementGroupFaults.ManagementGroupHasChildren({ name: group.name });
    }
    await store.write([{ kind: "delete", key: `${prefix}${group.name.toLowerCase()}` }]);
    // Clients of the API take 202 and 204, and nothing else.
    return emptyResponse(204);
  });
}

/** `managementGroups`: the list, without details as Azure gives it. */
export const managementGroupList: SpecialType = {
  async list(ready) {
    const { store, settings } = ready.services;
    const groups = await readGroups(store, settings.tenantId);
    const value = [...groups.values()].map(({ name, displayName }) => ({
      id: idOf(name),
      type: typeName,
      name,
      properties: { tenantId: settings.tenantId, displayName },
    }));
    return jsonResponse(200, { value });
  },
};

function ownSubscription(ready: ReadyRequest, id: string): string {
  const { subscriptionId } = ready.services.settings;
  if (id.toLowerCase() !== subscriptionId)
    throw managementGroupFaults.ManagementGroupUnknown({ id: `/subscriptions/${id}` });
  return subscriptionId;
}

/** PUT `managementGroups/{group}/subscriptions/{id}`: puts the subscription into the group. */
export async function putSubscription(
  ready: ReadyRequest,
  scope: ManagementGroupScope,
  id: string,
): Promise<HttpResponse> {
  const { group } = await requireGroup(ready, scope);
  ownSubscription(ready, id);
  await ready.services.store.write([{ kind: "put", key: subscriptionKey, value: { name: group.name } }]);
  return getSubscriptionUnder(ready, scope, id);
}

export async function getSubscriptionUnder(
  ready: ReadyRequest,
  scope: ManagementGroupScope,
  id: string,
): Promise<HttpResponse> {
  const { group } = await requireGroup(ready, scope);
  const subscriptionId = ownSubscription(ready, id);
  const parent = await parentOfSubscription(ready);
  if (parent.toLowerCase() !== group.name.toLowerCase()) {
    throw managementGroupFaults.ManagementGroupUnknown({ id: `${idOf(group.name)}/subscriptions/${id}` });
  }
  const { displayName, state, tenantId } = showSubscription(ready.services.settings);
  return jsonResponse(200, {
    id: `${idOf(group.name)}/subscriptions/${subscriptionId}`,
    type: `${typeName}/subscriptions`,
    name: subscriptionId,
    properties: { displayName, state, tenant: tenantId, parent: { id: idOf(group.name) } },
  });
}

/** DELETE: back under the root. */
export async function deleteSubscription(
  ready: ReadyRequest,
  scope: ManagementGroupScope,
  id: string,
): Promise<HttpResponse> {
  const { group } = await requireGroup(ready, scope);
  ownSubscription(ready, id);
  const parent = await parentOfSubscription(ready);
  if (parent.toLowerCase() !== group.name.toLowerCase()) return emptyResponse(204);
  await ready.services.store.write([{ kind: "delete", key: subscriptionKey }]);
  return emptyResponse(200);
}
