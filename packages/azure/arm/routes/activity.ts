import type { JsonObject } from "@byocni/base/core";
import { jsonResponse } from "@byocni/base/http";
import { parseScope } from "@byocni/azure/types";
import type { ActivityEvent } from "../activity-log.ts";
import type { SpecialType } from "../special-type.ts";
import type { ResourceProvider } from "../provider.ts";
import { matchesODataFilter, parseFilter } from "../requests/filter.ts";
import { pageOf } from "../requests/paging.ts";
import { statusName } from "../requests/status-names.ts";

/** `Microsoft.Insights`: of it, byocni has the activity log (`az monitor activity-log list`). */
export const insightsProvider: ResourceProvider = {
  namespace: "Microsoft.Insights",
  resourceTypes: [
    {
      kind: "computed",
      name: "eventtypes/values",
      apiVersions: ["2017-03-01-preview", "2015-04-01"],
      scopes: ["subscription"],
    },
  ],
  notImplemented: [
    "diagnosticSettings",
    "dataCollectionRules",
    "dataCollectionRuleAssociations",
    "dataCollectionEndpoints",
    "metricAlerts",
    "actionGroups",
    "activityLogAlerts",
    "components",
    "workbooks",
    "scheduledQueryRules",
    "autoscaleSettings",
    "webtests",
    "privateLinkScopes",
    "logProfiles",
  ],
};

/** `…/providers/Microsoft.Insights/eventtypes/management/values`. */
export const activityValues: SpecialType = {
  async list(ready, target) {
    const { query } = ready.request;
    const filter = parseFilter(query, filterable);
    const selected = query
      .get("$select")
      ?.split(",")
      .map((name) => name.trim());
    const events = await ready.services.activity.list({ within: target.scope.text });
    const matching = events.filter(
      (event) => !filter || matchesODataFilter(filter, { property: (path) => propertyOf(event, path) }),
    );
    return jsonResponse(
      200,
      pageOf(
        ready.request,
        matching.map((event) => select(showEvent(event), selected)),
      ),
    );
  },
};

const filterable: ReadonlySet<string> = new Set([
  "eventtimestamp",
  "resourcegroupname",
  "resourceuri",
  "resourceid",
  "resourceprovider",
  "resourcetype",
  "operationname",
  "correlationid",
  "caller",
  "status",
  "levels",
  "eventchannels",
]);

/** `$select`: only the named members, as clients ask for to keep answers small. */
function select(event: JsonObject, names: readonly string[] | undefined): JsonObject {
  if (names === undefined) return event;
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(event).filter(([name]) => wanted.has(name.toLowerCase())));
}

function groupOf(event: ActivityEvent): string | undefined {
  const scope = parseScope(event.scope);
  return scope && "resourceGroup" in scope ? scope.resourceGroup : undefined;
}

function propertyOf(event: ActivityEvent, path: string): unknown {
  switch (path.toLowerCase()) {
    case "eventtimestamp":
      return event.time;
    case "resourcegroupname":
      return groupOf(event);
    case "resourceuri":
    case "resourceid":
      return event.scope;
    case "resourceprovider":
      return event.action.split("/")[0];
    case "resourcetype":
      return event.action.split("/").slice(0, -1).join("/");
    case "operationname":
      return event.action;
    case "eventchannels":
      return "Operation";
    case "correlationid":
      return event.correlationId;
    case "caller":
      return callerOf(event);
    case "status":
      return event.status;
    case "levels":
      return event.status === "Failed" ? "Error" : "Informational";
    default:
      return undefined;
  }
}

function callerOf(event: ActivityEvent): string {
  return event.caller.appId ?? event.caller.displayName;
}

function showEvent(event: ActivityEvent): JsonObject {
  const { id, time, action, scope, status, httpStatus, correlationId, error, warnings } = event;
  const group = groupOf(event);
  const reason = statusName(httpStatus);
  return {
    id: `${scope}/events/${id}`,
    eventDataId: id,
    correlationId,
    operationId: correlationId,
    eventTimestamp: time,
    submissionTimestamp: time,
    level: status === "Failed" ? "Error" : (warnings?.length ?? 0) > 0 ? "Warning" : "Informational",
    channels: "Operation",
    category: { value: "Administrative", localizedValue: "Administrative" },
    eventName: { value: status === "Accepted" ? "BeginRequest" : "EndRequest" },
    caller: callerOf(event),
    claims: { "http://schemas.microsoft.com/identity/claims/objectidentifier": event.caller.objectId },
    operationName: { value: action, localizedValue: action },
    resourceId: scope,
    resourceProviderName: { value: action.split("/")[0] ?? "" },
    resourceType: { value: action.split("/").slice(0, -1).join("/") },
    ...(group === undefined ? {} : { resourceGroupName: group }),
    status: { value: status, localizedValue: status },
    subStatus: { value: reason, localizedValue: `${reason} (HTTP Status Code: ${httpStatus})` },
    properties: {
      statusCode: reason,
      entity: scope,
      ...(error === undefined ? {} : { statusMessage: JSON.stringify({ error }) }),
      ...(warnings === undefined ? {} : { warnings: JSON.stringify(warnings) }),
    },
  };
}
