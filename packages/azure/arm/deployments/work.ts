import { assert, isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { inProcessCaller, type Handler, type HttpCaller } from "@byocni/base/http";
import type { WriteOperation } from "@byocni/base/store";
import { scopeId, type PlannedResource } from "@byocni/azure/template";
import { ArmError, armErrorFromBody, parseScope, type CloudErrorBody } from "@byocni/azure/types";
import type { OperationControl, OperationWork } from "../operations/engine.ts";
import type { OperationCaller, OperationRecord } from "../operations/record.ts";
import { newestApiVersion } from "../registry.ts";
import type { ArmServices } from "../requests/context.ts";
import { templateCloud } from "./cloud.ts";
import { bodyOf, encodePath, errorOf, operationIdOf } from "./calls.ts";
import { deploymentFaults } from "./errors.ts";
import { nestingHeader } from "./request.ts";
import { executePlan } from "./executor.ts";
import type { OnErrorDeployment } from "./on-error-request.ts";
import { redeploy } from "./on-error.ts";
import { planDeployment } from "./planning.ts";
import {
  asDeploymentValue,
  deploymentKey,
  deploymentOperationPrefix,
  deploymentOperationRecord,
  deploymentRecord,
  errorJson,
  type DeploymentRecord,
} from "./record.ts";

/** Makes a handler for calls on behalf of a caller, past the token check. */
export type HandlerFor = (caller: OperationCaller) => Handler;

interface DeploymentEnd {
  readonly outputs: JsonObject;
  readonly outputResources: readonly { readonly id: string }[];
}

/** The operation behind a deployment. */
export function deploymentWork(services: () => ArmServices, handlerFor: HandlerFor): OperationWork {
  return {
    run: (record, control) => run(services(), record, control, handlerFor),
    finish: (record, write) => finish(services(), record, write),
  };
}

async function load(services: ArmServices, record: OperationRecord): Promise<DeploymentRecord | undefined> {
  const key = record.input["key"];
  assert(typeof key === "string", "the operation of a deployment knows its key");
  const entry = await services.store.get(key);
  return entry && deploymentRecord(entry.value);
}

async function run(
  services: ArmServices,
  record: OperationRecord,
  control: OperationControl,
  handlerFor: HandlerFor,
): Promise<Json | void> {
  const { store, clock, operations } = services;
  const deployment = await load(services, record);
  assert(deployment, "a deployment is there while it runs");
  const { scope, name, startedAt, correlationId, templateLink } = deployment;
  const cloud = await templateCloud({
    settings: services.settings,
    registry: services.registry,
    store: services.store,
    repository: services.repository,
    principal: record.caller.principal,
    origin: record.caller.origin,
    location: deployment.location,
  });
  const plan = await planDeployment(
    {
      name,
      scope,
      location: deployment.location,
      mode: deployment.mode,
      template: deployment.template,
      templateLink,
      parameters: deployment.parameterInputs,
      positions: undefined,
      parameterPositions: undefined,
    },
    cloud,
    { now: startedAt, seed: correlationId + name },
  );
  const running: DeploymentRecord = { ...deployment, state: "Running" };
  await store.write([{ kind: "put", key: deploymentKey(scope, name), value: asDeploymentValue(running) }]);
  const prefix = deploymentOperationPrefix(scope, name);
  const steps = (await store.list(prefix)).entries.map(({ value }) => deploymentOperationRecord(value));
  const idsOf = (state: string): ReadonlySet<string> =>
    new Set(steps.filter(({ provisioningState }) => provisioningState === state).map(({ operationId }) => operationId));
  const call = callAs(record, handlerFor);
  const execute = () =>
    executePlan({
      plan,
      call,
      operations,
      clock,
      correlationId,
      base: deployment.base,
      finished: idsOf("Succeeded"),
      begun: idsOf("Running"),
      underWay: (resource) => underWay(services, resource),
      signal: control.signal,
      record: async (step) => {
        const key = `${prefix}${step.operationId}`;
        await store.write([{ kind: "put", key, value: asDeploymentValue(step) }]);
      },
    });
  const { onErrorDeployment } = deployment;
  const failed = control.progress["failed"];
  if (onErrorDeployment && isJsonObject(failed)) {
    // The last process ended after the failure: what is left is to go back.
    throw await goBack(services, { record, control, call, onErrorDeployment, error: errorIn(failed) });
  }
  try {
    const result = await execute();
    if (deployment.mode === "Complete") {
      const kept = new Set(plan.resources.filter(({ condition }) => condition).map(({ id }) => id.toLowerCase()));
      await removeOthers({ services, deployment, kept, call, signal: control.signal });
    }
    return result as unknown as JsonObject;
  } catch (error) {
    if (!onErrorDeployment || !(error instanceof ArmError) || control.signal.aborted) throw error;
    throw await goBack(services, { record, control, call, onErrorDeployment, error });
  }
}

interface WayBack {
  readonly record: OperationRecord;
  readonly control: OperationControl;
  readonly call: HttpCaller;
  readonly onErrorDeployment: OnErrorDeployment;
  readonly error: ArmError;
}

/** Runs the earlier deployment again. @returns the error of the one that failed: it stays failed */
async function goBack(services: ArmServices, way: WayBack): Promise<ArmError> {
  const { record, control, call, onErrorDeployment, error } = way;
  await control.save({ failed: { status: error.status, body: errorJson(error.body()) } });
  const deployment = await load(services, record);
  assert(deployment, "a deployment is there while it runs");
  const { store, operations } = services;
  const { scope, name } = deployment;
  const { signal } = control;
  const state = await redeploy({ store, operations, call, scope, name: onErrorDeployment.deploymentName, signal });
  const ended = { ...deployment, onErrorDeployment: { ...onErrorDeployment, provisioningState: state } };
  await store.write([{ kind: "put", key: deploymentKey(scope, name), value: asDeploymentValue(ended) }]);
  return error;
}

function errorIn(failed: JsonObject): ArmError {
  return armErrorFromBody(Number(failed["status"]), failed["body"] as unknown as CloudErrorBody);
}

/** Calls with what providers look at in the deployer's own request. */
function callAs({ caller, input }: OperationRecord, handlerFor: HandlerFor): HttpCaller {
  const call = inProcessCaller(handlerFor(caller), { origin: caller.origin });
  const nesting = Number(input["nesting"] ?? 0) + 1;
  const headers = {
    "user-agent": caller.userAgent,
    "x-byocni-strictness": caller.strictness,
    [nestingHeader]: String(nesting),
  };
  return (one) => call({ ...one, headers: { ...headers, ...one.headers } });
}

async function underWay(services: ArmServices, resource: PlannedResource): Promise<string | undefined> {
  const { nested } = resource;
  if (nested) {
    const entry = await services.store.get(deploymentKey(nested.scope, resource.name));
    const inner = entry && deploymentRecord(entry.value);
    return inner?.state === "Accepted" || inner?.state === "Running" ? inner.operationId : undefined;
  }
  const id = parseScope(resource.id);
  if (id?.kind !== "resource" || !services.registry.stored(id.type)) return undefined;
  const { root, rel } = await services.repository.load(id);
  return root?.record.operations[rel]?.id;
}

interface CompleteMode {
  readonly services: ArmServices;
  readonly deployment: DeploymentRecord;
  /** Keys of what the template names. */
  readonly kept: ReadonlySet<string>;
  readonly call: HttpCaller;
  readonly signal: AbortSignal;
}

/**
 * Mode `Complete`: what is in the group and not in the template goes, by the same calls as from outside: roles and locks
 * count. @throws ArmError DeploymentFailed with what could not go
 */
async function removeOthers(mode: CompleteMode): Promise<void> {
  const { services, deployment, kept, call, signal } = mode;
  const { scope } = deployment;
  if (scope.kind !== "resourceGroup") return;
  const details: CloudErrorBody[] = [];
  for (const { id, type } of await services.repository.list({ within: scopeId(scope) })) {
    signal.throwIfAborted();
    const isTop = id.types.length === 1 && id.scope.kind === "resourceGroup";
    const registered = isTop && !kept.has(id.key) ? services.registry.stored(type) : undefined;
    if (!registered) continue;
    const path = `${encodePath(id.text)}?api-version=${newestApiVersion(registered)}`;
    const reply = await call({ method: "DELETE", path, signal });
    if (reply.status >= 400) details.push({ ...errorOf(reply.status, await bodyOf(reply)).body(), target: id.text });
    const operation = operationIdOf(reply);
    if (operation === undefined) continue;
    await services.operations.done(operation);
    const end = await services.operations.get(operation);
    if (end?.error) details.push({ ...end.error.body, target: id.text });
  }
  if (details.length > 0) throw deploymentFaults.DeploymentFailed({}, { details });
}

/** The end of the operation and of the deployment are one write. */
async function finish(services: ArmServices, record: OperationRecord, write: WriteOperation): Promise<void> {
  const { store, clock } = services;
  const deployment = await load(services, record);
  if (!deployment) {
    await store.write([write]);
    return;
  }
  const end = (record.result ?? {}) as unknown as Partial<DeploymentEnd>;
  const error = record.error?.body;
  const ended: DeploymentRecord = {
    ...deployment,
    // What is secret in them was needed to go on after a restart, and is not any more.
    parameterInputs: {},
    state: record.status === "Succeeded" ? "Succeeded" : record.status === "Canceled" ? "Canceled" : "Failed",
    endedAt: clock.now(),
    ...(end.outputs === undefined ? {} : { outputs: end.outputs }),
    outputResources: end.outputResources ?? (await madeSoFar(services, deployment)),
    ...(error === undefined ? {} : { error: error.target === undefined ? { ...error, target: deployment.id } : error }),
  };
  const key = deploymentKey(deployment.scope, deployment.name);
  await store.write([{ kind: "put", key, value: asDeploymentValue(ended) }, write]);
}

async function madeSoFar(services: ArmServices, deployment: DeploymentRecord) {
  const { entries } = await services.store.list(deploymentOperationPrefix(deployment.scope, deployment.name));
  return entries
    .map(({ value }) => deploymentOperationRecord(value))
    .filter(({ provisioningState, target }) => provisioningState === "Succeeded" && target !== undefined)
    .map(({ target }) => ({ id: target?.id ?? "" }))
    .filter(({ id }) => parseScope(id) !== undefined);
}
