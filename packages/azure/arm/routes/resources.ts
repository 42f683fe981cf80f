import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { ODataFilter, Scope } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { tagNameIn } from "../groups.ts";
import { normalizeLocation } from "../locations.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { matchesODataFilter, parseFilter, pathsOf, withValues } from "../requests/filter.ts";
import { pageOf } from "../requests/paging.ts";
import type { Resource } from "../resource.ts";

/** The generic list: tracked resources of a group or subscription, with `$filter`, `$expand`, `$top`. */
export async function listAllResources(ready: ReadyRequest, scope: Scope): Promise<HttpResponse> {
  const { repository, authorizer, registry } = ready.services;
  if (scope.kind === "resourceGroup" && !(await repository.getGroup(scope.subscriptionId, scope.resourceGroup))) {
    throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  }
  const asked = parseFilter(ready.request.query, filterable);
  const filter = asked && withValues(asked, "location", normalizeLocation);
  // Who filters by tags gets resources without them (REST reference of the list).
  const hidesTags = filter !== undefined && pathsOf(filter).some((path) => /^tag(name|value)$/i.test(path));
  const expand = new Set(
    (ready.request.query.get("$expand") ?? "")
      .toLowerCase()
      .split(",")
      .map((word) => word.trim()),
  );
  const { objectId } = ready.principal;
  // One check for the whole scope saves one for every resource in the usual case.
  const seesAll = await authorizer.allowed(objectId, "*/read", scope.text);
  const shown: JsonObject[] = [];
  for (const resource of await repository.list({ within: scope.key })) {
    // Children with a location of their own are tracked too.
    const isInGroup = resource.id.scope.kind === "resourceGroup";
    if (!isInGroup || !registry.stored(resource.type) || resource.location === undefined) continue;
    if (!seesAll && !(await authorizer.allowed(objectId, `${resource.type}/read`, resource.id.text))) continue;
    if (filter && !matchesODataFilter(filter, { property: (path) => propertyOf(resource, path, filter) })) continue;
    const { tags: _tags, ...untagged } = resource;
    shown.push(showGeneric(hidesTags ? untagged : resource, expand));
  }
  return jsonResponse(200, pageOf(ready.request, shown));
}

const filterable: ReadonlySet<string> = new Set([
  "resourcetype",
  "resourcegroup",
  "name",
  "id",
  "resourceid",
  "location",
  "kind",
  "managedby",
  "identity/principalid",
  "plan/publisher",
  "plan/product",
  "plan/name",
  "plan/version",
  "plan/promotioncode",
  "tagname",
  "tagvalue",
  "createdtime",
  "changedtime",
  "provisioningstate",
]);

function showGeneric(resource: Resource, expand: ReadonlySet<string>): JsonObject {
  const { id, name, type, location, kind, sku, identity, zones, plan, managedBy, tags, history } = resource;
  return {
    id: id.text,
    name: id.names.length > 1 ? id.names.join("/") : name,
    type,
    ...(location === undefined ? {} : { location }),
    ...(kind === undefined ? {} : { kind }),
    ...(sku === undefined ? {} : { sku }),
    ...(identity === undefined ? {} : { identity }),
    ...(zones === undefined ? {} : { zones }),
    ...(plan === undefined ? {} : { plan }),
    ...(managedBy === undefined ? {} : { managedBy }),
    ...(tags === undefined ? {} : { tags }),
    ...(expand.has("createdtime") ? { createdTime: history.createdAt } : {}),
    ...(expand.has("changedtime") ? { changedTime: history.lastModifiedAt } : {}),
    ...(expand.has("provisioningstate") ? { provisioningState: resource.provisioningState } : {}),
  };
}

function propertyOf(resource: Resource, path: string, filter: ODataFilter): unknown {
  const { tags = {} } = resource;
  switch (path.toLowerCase()) {
    case "resourcetype":
      return resource.type;
    case "resourcegroup":
      return resource.id.resourceGroup;
    case "name":
      return resource.name;
    case "id":
    case "resourceid":
      return resource.id.text;
    case "location":
      return resource.location === undefined ? undefined : normalizeLocation(resource.location);
    case "kind":
      return resource.kind;
    case "managedby":
      return resource.managedBy;
    case "identity/principalid":
      return resource.identity?.["principalId"];
    case "plan/publisher":
    case "plan/product":
    case "plan/name":
    case "plan/version":
      return resource.plan?.[path.slice("plan/".length).toLowerCase()];
    case "plan/promotioncode":
      return resource.plan?.["promotionCode"];
    case "createdtime":
      return resource.history.createdAt;
    case "changedtime":
      return resource.history.lastModifiedAt;
    case "provisioningstate":
      return resource.provisioningState;
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
