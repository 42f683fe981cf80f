import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { parentResource, type ResourceId, type Scope } from "@byocni/azure/types";
import type { SpecialType } from "../special-type.ts";
import { pollOperation } from "../operations/poll.ts";
import { retryHeaders } from "../operations/urls.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { matchesODataFilter, parseFilter } from "../requests/filter.ts";
import { pageOf } from "../requests/paging.ts";
import { createDeployment, startWhatIf, validateDeployment } from "./create.ts";
import { deploymentFaults } from "./errors.ts";
import {
  deploymentKey,
  deploymentOperationPrefix,
  deploymentOperationRecord,
  deploymentPrefix,
  deploymentRecord,
  errorJson,
  showDeployment,
  showOperation,
} from "./record.ts";
import {
  deploymentScope,
  findDeployment,
  refuseActive,
  requireDeployment,
  requireScopeGroup,
  scopeOf,
} from "./scope.ts";
import type { ContentReader } from "./template-source.ts";

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
        head: async (ready, id) =>
          emptyResponse((await findDeployment(ready, scopeOf(ready, id), id.name)) ? 204 : 404),
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
  const filter = parseFilter(ready.request.query, new Set(["provisioningstate"]));
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
  const record = await findDeployment(ready, scope, id.name);
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
    throw deploymentFaults.DeploymentCannotBeCancelled({ name: record.name, state: record.state });
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
