import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { HttpCaller } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import type { DeploymentScope } from "@byocni/azure/template";
import type { OperationEngine } from "../operations/engine.ts";
import { resourcesApiVersions } from "../resources-provider.ts";
import { bodyOf, encodePath, operationIdOf } from "./calls.ts";
import { deploymentFaults } from "./errors.ts";
import type { OnErrorDeployment, OnErrorRequest } from "./on-error-request.ts";
import { deploymentKey, deploymentPrefix, deploymentRecord, type DeploymentRecord } from "./record.ts";

/**
 * The earlier deployment: it must have succeeded, and those inside others do not count.
 * @throws ArmError when there is none, or when its parameters are not all known any more
 */
export async function resolveOnError(
  store: Store,
  scope: DeploymentScope,
  request: OnErrorRequest | undefined,
  own: string,
): Promise<OnErrorDeployment | undefined> {
  if (!request) return undefined;
  const found = await earlier(store, scope, request, own);
  if (!found) throw deploymentFaults.OnErrorDeploymentNotFound({ name: request.deploymentName ?? "" });
  const secret = Object.entries(found.shown.parameters).find(([name, shown]) => isForgotten(found, name, shown));
  if (secret) throw deploymentFaults.OnErrorDeploymentSecret({ name: found.name, parameter: secret[0] });
  return { type: request.type, deploymentName: found.name };
}

async function earlier(
  store: Store,
  scope: DeploymentScope,
  request: OnErrorRequest,
  own: string,
): Promise<DeploymentRecord | undefined> {
  const counts = ({ state, isNested, name }: DeploymentRecord): boolean =>
    state === "Succeeded" && isNested !== true && name.toLowerCase() !== own.toLowerCase();
  if (request.deploymentName !== undefined) {
    const entry = await store.get(deploymentKey(scope, request.deploymentName));
    const record = entry && deploymentRecord(entry.value);
    return record && counts(record) ? record : undefined;
  }
  const { entries } = await store.list(deploymentPrefix(scope));
  return entries
    .map(({ value }) => deploymentRecord(value))
    .filter(counts)
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))[0];
}

/** Values of secure parameters are not kept; those with a default value get it again. */
function isForgotten(record: DeploymentRecord, name: string, shown: Json | undefined): boolean {
  if (!isJsonObject(shown) || !/^secure/i.test(String(shown["type"]))) return false;
  const { template } = record;
  const declared = isJsonObject(template) && isJsonObject(template["parameters"]) ? template["parameters"][name] : {};
  return !isJsonObject(declared) || declared["defaultValue"] === undefined;
}

export interface Redeployment {
  readonly store: Store;
  readonly operations: OperationEngine;
  readonly call: HttpCaller;
  readonly scope: DeploymentScope;
  readonly name: string;
  readonly signal: AbortSignal;
}

/** Runs an earlier deployment again, in mode Complete, as Azure does. @returns its provisioningState */
export async function redeploy(work: Redeployment): Promise<string> {
  const { store, operations, call, scope, name, signal } = work;
  const key = deploymentKey(scope, name);
  const entry = await store.get(key);
  if (!entry) return "Failed";
  const record = deploymentRecord(entry.value);
  const isUnderWay = record.state === "Accepted" || record.state === "Running";
  const operation = isUnderWay ? record.operationId : await start(call, record, signal);
  if (operation !== undefined) await operations.done(operation);
  const end = await store.get(key);
  return operation === undefined || !end ? "Failed" : deploymentRecord(end.value).state;
}

async function start(call: HttpCaller, record: DeploymentRecord, signal: AbortSignal): Promise<string | undefined> {
  const path = `${encodePath(record.id)}?api-version=${resourcesApiVersions[0] ?? ""}`;
  const { template, templateLink } = record;
  const properties: JsonObject = {
    mode: "Complete",
    parameters: valuesOf(record.shown.parameters),
    template,
    ...(templateLink === undefined ? {} : { templateLink: { ...templateLink } }),
  };
  const reply = await call({ method: "PUT", path, body: { json: { properties } }, signal });
  await bodyOf(reply);
  return reply.status >= 400 ? undefined : operationIdOf(reply);
}

function valuesOf(shown: JsonObject): JsonObject {
  const given = Object.entries(shown).flatMap(([name, parameter]) =>
    isJsonObject(parameter) && parameter["value"] !== undefined ? [[name, { value: parameter["value"] }] as const] : [],
  );
  return Object.fromEntries(given);
}
