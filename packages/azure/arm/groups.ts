import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { resourceGroupScope, type ResourceGroupScope } from "@byocni/azure/types";
import { armFaults } from "./errors.ts";
import { isLocation, locationNames, normalizeLocation } from "./locations.ts";
import { accepted } from "./operations/accepted.ts";
import { readObject } from "./requests/body.ts";
import { callerOf, type ReadyRequest } from "./requests/context.ts";
import { pageOf } from "./requests/paging.ts";
import { matchesODataFilter, parseFilter, withValues } from "./requests/filter.ts";
import { checkTags } from "./resources/tags.ts";
import { groupKey, groupRecord, toValue, type GroupRecord } from "./resources/record.ts";

const maxName = 90;

/** A group as its answers show it. */
export function showGroup(record: GroupRecord): JsonObject {
  const { subscriptionId, name, location, tags, managedBy, deleting } = record;
  return {
    id: resourceGroupScope(subscriptionId, name).text,
    name,
    type: "Microsoft.Resources/resourceGroups",
    location,
    ...(tags === undefined ? {} : { tags }),
    ...(managedBy === undefined ? {} : { managedBy }),
    properties: { provisioningState: deleting === undefined ? "Succeeded" : "Deleting" },
  };
}

/** Letters and digits of any script, `-`, `.`, `(`, `)`, `_`; no period at the end. @throws ArmError */
export function checkGroupName(name: string): void {
  if (name.length > maxName || name.endsWith(".")) throw armFaults.ResourceGroupNameTooLong();
  const bad = name.replaceAll(/[\p{L}\p{N}\-.()_]/gu, "");
  if (bad !== "") throw armFaults.InvalidResourceGroup({ name, characters: [...new Set(bad)].join("") });
}

export async function putGroup(ready: ReadyRequest, scope: ResourceGroupScope): Promise<HttpResponse> {
  const { store, repository, clock, queue } = ready.services;
  const name = scope.resourceGroup;
  checkGroupName(name);
  const body = await readObject(ready.request);
  const location = groupLocation(body["location"]);
  const tags = body["tags"] === undefined || body["tags"] === null ? undefined : checkTags(body["tags"]);
  const managedBy = typeof body["managedBy"] === "string" ? body["managedBy"] : undefined;
  return queue.run(scope.key, async () => {
    const entry = await repository.groupEntry(scope.subscriptionId, name);
    const before = entry && groupRecord(entry.value);
    if (before?.deleting !== undefined) throw armFaults.ResourceGroupBeingDeleted({ name });
    if (before && before.location !== location) {
      throw armFaults.InvalidResourceGroupLocation({ given: location, location: before.location });
    }
    const record: GroupRecord = {
      subscriptionId: scope.subscriptionId.toLowerCase(),
      name: before?.name ?? name,
      location,
      ...(tags === undefined ? {} : { tags }),
      ...((managedBy ?? before?.managedBy) === undefined ? {} : { managedBy: managedBy ?? before?.managedBy ?? "" }),
      createdAt: before?.createdAt ?? new Date(clock.now()).toISOString(),
    };
    await store.write([{ kind: "put", key: groupKey(scope.subscriptionId, name), value: toValue(record) }]);
    return jsonResponse(before ? 200 : 201, showGroup(record));
  });
}

function groupLocation(given: unknown): string {
  if (typeof given !== "string" || given.trim() === "") throw armFaults.LocationRequired();
  const location = normalizeLocation(given);
  if (!isLocation(location)) {
    throw armFaults.LocationNotAvailableForResourceGroup({ location: given, locations: locationNames() });
  }
  return location;
}

async function requireRecord(ready: ReadyRequest, scope: ResourceGroupScope): Promise<GroupRecord> {
  const entry = await ready.services.repository.groupEntry(scope.subscriptionId, scope.resourceGroup);
  if (!entry) throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  return groupRecord(entry.value);
}

export async function getGroup(ready: ReadyRequest, scope: ResourceGroupScope): Promise<HttpResponse> {
  return jsonResponse(200, showGroup(await requireRecord(ready, scope)));
}

export async function headGroup(ready: ReadyRequest, scope: ResourceGroupScope): Promise<HttpResponse> {
  const entry = await ready.services.repository.groupEntry(scope.subscriptionId, scope.resourceGroup);
  return emptyResponse(entry ? 204 : 404);
}

/** PATCH: tags replace all; name, location and the rest cannot change. */
export async function patchGroup(ready: ReadyRequest, scope: ResourceGroupScope): Promise<HttpResponse> {
  const body = await readObject(ready.request);
  return ready.services.queue.run(scope.key, async () => {
    const before = await requireRecord(ready, scope);
    const tags = body["tags"] === undefined ? before.tags : checkTags(body["tags"] ?? {});
    const record: GroupRecord = { ...before, ...(tags === undefined ? {} : { tags }) };
    const key = groupKey(scope.subscriptionId, scope.resourceGroup);
    await ready.services.store.write([{ kind: "put", key, value: toValue(record) }]);
    return jsonResponse(200, showGroup(record));
  });
}

/** `$filter=tagName eq 'a' and tagValue eq 'b'`, `$top`. Only groups that the caller can read. */
export async function listGroups(ready: ReadyRequest, subscriptionId: string): Promise<HttpResponse> {
  const { repository, authorizer } = ready.services;
  const asked = parseFilter(ready.request.query, filterable);
  const filter = asked && withValues(asked, "location", normalizeLocation);
  const shown: JsonObject[] = [];
  for (const record of await repository.groups(subscriptionId)) {
    const scope = resourceGroupScope(record.subscriptionId, record.name).text;
    const action = "Microsoft.Resources/subscriptions/resourceGroups/read";
    if (!(await authorizer.allowed(ready.principal.objectId, action, scope))) continue;
    if (filter && !matchesODataFilter(filter, { property: (path) => groupProperty(record, path, filter) })) continue;
    shown.push(showGroup(record));
  }
  return jsonResponse(200, pageOf(ready.request, shown));
}

const filterable: ReadonlySet<string> = new Set(["name", "location", "tagname", "tagvalue"]);

function groupProperty(record: GroupRecord, path: string, filter: unknown): unknown {
  const { tags = {} } = record;
  switch (path.toLowerCase()) {
    case "name":
      return record.name;
    case "location":
      return record.location;
    case "tagname":
      return tagNameIn(tags, filter);
    case "tagvalue": {
      const name = tagNameIn(tags, filter);
      return name === undefined ? undefined : tags[name];
    }
    default:
      return undefined;
  }
}

/** The tag that a filter speaks of, in the spelling of the resource; undefined when it does not have it. */
export function tagNameIn(tags: Readonly<Record<string, string>>, filter: unknown): string | undefined {
  const wanted = wantedTag(filter)?.toLowerCase();
  return Object.keys(tags).find((name) => name.toLowerCase() === wanted);
}

function wantedTag(filter: unknown): string | undefined {
  const node = filter as {
    kind?: string;
    path?: string;
    value?: unknown;
    left?: unknown;
    right?: unknown;
    inner?: unknown;
  };
  if (node.kind === "compare") {
    return node.path?.toLowerCase() === "tagname" && typeof node.value === "string" ? node.value : undefined;
  }
  if (node.kind === "not") return wantedTag(node.inner);
  if (node.kind === "and" || node.kind === "or") return wantedTag(node.left) ?? wantedTag(node.right);
  return undefined;
}

/** 202 with a `Location` to poll; everything in the group goes first. */
export async function deleteGroup(ready: ReadyRequest, scope: ResourceGroupScope): Promise<HttpResponse> {
  const { store, operations, queue } = ready.services;
  const operationId = await queue.run(scope.key, async () => {
    const before = await requireRecord(ready, scope);
    if (before.deleting !== undefined) return before.deleting;
    const planned = operations.plan({
      runner: "groupDelete",
      kind: "delete",
      target: resourceGroupScope(before.subscriptionId, before.name).text,
      state: "Deleting",
      caller: callerOf(ready),
    });
    const key = groupKey(scope.subscriptionId, scope.resourceGroup);
    const value = toValue({ ...before, deleting: planned.record.id });
    await store.write([{ kind: "put", key, value }, planned.write]);
    operations.begin(planned.record);
    return planned.record.id;
  });
  return accepted(ready, operationId);
}
