import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { ResourceId } from "@byocni/azure/types";
import type { DeploymentScope, TemplatePlan } from "@byocni/azure/template";
import { startOperation } from "../operations/accepted.ts";
import { retryHeaders } from "../operations/urls.ts";
import { callerOf, type ReadyRequest } from "../requests/context.ts";
import { templateCloud, type DeploymentCloud } from "./cloud.ts";
import { deploymentFaults } from "./errors.ts";
import { lookAhead, requireValid, type LookAhead, type LookAheadRequest } from "./look-ahead.ts";
import type { OnErrorDeployment } from "./on-error-request.ts";
import { resolveOnError } from "./on-error.ts";
import { planDeployment } from "./planning.ts";
import {
  asDeploymentValue,
  deploymentId,
  deploymentKey,
  deploymentOperationPrefix,
  deploymentPrefix,
  deploymentRecord,
  showDeployment,
  showPlan,
  showValidated,
  type DeploymentRecord,
} from "./record.ts";
import {
  checkDeploymentName,
  maxNesting,
  nestingOf,
  readDeploymentRequest,
  type DeploymentRequest,
} from "./request.ts";
import { findDeployment, refuseActive, requireScopeGroup, scopeOf } from "./scope.ts";
import { templateSource, type ContentReader, type TemplateSource } from "./template-source.ts";
import { whatIfChanges } from "./what-if.ts";

/** Deployments kept a scope; the oldest go when there are more, as in Azure's history. */
const maxKept = 800;

/** Azure's word for what what-if could not look into (recorded in public what-if outputs). */
const shortCircuitedDiagnostic = {
  level: "Warning",
  code: "NestedDeploymentShortCircuited",
  message: "A nested deployment got short-circuited and all its resources got skipped from validation.",
};

interface Planned {
  readonly request: DeploymentRequest;
  readonly plan: TemplatePlan;
  readonly cloud: DeploymentCloud;
  readonly now: number;
  readonly source: TemplateSource;
  readonly onError: OnErrorDeployment | undefined;
}

/** Reads, plans and looks ahead: everything that is checked before anything is made. */
async function planRequest(ready: ReadyRequest, id: ResourceId, readContent: ContentReader): Promise<Planned> {
  checkDeploymentName(id.name);
  const scope = await requireScopeGroup(ready, scopeOf(ready, id), true);
  const source = templateSource(ready, readContent);
  const request = await readDeploymentRequest(ready.request, { name: id.name, scope }, source);
  const { services, principal, context } = ready;
  const onError = await resolveOnError(services.store, scope, request.onError, request.name);
  const cloud = await templateCloud({
    settings: services.settings,
    registry: services.registry,
    store: services.store,
    repository: services.repository,
    principal,
    origin: ready.request.origin,
    location: request.location,
  });
  const now = services.clock.now();
  const plan = await planDeployment(request, cloud, { now, seed: context.correlationId + id.name });
  return { request, plan, cloud, now, source, onError };
}

/** @throws ArmError when anything in the whole tree would be refused */
async function ahead(ready: ReadyRequest, planned: Planned, purpose: LookAheadRequest["purpose"]): Promise<LookAhead> {
  const { request, plan, cloud, source } = planned;
  const result = await lookAhead(ready, { plan, cloud, purpose, source, templateLink: request.base });
  requireValid(result, request.name, ready.services.random.uuid());
  return result;
}

/** POST `validate`: everything but the making. */
export async function validateDeployment(
  ready: ReadyRequest,
  id: ResourceId,
  readContent: ContentReader,
): Promise<HttpResponse> {
  const planned = await planRequest(ready, id, readContent);
  await ahead(ready, planned, "preflight");
  const { request, plan, now, onError } = planned;
  const { correlationId } = ready.context;
  return jsonResponse(200, showValidated(request, plan, { now, correlationId, onError }));
}

/** PUT: 201 (200 for a known name), and the work goes on. */
export async function createDeployment(
  ready: ReadyRequest,
  id: ResourceId,
  readContent: ContentReader,
): Promise<HttpResponse> {
  const planned = await planRequest(ready, id, readContent);
  const { request, plan, now, onError } = planned;
  const { services, context } = ready;
  const { store, operations, random, queue } = services;
  const before = await findDeployment(ready, request.scope, request.name);
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
  await ahead(ready, planned, "preflight");
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
    ...(request.base === undefined ? {} : { base: request.base }),
    ...(onError === undefined ? {} : { onErrorDeployment: onError }),
    ...(nestingOf(ready.request) === 0 ? {} : { isNested: true }),
    state: "Accepted",
    startedAt: now,
    correlationId: context.correlationId,
    operationId: operation.record.id,
    statusId,
    shown: showPlan(plan),
  };
  await queue.run(key, async () => {
    refuseActive(await findDeployment(ready, request.scope, request.name));
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

/** 202 with a `Location`; the answer is worked out at once and kept for it. */
export async function startWhatIf(
  ready: ReadyRequest,
  id: ResourceId,
  readContent: ContentReader,
): Promise<HttpResponse> {
  const planned = await planRequest(ready, id, readContent);
  const { request } = planned;
  const { services, context } = ready;
  const foreseen = await ahead(ready, planned, "whatIf");
  const changes = await whatIfChanges(services, foreseen, {
    scope: request.scope,
    mode: request.mode,
    resultFormat: request.resultFormat,
  });
  const diagnostics = foreseen.shortCircuited.map((target) => ({ ...shortCircuitedDiagnostic, target }));
  const result: JsonObject = {
    status: "Succeeded",
    properties: {
      correlationId: context.correlationId,
      changes,
      ...(diagnostics.length === 0 ? {} : { diagnostics }),
    },
  };
  return startOperation(ready, {
    runner: "prepared",
    kind: "whatIf",
    target: deploymentId(request.scope, request.name),
    input: { result },
  });
}
