import type { Clock, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { HttpCaller } from "@byocni/base/http";
import { ArmError, type CloudErrorBody } from "@byocni/azure/types";
import {
  evaluateOutputs,
  evaluateResource,
  scopeId,
  TemplateError,
  type PlannedResource,
  type TemplateLink,
  type TemplatePlan,
  type TemplateRuntime,
} from "@byocni/azure/template";
import type { OperationEngine } from "../operations/engine.ts";
import { statusName } from "../requests/status-names.ts";
import { resourcesApiVersions } from "../resources-provider.ts";
import { bodyOf, encodePath, errorOf, operationIdOf } from "./calls.ts";
import { deploymentFaults, fromTemplateError } from "./errors.ts";
import { baseHeader } from "./request.ts";
import { absoluteLink } from "./template-source.ts";
import { errorJson, isoDuration, stepId, type DeploymentOperationRecord } from "./record.ts";

export interface ExecutorDeps {
  readonly plan: TemplatePlan;
  /** Calls Resource Manager in this process as the deployer: the same checks as from outside. */
  readonly call: HttpCaller;
  readonly operations: OperationEngine;
  readonly clock: Clock;
  readonly correlationId: string;
  /** Where the template came from: base of relative links. */
  readonly base: TemplateLink | undefined;
  /** Steps that an earlier run of the same deployment finished. */
  readonly finished: ReadonlySet<string>;
  /** Steps that an earlier run began and did not see the end of. */
  readonly begun: ReadonlySet<string>;
  /** The operation that works on a resource (or the deployment that runs) right now. */
  readonly underWay: (resource: PlannedResource) => Promise<string | undefined>;
  readonly signal: AbortSignal;
  /** Keeps a step. */
  readonly record: (step: DeploymentOperationRecord) => Promise<void>;
}

export interface ExecutionResult {
  readonly outputs: JsonObject;
  readonly outputResources: readonly { readonly id: string }[];
}

/** A step that failed: what the deployment's details show. */
interface Failure {
  readonly detail: CloudErrorBody;
}

/**
 * Makes the resources of a plan, as many at once as their dependencies allow. When one fails, what depends on it is
 * left out and the rest goes on, as in Azure.
 * @throws ArmError DeploymentFailed, with one detail for each step that failed
 */
export async function executePlan(deps: ExecutorDeps): Promise<ExecutionResult> {
  const { plan, signal } = deps;
  const runtime = deploymentRuntime(deps.call);
  const failures: Failure[] = [];
  const made: { readonly id: string }[] = [];
  const outcomes = new Map<number, Promise<boolean>>();

  /** @returns true when whatever waits for the resource may start */
  function settle(resource: PlannedResource): Promise<boolean> {
    let outcome = outcomes.get(resource.index);
    if (!outcome) outcomes.set(resource.index, (outcome = run(resource)));
    return outcome;
  }

  async function run(resource: PlannedResource): Promise<boolean> {
    const earlier = resource.after.map((index) => plan.resources[index]).filter((item) => item !== undefined);
    const ready = await Promise.all(earlier.map(settle));
    if (!resource.condition || resource.existing) return true;
    if (ready.includes(false) || signal.aborted) return false;
    if (deps.finished.has(stepId(resource.id))) {
      made.push({ id: resource.id });
      return true;
    }
    const failure = await makeResource(deps, resource, runtime);
    if (failure) failures.push(failure);
    else made.push({ id: resource.id });
    return failure === undefined;
  }

  await Promise.all(plan.resources.map(settle));
  signal.throwIfAborted();
  if (failures.length > 0)
    throw deploymentFaults.DeploymentFailed({}, { details: failures.map(({ detail }) => detail) });
  const outputs = await evaluate(deps, runtime);
  return { outputs, outputResources: inTemplateOrder(plan, made) };
}

function inTemplateOrder(plan: TemplatePlan, made: readonly { readonly id: string }[]) {
  const ids = new Set(made.map(({ id }) => id));
  return plan.resources.filter(({ id }) => ids.has(id)).map(({ id }) => ({ id }));
}

/** The last step of every deployment. @throws ArmError DeploymentOutputEvaluationFailed */
async function evaluate(deps: ExecutorDeps, runtime: TemplateRuntime): Promise<JsonObject> {
  const started = deps.clock.now();
  const step = (provisioningState: "Succeeded" | "Failed", statusCode: string): DeploymentOperationRecord => ({
    operationId: stepId("outputs"),
    provisioningOperation: "EvaluateDeploymentOutput",
    provisioningState,
    timestamp: new Date(deps.clock.now()).toISOString(),
    duration: isoDuration(deps.clock.now() - started),
    trackingId: deps.correlationId,
    statusCode,
  });
  try {
    const { outputs } = await evaluateOutputs(deps.plan, runtime);
    await deps.record(step("Succeeded", "OK"));
    return outputs;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    await deps.record(step("Failed", "BadRequest"));
    throw fromTemplateError(error);
  }
}

/** Names that GET and POST calls of expressions go by. */
function deploymentRuntime(call: HttpCaller): TemplateRuntime {
  return {
    async reference({ resourceId, apiVersion }) {
      const reply = await call({ method: "GET", path: `${encodePath(resourceId)}?api-version=${apiVersion}` });
      const body = await bodyOf(reply);
      if (reply.status >= 400) throw errorOf(reply.status, body);
      return isJsonObject(body) ? body : {};
    },
    async list(request) {
      const path = `${encodePath(request.resourceId)}/${request.function}?api-version=${request.apiVersion}`;
      const reply = await call({
        method: "POST",
        path,
        ...(request.body === undefined ? {} : { body: { json: request.body } }),
      });
      const body = await bodyOf(reply);
      if (reply.status >= 400) throw errorOf(reply.status, body);
      return body ?? null;
    },
  };
}

/** Makes one resource and waits for its operation. @returns what went wrong */
async function makeResource(
  deps: ExecutorDeps,
  resource: PlannedResource,
  runtime: TemplateRuntime,
): Promise<Failure | undefined> {
  const { clock, plan } = deps;
  const started = clock.now();
  const step = (
    provisioningState: DeploymentOperationRecord["provisioningState"],
    statusCode: string,
    statusMessage?: JsonObject,
  ): DeploymentOperationRecord => ({
    operationId: stepId(resource.id),
    provisioningOperation: "Create",
    provisioningState,
    timestamp: new Date(clock.now()).toISOString(),
    duration: isoDuration(clock.now() - started),
    trackingId: deps.correlationId,
    statusCode,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    target: { id: resource.id, resourceType: resource.type, resourceName: resource.name },
  });
  try {
    const body = await evaluateResource(plan, resource, runtime);
    // Not waited for: a step that is lost in a crash is made again anyway.
    const noted = deps.record(step("Running", "Accepted"));
    noted.catch(() => {});
    // After a restart the resource's own operation goes on as well: it is waited for, not started twice.
    const running = deps.begun.has(stepId(resource.id)) ? await deps.underWay(resource) : undefined;
    const reply = running === undefined ? await deps.call(callFor(deps, resource, body)) : undefined;
    await noted;
    if (reply && reply.status >= 400) {
      throw errorOf(reply.status, await bodyOf(reply));
    }
    const failed = await waitFor(deps, running ?? (reply && operationIdOf(reply)));
    if (failed) {
      const detail = deploymentFaults
        .ResourceDeploymentFailure({ state: failed.state }, { target: resource.id, details: [failed.error] })
        .body();
      await deps.record(step("Failed", "Conflict", { status: "Failed", error: errorJson(detail) }));
      return { detail };
    }
    await deps.record(step("Succeeded", reply?.status === 201 ? "Created" : "OK"));
    return undefined;
  } catch (error) {
    const fault = error instanceof TemplateError ? fromTemplateError(error) : error;
    if (!(fault instanceof ArmError)) throw error;
    const envelope = { error: errorJson(fault.body()) };
    await deps.record(step("Failed", statusName(fault.status), envelope));
    // As it came; older Resource Managers showed it as text (Azure-Landing-Zones#3420, azure_arc#3166, azurehpc#368).
    return { detail: fault.body() };
  }
}

function callFor(deps: ExecutorDeps, resource: PlannedResource, body: JsonObject) {
  const { nested } = resource;
  if (!nested) {
    const path = `${encodePath(resource.id)}?api-version=${resource.apiVersion}`;
    return { method: "PUT", path, body: { json: body }, signal: deps.signal };
  }
  const properties = isJsonObject(body["properties"]) ? body["properties"] : {};
  const linked =
    nested.source.kind === "link" ? { templateLink: { ...absoluteLink(nested.source.link, deps.base) } } : {};
  const name = resource.name.split("/").at(-1) ?? resource.name;
  const place = `${scopeId(nested.scope)}/providers/Microsoft.Resources/deployments/${name}`;
  const path = `${encodePath(place)}?api-version=${resourcesApiVersions[0] ?? ""}`;
  const isOwn = nested.source.kind === "template" && deps.base !== undefined;
  return {
    method: "PUT",
    path,
    ...(isOwn ? { headers: { [baseHeader]: JSON.stringify(deps.base) } } : {}),
    body: { json: { ...body, properties: { ...properties, ...linked } } },
    signal: deps.signal,
  };
}

/**
 * Waits for an operation. It runs in this process, so nothing is polled.
 * @returns the error with which it ended
 */
async function waitFor(
  deps: ExecutorDeps,
  id: string | undefined,
): Promise<{ readonly state: string; readonly error: CloudErrorBody } | undefined> {
  const { operations } = deps;
  if (id === undefined) return undefined;
  await doneOrAborted(operations.done(id), deps.signal);
  let record = await operations.get(id);
  while (record?.status === "Running") {
    // Interrupted by closing: the deployment goes on after the restart.
    deps.signal.throwIfAborted();
    // Left by an engine that closed while it was answering: nobody else would go on with it.
    if (!operations.isRunning(id)) operations.begin(record);
    await doneOrAborted(operations.done(id), deps.signal);
    record = await operations.get(id);
  }
  if (!record || record.status === "Succeeded") return undefined;
  const error = record.error?.body ?? deploymentFaults.DeploymentCanceled().body();
  return { state: record.status, error };
}

/** A canceled deployment ends at once; the resource goes on by itself. @throws the signal's reason */
async function doneOrAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    await Promise.race([done, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}
