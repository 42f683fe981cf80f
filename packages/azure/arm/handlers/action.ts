import type { Json } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { operationHeaders } from "../operations/urls.ts";
import type { ActionResult } from "../provider.ts";
import { isStored, requireProvider, requireType, type RegisteredType } from "../registry.ts";
import { readJson } from "../requests/body.ts";
import { callerOf, providerContext, type ReadyRequest } from "../requests/context.ts";
import type { Target } from "../requests/target.ts";
import type { Resource } from "../resource.ts";
import { requireIdle } from "../resources/conflicts.ts";
import { notFound } from "../resources/not-found.ts";
import { versionFor } from "./version.ts";

/** POST on a resource. */
export async function runAction(
  ready: ReadyRequest,
  target: Extract<Target, { kind: "action" }>,
): Promise<HttpResponse> {
  const { registry, repository } = ready.services;
  const { id } = target;
  const type = requireType(registry, id.namespace, id.types.join("/"), ready.apiVersion);
  const wanted = target.action.toLowerCase();
  const definition = type.definition.actions?.find(({ name }) => name.toLowerCase() === wanted);
  if (!definition) {
    const known = type.definition.notImplementedActions?.find((name) => name.toLowerCase() === wanted);
    if (known !== undefined) throw armFaults.NotImplemented({ what: `the action '${known}' of '${type.type}'` });
    throw armFaults.InvalidResourceType({ namespace: type.provider.namespace, version: ready.apiVersion });
  }
  const apiVersion = await versionFor(ready, id, type);
  const resource = isStored(type) ? await repository.get(id) : undefined;
  if (isStored(type) && !resource) throw await notFound(repository, registry, id);
  const body = await readJson(ready.request);
  const request = { id: resource?.id ?? id, apiVersion, query: ready.request.query, body, resource };
  return answer(ready, id, type, await definition.run(request, providerContext(ready)));
}

async function answer(
  ready: ReadyRequest,
  id: ResourceId,
  type: RegisteredType,
  result: ActionResult,
): Promise<HttpResponse> {
  if (result.kind === "json") return jsonResponse(result.status ?? 200, result.body, result.headers ?? {});
  if (result.kind === "empty") return emptyResponse(result.status ?? 200);
  const { services } = ready;
  const { repository, operations, registry } = services;
  const started = await services.queue.run(id.key, async () => {
    for (;;) {
      const loaded = await repository.load(id);
      if (!loaded.resource) throw await notFound(repository, registry, id);
      await requireIdle(repository, registry, loaded);
      const planned = operations.plan({
        runner: "resource",
        kind: result.operation.kind,
        target: loaded.resource.id.text,
        state: result.operation.state,
        input: result.operation.input,
        caller: callerOf(ready),
      });
      const { record, write } = planned;
      const change = {
        state: result.state ?? loaded.resource,
        operation: { id: record.id, kind: record.kind, state: record.state },
        by: ready.principal.displayName,
      };
      const written = await repository.commit(loaded, change, [write]);
      if (written) return { record, location: locationOf(loaded.resource, loaded.parent) };
    }
  });
  operations.begin(started.record);
  const place = {
    origin: ready.request.origin,
    subscriptionId: services.settings.subscriptionId,
    provider: type.provider,
    location: started.location,
    operationId: started.record.id,
  };
  return emptyResponse(202, operationHeaders(place, true));
}

function locationOf(resource: Resource, parent: Resource | undefined): string {
  return resource.location ?? parent?.location ?? "global";
}

/** POST on a provider (`checkNameAvailability`). */
export async function runProviderAction(
  ready: ReadyRequest,
  target: Extract<Target, { kind: "providerAction" }>,
): Promise<HttpResponse> {
  const provider = requireProvider(ready.services.registry, target.namespace);
  const wanted = target.action.toLowerCase();
  const action = provider.actions?.find(({ name }) => name.toLowerCase() === wanted);
  if (!action) {
    throw armFaults.InvalidResourceType({ namespace: provider.namespace, version: ready.apiVersion });
  }
  const body: Json | undefined = await readJson(ready.request);
  const result = await action.run({ scope: target.scope, apiVersion: ready.apiVersion, body }, providerContext(ready));
  if (result.kind === "operation") throw new Error(`the provider action ${action.name} has no resource to work on`);
  return result.kind === "json" ? jsonResponse(result.status ?? 200, result.body) : emptyResponse(result.status ?? 200);
}
