import type { HttpResponse } from "@byocni/base/http";
import type { Scope } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { startExport } from "../export/export-group.ts";
import { deleteGroup, getGroup, headGroup, listGroups, patchGroup, putGroup } from "../groups.ts";
import {
  deleteManagementGroup,
  deleteSubscription,
  getManagementGroup,
  getSubscriptionUnder,
  patchManagementGroup,
  putManagementGroup,
  putSubscription,
} from "../management-groups.ts";
import { startMove } from "../moves/moves.ts";
import { answerResult } from "../operations/poll.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { getFeature, listFeatures, registerFeature, unregisterFeature } from "./features.ts";
import { getProvider, listProviders, registerProvider, unregisterProvider } from "./providers.ts";
import { listAllResources } from "./resources.ts";
import { deleteTagName, deleteTagValue, listTagNames, putTagName, putTagValue } from "./tag-names.ts";
import { getSubscription, listLocations, listSubscriptions, listTenants } from "./subscription.ts";

type Answer = Promise<HttpResponse> | HttpResponse;

interface FixedRoute {
  readonly method: string;
  readonly at: Scope["kind"];
  /** Segments after the scope; `:x` takes any. */
  readonly rest: readonly string[];
  readonly answer: (ready: ReadyRequest, scope: Scope, parameters: readonly string[]) => Answer;
}

function route(method: string, at: Scope["kind"], rest: readonly string[], answer: FixedRoute["answer"]): FixedRoute {
  return { method, at, rest, answer };
}

function onManagementGroup(
  answer: (
    ready: ReadyRequest,
    scope: Extract<Scope, { kind: "managementGroup" }>,
    parameters: readonly string[],
  ) => Answer,
) {
  return (ready: ReadyRequest, scope: Scope, parameters: readonly string[]): Answer => {
    if (scope.kind !== "managementGroup") throw new Error("a management group's route is matched on one");
    return answer(ready, scope, parameters);
  };
}

function onGroup(answer: (ready: ReadyRequest, scope: Extract<Scope, { kind: "resourceGroup" }>) => Answer) {
  return (ready: ReadyRequest, scope: Scope): Answer => {
    if (scope.kind !== "resourceGroup") throw new Error("a group route is matched on a group");
    return answer(ready, scope);
  };
}

const features = "Microsoft.Features";
const feature = ["providers", features, "providers", ":namespace", "features", ":name"];

/** What Resource Manager answers by itself. */
const routes: readonly FixedRoute[] = [
  route("GET", "tenant", ["tenants"], listTenants),
  route("GET", "tenant", ["subscriptions"], listSubscriptions),
  route("GET", "tenant", ["providers"], (ready) => listProviders(ready, false)),
  route("GET", "tenant", ["providers", ":namespace"], (ready, _, [name = ""]) => getProvider(ready, name, false)),
  route("GET", "subscription", [], getSubscription),
  route("GET", "subscription", ["locations"], listLocations),
  route("GET", "subscription", ["resourcegroups"], (ready) =>
    listGroups(ready, ready.services.settings.subscriptionId),
  ),
  route("GET", "subscription", ["resources"], listAllResources),
  route("GET", "subscription", ["providers"], (ready) => listProviders(ready, true)),
  route("GET", "subscription", ["providers", ":namespace"], (ready, _, [name = ""]) => getProvider(ready, name, true)),
  route("POST", "subscription", ["providers", ":namespace", "register"], (ready, _, [name = ""]) =>
    registerProvider(ready, name),
  ),
  route("POST", "subscription", ["providers", ":namespace", "unregister"], (ready, _, [name = ""]) =>
    unregisterProvider(ready, name),
  ),
  route("GET", "subscription", ["providers", features, "features"], (ready) => listFeatures(ready, undefined)),
  route("GET", "subscription", ["providers", features, "providers", ":namespace", "features"], (ready, _, [name]) =>
    listFeatures(ready, name),
  ),
  route("GET", "subscription", feature, (ready, _, [space = "", name = ""]) => getFeature(ready, space, name)),
  route("POST", "subscription", [...feature, "register"], (ready, _, [space = "", name = ""]) =>
    registerFeature(ready, space, name),
  ),
  route("POST", "subscription", [...feature, "unregister"], (ready, _, [space = "", name = ""]) =>
    unregisterFeature(ready, space, name),
  ),
  route("GET", "subscription", ["tagNames"], listTagNames),
  route("PUT", "subscription", ["tagNames", ":name"], (ready, _, [name = ""]) => putTagName(ready, name)),
  route("DELETE", "subscription", ["tagNames", ":name"], (ready, _, [name = ""]) => deleteTagName(ready, name)),
  route("PUT", "subscription", ["tagNames", ":name", "tagValues", ":value"], (ready, _, [name = "", value = ""]) =>
    putTagValue(ready, name, value),
  ),
  route("DELETE", "subscription", ["tagNames", ":name", "tagValues", ":value"], (ready, _, [name = "", value = ""]) =>
    deleteTagValue(ready, name, value),
  ),
  route("GET", "subscription", ["operationresults", ":id"], (ready, _, [id = ""]) => answerResult(ready, id)),
  route("GET", "managementGroup", [], onManagementGroup(getManagementGroup)),
  route("PUT", "managementGroup", [], onManagementGroup(putManagementGroup)),
  route("PATCH", "managementGroup", [], onManagementGroup(patchManagementGroup)),
  route("DELETE", "managementGroup", [], onManagementGroup(deleteManagementGroup)),
  ...(
    [
      ["GET", getSubscriptionUnder],
      ["PUT", putSubscription],
      ["DELETE", deleteSubscription],
    ] as const
  ).map(([method, answer]) =>
    route(
      method,
      "managementGroup",
      ["subscriptions", ":id"],
      onManagementGroup((ready, scope, [id = ""]) => answer(ready, scope, id)),
    ),
  ),
  route("GET", "resourceGroup", [], onGroup(getGroup)),
  route("HEAD", "resourceGroup", [], onGroup(headGroup)),
  route("PUT", "resourceGroup", [], onGroup(putGroup)),
  route("PATCH", "resourceGroup", [], onGroup(patchGroup)),
  route("DELETE", "resourceGroup", [], onGroup(deleteGroup)),
  route("GET", "resourceGroup", ["resources"], listAllResources),
  route("POST", "resourceGroup", ["exportTemplate"], onGroup(startExport)),
  route(
    "POST",
    "resourceGroup",
    ["moveResources"],
    onGroup((ready, scope) => startMove(ready, scope, false)),
  ),
  route(
    "POST",
    "resourceGroup",
    ["validateMoveResources"],
    onGroup((ready, scope) => startMove(ready, scope, true)),
  ),
];

/** Calls that Azure has here and byocni has not. */
const notImplemented: readonly (readonly [string, Scope["kind"], string])[] = [
  ["POST", "subscription", "resources"],
  ["GET", "managementGroup", "descendants"],
];

/** @throws ArmError 404 or 405 when there is no such call */
export function answerFixed(ready: ReadyRequest, scope: Scope, rest: readonly string[]): Answer {
  let isKnown = false;
  for (const candidate of routes) {
    if (candidate.at !== scope.kind) continue;
    const parameters = match(candidate.rest, rest);
    if (!parameters) continue;
    if (candidate.method === ready.request.method) return candidate.answer(ready, scope, parameters);
    isKnown = true;
  }
  const { method, path } = ready.request;
  for (const [wanted, at, pattern] of notImplemented) {
    if (wanted === method && at === scope.kind && match(pattern.split("/"), rest)) {
      throw armFaults.NotImplemented({ what: `the call ${method} ${pattern}` });
    }
  }
  if (isKnown) throw armFaults.MethodNotAllowed({ method });
  throw armFaults.NotFound({ path });
}

function match(pattern: readonly string[], rest: readonly string[]): readonly string[] | undefined {
  if (pattern.length !== rest.length) return undefined;
  const parameters: string[] = [];
  for (const [index, word] of pattern.entries()) {
    const segment = rest[index] ?? "";
    if (word.startsWith(":")) parameters.push(segment);
    else if (word.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return parameters;
}
