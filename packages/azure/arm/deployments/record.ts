import { createHash } from "node:crypto";
import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { CloudErrorBody } from "@byocni/azure/types";
import {
  scopeId,
  type DeploymentScope,
  type PlannedResource,
  type TemplateLink,
  type TemplatePlan,
} from "@byocni/azure/template";
import type { OnErrorDeployment } from "./on-error-request.ts";
import type { DeploymentMode, DeploymentRequest } from "./request.ts";

export type DeploymentState = "Accepted" | "Running" | "Succeeded" | "Failed" | "Canceled";

/** A deployment as it lies in the store. */
export interface DeploymentRecord {
  /** As Azure writes it. */
  readonly id: string;
  readonly name: string;
  readonly scope: DeploymentScope;
  readonly location?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly mode: DeploymentMode;
  readonly template: Json;
  readonly templateLink?: TemplateLink;
  /** Base of relative links. */
  readonly base?: TemplateLink;
  readonly parameterInputs: JsonObject;
  /** What is run again when this deployment fails. */
  readonly onErrorDeployment?: OnErrorDeployment;
  /** True for a deployment that another one made. */
  readonly isNested?: boolean;
  readonly state: DeploymentState;
  /** Milliseconds since the epoch: `utcNow()` and the base of the duration. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly correlationId: string;
  /** Operation that does it. */
  readonly operationId: string;
  /** Number in the operationStatuses URL. */
  readonly statusId: string;
  readonly shown: ShownPlan;
  readonly outputs?: JsonObject;
  readonly outputResources?: readonly { readonly id: string }[];
  readonly error?: CloudErrorBody;
}

/** The part of a deployment's answer that comes from its plan. */
export interface ShownPlan {
  readonly templateHash: string;
  readonly parameters: JsonObject;
  readonly providers: readonly JsonObject[];
  readonly dependencies: readonly JsonObject[];
}

/** One step of a deployment, as `operations` lists it. */
export interface DeploymentOperationRecord {
  readonly operationId: string;
  readonly provisioningOperation: "Create" | "Delete" | "EvaluateDeploymentOutput";
  readonly provisioningState: "Running" | "Succeeded" | "Failed" | "Canceled";
  readonly timestamp: string;
  readonly duration: string;
  readonly trackingId: string;
  readonly statusCode: string;
  readonly statusMessage?: JsonObject;
  readonly target?: { readonly id: string; readonly resourceType: string; readonly resourceName: string };
}

/** Key of a scope in the names of deployments; `|` keeps the ones of a subscription apart from those of its groups. */
function scopeKey(scope: DeploymentScope): string {
  return scopeId(scope).toLowerCase();
}

export function deploymentPrefix(scope: DeploymentScope): string {
  return `deployment${scopeKey(scope)}|`;
}

export function deploymentKey(scope: DeploymentScope, name: string): string {
  return `${deploymentPrefix(scope)}${name.toLowerCase()}`;
}

export function deploymentOperationPrefix(scope: DeploymentScope, name: string): string {
  return `deployment-operation${scopeKey(scope)}|${name.toLowerCase()}/`;
}

export function deploymentRecord(value: JsonObject): DeploymentRecord {
  return value as unknown as DeploymentRecord;
}

export function deploymentOperationRecord(value: JsonObject): DeploymentOperationRecord {
  return value as unknown as DeploymentOperationRecord;
}

export function asDeploymentValue(record: DeploymentRecord | DeploymentOperationRecord): JsonObject {
  return record as unknown as JsonObject;
}

/** The id of a deployment. */
export function deploymentId(scope: DeploymentScope, name: string): string {
  return `${scopeId(scope)}/providers/Microsoft.Resources/deployments/${name}`;
}

/** ISO 8601 duration as deployments show it: `PT1M2.3S`. */
export function isoDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = Number((seconds - minutes * 60).toFixed(7));
  return minutes === 0 ? `PT${rest}S` : `PT${minutes}M${rest}S`;
}

/** What a plan shows of itself. */
export function showPlan(plan: TemplatePlan): ShownPlan {
  const parameters: Record<string, JsonObject> = {};
  for (const { name, type, secure, value } of plan.parameters) {
    parameters[name] = secure || value === undefined ? { type } : { type, value };
  }
  return {
    templateHash: plan.templateHash,
    parameters,
    providers: plan.providers.map(({ namespace, resourceTypes }) => ({
      namespace,
      resourceTypes: resourceTypes.map((resourceType) => ({
        resourceType,
        locations: locationsIn(plan, `${namespace}/${resourceType}`),
      })),
    })),
    dependencies: plan.resources
      .filter(({ dependsOn }) => dependsOn.length > 0)
      .map((resource) => dependency(plan, resource)),
  };
}

/** The regions in which a template puts resources of a type; null stands for resources without one. */
function locationsIn(plan: TemplatePlan, type: string): readonly (string | null)[] {
  const wanted = type.toLowerCase();
  const found = new Set<string | null>();
  for (const resource of plan.resources) {
    if (resource.type.toLowerCase() !== wanted) continue;
    const { location } = resource.body;
    found.add(typeof location === "string" ? location.replaceAll(" ", "").toLowerCase() : null);
  }
  return [...found];
}

function dependency(plan: TemplatePlan, resource: PlannedResource): JsonObject {
  const byId = new Map(plan.resources.map((item) => [item.id.toLowerCase(), item]));
  return {
    dependsOn: resource.dependsOn.map((id) => targetOf(byId.get(id.toLowerCase()), id)),
    ...targetOf(resource, resource.id),
  };
}

function targetOf(resource: PlannedResource | undefined, id: string): JsonObject {
  if (resource) return { id: resource.id, resourceType: resource.type, resourceName: resource.name };
  const [, rest = ""] = id.split(/\/providers\/(?!.*\/providers\/)/i);
  const [namespace = "", ...path] = rest.split("/");
  const types = path.filter((_, index) => index % 2 === 0);
  const names = path.filter((_, index) => index % 2 === 1);
  return { id, resourceType: [namespace, ...types].join("/"), resourceName: names.join("/") };
}

/** An error body as a JSON value; the two types differ only in what the compiler knows. */
export function errorJson(body: CloudErrorBody): JsonObject {
  return body as unknown as JsonObject;
}

/** A deployment as GET shows it. */
export function showDeployment(record: DeploymentRecord, now: number): JsonObject {
  const { shown, templateLink, state } = record;
  const ended = state === "Succeeded" || state === "Failed" || state === "Canceled";
  return {
    id: record.id,
    name: record.name,
    type: "Microsoft.Resources/deployments",
    ...(record.location === undefined ? {} : { location: record.location }),
    ...(record.tags === undefined ? {} : { tags: record.tags }),
    properties: {
      ...(templateLink === undefined ? {} : { templateLink: showLink(templateLink, record.template) }),
      templateHash: shown.templateHash,
      parameters: shown.parameters,
      mode: record.mode,
      provisioningState: state,
      timestamp: new Date(record.endedAt ?? now).toISOString(),
      duration: isoDuration((record.endedAt ?? now) - record.startedAt),
      correlationId: record.correlationId,
      providers: shown.providers,
      dependencies: shown.dependencies,
      ...(record.onErrorDeployment === undefined ? {} : { onErrorDeployment: { ...record.onErrorDeployment } }),
      ...(ended && state === "Succeeded" ? { outputs: record.outputs ?? {} } : {}),
      ...(ended ? { outputResources: record.outputResources ?? [] } : {}),
      ...(record.error === undefined ? {} : { error: errorJson(record.error) }),
    },
  };
}

/** Without signatures: whoever may read the deployment need not be able to read the storage account. */
function showLink(link: TemplateLink, template: Json): JsonObject {
  const { queryString: _query, uri, ...rest } = link;
  const version = isJsonObject(template) ? template["contentVersion"] : undefined;
  return {
    ...(uri === undefined ? {} : { uri: uri.replace(/\?(?=.*\bsig=).*$/, "") }),
    ...rest,
    ...(typeof version === "string" ? { contentVersion: version } : {}),
  };
}

/** The validated deployment: nothing was made, so it has no times of its own. */
export function showValidated(
  request: DeploymentRequest,
  plan: TemplatePlan,
  more: { readonly now: number; readonly correlationId: string; readonly onError: OnErrorDeployment | undefined },
): JsonObject {
  const shown = showPlan(plan);
  return {
    id: deploymentId(request.scope, request.name),
    name: request.name,
    type: "Microsoft.Resources/deployments",
    ...(request.location === undefined ? {} : { location: request.location }),
    properties: {
      ...(request.templateLink === undefined ? {} : { templateLink: showLink(request.templateLink, request.template) }),
      templateHash: shown.templateHash,
      parameters: shown.parameters,
      mode: request.mode,
      provisioningState: "Succeeded",
      timestamp: new Date(more.now).toISOString(),
      duration: "PT0S",
      correlationId: more.correlationId,
      providers: shown.providers,
      dependencies: shown.dependencies,
      ...(more.onError === undefined ? {} : { onErrorDeployment: { ...more.onError } }),
      validatedResources: plan.resources
        .filter(({ condition, existing }) => condition && !existing)
        .map(({ id }) => ({ id })),
    },
  };
}

/** The id of a step: always the same for one resource, so that a resumed deployment overwrites its own steps. */
export function stepId(target: string): string {
  return createHash("sha1").update(target.toLowerCase()).digest("hex").slice(0, 16).toUpperCase();
}

export function showOperation(deployment: DeploymentRecord, record: DeploymentOperationRecord): JsonObject {
  const { operationId, target, statusMessage, ...properties } = record;
  return {
    id: `${deployment.id}/operations/${operationId}`,
    operationId,
    properties: {
      ...properties,
      ...(statusMessage === undefined ? {} : { statusMessage }),
      ...(target === undefined ? {} : { targetResource: { ...target } }),
    },
  };
}
