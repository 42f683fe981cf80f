import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { parentResource, type ResourceId, type Scope } from "@byocni/azure/types";
import type { DeploymentScope, TemplatePlan } from "@byocni/azure/template";
import type { SpecialType } from "../dispatch.ts";
import { armFaults } from "../errors.ts";
import { pollOperation } from "../operations/poll.ts";
import { resultUrl, retryHeaders } from "../operations/urls.ts";
import { callerOf, type ReadyRequest } from "../requests/context.ts";
import { matchesODataFilter, parseFilter } from "../requests/filter.ts";
import { pageOf } from "../requests/paging.ts";
import { usTime } from "../requests/us-time.ts";
import { groupRecord } from "../resources/record.ts";
import { templateCloud, type DeploymentCloud } from "./cloud.ts";
import { deploymentFaults } from "./errors.ts";
import { lookAhead, requireValid } from "./look-ahead.ts";
import { planDeployment } from "./planning.ts";
import {
  asDeploymentValue,
  deploymentId,
  deploymentKey,
  deploymentOperationPrefix,
  deploymentOperationRecord,
  deploymentPrefix,
  deploymentRecord,
  errorJson,
  showDeployment,
  showOperation,
  showPlan,
  showValidated,
  type DeploymentRecord,
} from "./record.ts";
import {
  checkDeploymentName,
  maxNesting,
  nestingOf,
  readDeploymentRequest,
  type ContentReader,
  type DeploymentRequest,
} from "./request.ts";
import { whatIfChanges } from "./what-if.ts";

/** How long Azure lets a deployment run. */
const lifetimeMs = 7 * 24 * 3600 * 1000;

/** Deployments kept a scope; the oldest go when there are more, as in Azure's history. */
const maxKept = 800;

/** `Microsoft.Resources/deployments` with its operations. */
export function deploymentTypes(readContent: ContentReader): ReadonlyMap<string, SpecialType> {
  return new Map<string, SpecialType>([
    [
      "microsoft.resources/deployments",
      {
        put: (ready, id) => createDeployment(ready, id, readContent),
        get: async (ready, id) => {
          const record = await requireDeployment(ready, scopeOf(ready, id), id.name);
          return jsonResponse(200, showDeployment(record, ready.services.clock.now()));
        },
        head: async (ready, id) => emptyResponse((await find(ready, scopeOf(ready, id), id.name)) ? 204 : 404),
        delete: deleteDeployment,
        list: (ready, target) => listDeployments(ready, target.scope),
        actions: {
          validate: (ready, id) => validateDeployment(ready, id, readContent),
          whatif: (ready, id) => startWhatIf(ready, id, readContent),
          cancel: cancelDeployment,
          exporttemplate: async (ready, id) => {
            const { template } = await requireDeployment(ready, scopeOf(ready, id), id.name);
            return jsonResponse(200, { template });
          },
        },
      },
    ],
    [
      "microsoft.resources/deployments/operations",
      {
        get: getOperation,
        list: (ready, target) => listOperations(ready, target.scope, target.names[0] ?? ""),
      },
    ],
    ["microsoft.resources/deployments/operationstatuses", { get: (ready, id) => operationStatus(ready, id.name) }],
  ]);
}

function scopeOf(ready: ReadyRequest, id: ResourceId): DeploymentScope {
  return deploymentScope(ready, id.scope);
}

function deploymentScope(ready: ReadyRequest, scope: Scope): DeploymentScope {
  switch (scope.kind) {
    case "resourceGroup":
      return {
        kind: "resourceGroup",
        subscriptionId: ready.services.settings.subscriptionId,
        resourceGroup: scope.resourceGroup,
      };
    case "subscription":
      return { kind: "subscription", subscriptionId: ready.services.settings.subscriptionId };
    case "managementGroup":
      return { kind: "managementGroup", managementGroup: scope.managementGroup };
    case "tenant":
      return { kind: "tenant" };
    case "resource":
      throw armFaults.InvalidScope({ type: "Microsoft.Resources/deployments", scope: scope.text });
  }
}

async function find(ready: ReadyRequest, scope: DeploymentScope, name: string): Promise<DeploymentRecord | undefined> {
  const entry = await ready.services.store.get(deploymentKey(scope, name));
  return entry && deploymentRecord(entry.value);
}

async function requireDeployment(ready: ReadyRequest, scope: DeploymentScope, name: string): Promise<DeploymentRecord> {
  await requireScopeGroup(ready, scope);
  const record = await find(ready, scope, name);
  if (!record) throw deploymentFaults.DeploymentNotFound({ name });
  return record;
}

/** The scope with the group in its own spelling. @throws ArmError when the group is not there or going */
async function requireScopeGroup(
  ready: ReadyRequest,
  scope: DeploymentScope,
  writes = false,
): Promise<DeploymentScope> {
  if (scope.kind !== "resourceGroup") return scope;
  const entry = await ready.services.repository.groupEntry(scope.subscriptionId, scope.resourceGroup);
  if (!entry) throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  const group = groupRecord(entry.value);
  if (writes && group.deleting !== undefined) throw armFaults.ResourceGroupBeingDeleted({ name: group.name });
  return { ...scope, resourceGroup: group.name };
}

interface Planned {
  readonly request: DeploymentRequest;
  readonly plan: TemplatePlan;
  readonly cloud: DeploymentCloud;
  readonly now: number;
}

/** Reads, plans and looks ahead: everything that is checked before anything is made. */
async function planRequest(ready: ReadyRequest, id: ResourceId, readContent: ContentReader): Promise<Planned> {
  checkDeploymentName(id.name);
  const scope = await requireScopeGroup(ready, scopeOf(ready, id), true);
  const request = await readDeploymentRequest(ready.request, { name: id.name, scope }, readContent);
  const { services, principal, context } = ready;
  const cloud = await templateCloud({
    settings: services.settings,
    registry: services.registry,
    repository: services.repository,
    principal,
    origin: ready.request.origin,
    location: request.location,
  });
  const now = services.clock.now();
  const plan = await planDeployment(request, cloud, { now, seed: context.correlationId + id.name });
  return { request, plan, cloud, now };
}

async function preflight(ready: ReadyRequest, planned: Planned, readContent: ContentReader): Promise<void> {
  const { request, plan, cloud } = planned;
  const templateUri = request.templateLink?.uri;
  const ahead = await lookAhead(ready, { plan, cloud, purpose: "preflight", readContent, templateUri });
  requireValid(ahead, request.name, ready.services.random.uuid());
}

async function validateDeployment(
  ready: ReadyRequest,
  id: ResourceId,
  readContent: ContentReader,
): Promise<HttpResponse> {
  const planned = await planRequest(ready, id, readContent);
  await preflight(ready, planned, readContent);
  const { request, plan, now } = planned;
  return jsonResponse(200, showValidated(request, plan, { now, correlationId: ready.context.correlationId }));
}

async function createDeployment(
  ready: ReadyRequest,
  id: ResourceId,
  readContent: ContentReader,
): Promise<HttpResponse> {
  const planned = await planRequest(ready, id, readContent);
  const { request, plan, now } = planned;
  const { services, context } = ready;
  const { store, operations, random, queue } = services;
  const before = await find(ready, request.scope, request.name);
  refuseActive(before);
  // Names inside may be known only while the outer deployment runs: preflight did not get here.
  if (nestingOf(ready.request) > maxNesting) throw deploymentFaults.NestedTooDeep({ name: id.name, limit: maxNesting });
  if (before?.location !== undefined && request.location !== before.location) {
    throw deploymentFaults.InvalidDeploymentLocation({
      given: request.location ?? "",
      name: before.name,
      location: before.location,
    });
  }
  await preflight(ready, planned, readContent);
  const key = deploymentKey(request.scope, request.name);
  // The operation goes by the number in its URL.
  const statusId = `085${Array.from({ length: 17 }, () => random.int(10)).join("")}`;
  const operation = operations.plan({
    id: statusId,
    runner: "deployment",
    kind: "deploy",
    target: deploymentId(request.scope, request.name),
    state: "Running",
    input: { key, nesting: nestingOf(ready.request) },
    caller: callerOf(ready),
  });
  const record: DeploymentRecord = {
    id: deploymentId(request.scope, request.name),
    name: request.name,
    scope: request.scope,
    ...(request.location === undefined ? {} : { location: request.location }),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
    mode: request.mode,
    template: request.template,
    ...(request.templateLink === undefined ? {} : { templateLink: request.templateLink }),
    parameterInputs: request.parameters,
    state: "Accepted",
    startedAt: now,
    correlationId: context.correlationId,
    operationId: operation.record.id,
    statusId,
    shown: showPlan(plan),
  };
  await queue.run(key, async () => {
    refuseActive(await find(ready, request.scope, request.name));
    const old = await store.list(deploymentOperationPrefix(request.scope, request.name));
    await store.write([
      { kind: "put", key, value: asDeploymentValue(record) },
      operation.write,
      ...old.entries.map((entry) => ({ kind: "delete", key: entry.key }) as const),
    ]);
  });
  operations.begin(operation.record);
  await prune(ready, request.scope);
  const { origin, path } = ready.request;
  const url = `${origin}${path.replace(/\/$/, "")}/operationStatuses/${statusId}?api-version=${ready.apiVersion}`;
  return jsonResponse(before ? 200 : 201, showDeployment(record, now), {
    "azure-asyncoperation": url,
    ...retryHeaders,
  });
}

function refuseActive(before: DeploymentRecord | undefined): void {
  if (before?.state !== "Accepted" && before?.state !== "Running") return;
  const started = usTime(before.startedAt);
  throw deploymentFaults.DeploymentActive({
    name: before.name,
    started,
    expires: usTime(before.startedAt + lifetimeMs),
  });
}

async function prune(ready: ReadyRequest, scope: DeploymentScope): Promise<void> {
  const { store } = ready.services;
  const { entries } = await store.list(deploymentPrefix(scope));
  if (entries.length <= maxKept) return;
  const ended = entries
    .map((entry) => ({ key: entry.key, record: deploymentRecord(entry.value) }))
    .filter(({ record }) => record.endedAt !== undefined)
    .sort((a, b) => a.record.startedAt - b.record.startedAt);
  for (const { key, record } of ended.slice(0, entries.length - maxKept)) {
    const steps = await store.list(deploymentOperationPrefix(scope, record.name));
    await store.write([key, ...steps.entries.map((step) => step.key)].map((gone) => ({ kind: "delete", key: gone })));
  }
}

async function operationStatus(ready: ReadyRequest, id: string): Promise<HttpResponse> {
  const record = await pollOperation(ready, id);
  if (record.status === "Running") return jsonResponse(200, { status: "Running" }, retryHeaders);
  const error = record.error?.body;
  const body: JsonObject = {
    status: record.status,
    ...(error === undefined ? {} : { error: errorJson({ target: record.target, ...error }) }),
  };
  return jsonResponse(200, body);
}

async function listDeployments(ready: ReadyRequest, place: Scope): Promise<HttpResponse> {
  const scope = await requireScopeGroup(ready, deploymentScope(ready, place));
  const filter = parseFilter(ready.request.query);
  const { entries } = await ready.services.store.list(deploymentPrefix(scope));
  const records = entries
    .map(({ value }) => deploymentRecord(value))
    .filter(
      (record) =>
        !filter ||
        matchesODataFilter(filter, {
          property: (path) => (path.toLowerCase() === "provisioningstate" ? record.state : undefined),
        }),
    )
    .sort((a, b) => b.startedAt - a.startedAt);
  const now = ready.services.clock.now();
  return jsonResponse(
    200,
    pageOf(
      ready.request,
      records.map((record) => showDeployment(record, now)),
    ),
  );
}

/** Only the history goes; what was deployed stays. */
async function deleteDeployment(ready: ReadyRequest, id: ResourceId): Promise<HttpResponse> {
  const scope = await requireScopeGroup(ready, scopeOf(ready, id));
  const record = await find(ready, scope, id.name);
  if (!record) return emptyResponse(204);
  refuseActive(record);
  const { store } = ready.services;
  const steps = await store.list(deploymentOperationPrefix(scope, id.name));
  const keys = [deploymentKey(scope, id.name), ...steps.entries.map(({ key }) => key)];
  await store.write(keys.map((key) => ({ kind: "delete", key })));
  return emptyResponse(204);
}

async function cancelDeployment(ready: ReadyRequest, id: ResourceId): Promise<HttpResponse> {
  const record = await requireDeployment(ready, scopeOf(ready, id), id.name);
  if (!ready.services.operations.cancel(record.operationId)) {
    throw deploymentFaults.DeploymentNotRunning({ name: record.name, state: record.state });
  }
  return emptyResponse(204);
}

async function listOperations(ready: ReadyRequest, place: Scope, name: string): Promise<HttpResponse> {
  const scope = deploymentScope(ready, place);
  const deployment = await requireDeployment(ready, scope, name);
  const { entries } = await ready.services.store.list(deploymentOperationPrefix(scope, name));
  const steps = entries
    .map(({ value }) => deploymentOperationRecord(value))
    // Newest first; of one moment, the step without a target is the last.
    .sort((a, b) => Number(a.target !== undefined) - Number(b.target !== undefined))
    .sort((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
  return jsonResponse(
    200,
    pageOf(
      ready.request,
      steps.map((step) => showOperation(deployment, step)),
    ),
  );
}

async function getOperation(ready: ReadyRequest, id: ResourceId): Promise<HttpResponse> {
  const parent = parentResource(id);
  const scope = scopeOf(ready, id);
  const deployment = await requireDeployment(ready, scope, parent?.name ?? "");
  const prefix = deploymentOperationPrefix(scope, deployment.name);
  const entry = await ready.services.store.get(`${prefix}${id.name.toUpperCase()}`);
  if (!entry) throw deploymentFaults.DeploymentOperationNotFound({ id: id.name });
  return jsonResponse(200, showOperation(deployment, deploymentOperationRecord(entry.value)));
}

/** 202 with a `Location`; the answer is worked out at once and kept for it. */
async function startWhatIf(ready: ReadyRequest, id: ResourceId, readContent: ContentReader): Promise<HttpResponse> {
  const { request, plan, cloud } = await planRequest(ready, id, readContent);
  const { services, context } = ready;
  const templateUri = request.templateLink?.uri;
  const ahead = await lookAhead(ready, { plan, cloud, purpose: "whatIf", readContent, templateUri });
  requireValid(ahead, request.name, services.random.uuid());
  const changes = await whatIfChanges(services, ahead, {
    scope: request.scope,
    mode: request.mode,
    resultFormat: request.resultFormat,
  });
  const result: JsonObject = { status: "Succeeded", properties: { correlationId: context.correlationId, changes } };
  const planned = services.operations.plan({
    runner: "whatIf",
    kind: "whatIf",
    target: deploymentId(request.scope, request.name),
    state: "Running",
    input: { result },
    caller: callerOf(ready),
  });
  await services.store.write([planned.write]);
  services.operations.begin(planned.record);
  const location = resultUrl(
    ready.request.origin,
    services.settings.subscriptionId,
    planned.record.id,
    ready.apiVersion,
  );
  return emptyResponse(202, { location, ...retryHeaders });
}
