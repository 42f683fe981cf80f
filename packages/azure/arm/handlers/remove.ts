import { emptyResponse, type HttpResponse } from "@byocni/base/http";
import { parentResource, type ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { operationHeaders } from "../operations/urls.ts";
import type { DeleteContext, ProviderContext } from "../provider.ts";
import type { RegisteredStoredType } from "../registry.ts";
import { callerOf, providerContext, type ArmServices, type ReadyRequest } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { requireIdle } from "../resources/conflicts.ts";
import { recordId, resourceOf, resourceRecord } from "../resources/record.ts";
import type { OperationCaller, OperationRecord } from "../operations/record.ts";
import { checkConditions } from "./conditions.ts";
import { versionFor } from "./version.ts";

/** DELETE of a stored resource. */
export async function deleteResource(
  ready: ReadyRequest,
  id: ResourceId,
  type: RegisteredStoredType,
): Promise<HttpResponse> {
  if (type.definition.without?.includes("delete")) throw armFaults.MethodNotAllowed({ method: "DELETE" });
  await versionFor(ready, id, type);
  const { services } = ready;
  const { subscriptionId, resourceGroup } = id;
  const inGroup = subscriptionId !== undefined && resourceGroup !== undefined;
  const group = inGroup ? await services.repository.getGroup(subscriptionId, resourceGroup) : undefined;
  if (inGroup && !group) throw armFaults.ResourceGroupNotFound({ name: resourceGroup });
  const context = providerContext(ready);
  const outcome = await startDelete(services, id, type, {
    context: { ...context, cascade: false },
    caller: callerOf(ready),
    check: (resource) => checkConditions(ready.request.headers, resource, id),
  });
  if (outcome.kind === "absent") return emptyResponse(204);
  if (outcome.kind === "removed") return emptyResponse(200);
  const place = {
    origin: ready.request.origin,
    subscriptionId: services.settings.subscriptionId,
    provider: type.provider,
    location: outcome.location ?? group?.location ?? "global",
    operationId: outcome.operation.id,
  };
  return emptyResponse(202, operationHeaders(place, true));
}

export type DeleteOutcome =
  | { readonly kind: "absent" }
  | { readonly kind: "removed" }
  | { readonly kind: "started"; readonly operation: OperationRecord; readonly location: string | undefined };

export interface DeleteOptions {
  readonly context: DeleteContext;
  readonly caller: OperationCaller;
  readonly check?: (resource: Resource) => void;
}

/** Removes a resource at once, or starts the operation that does. @throws ArmError when it must not go */
export async function startDelete(
  services: ArmServices,
  id: ResourceId,
  type: RegisteredStoredType,
  options: DeleteOptions,
): Promise<DeleteOutcome> {
  const { repository, registry, operations, queue } = services;
  const { definition } = type;
  const root = definition.embedded ? (parentResource(id)?.key ?? id.key) : id.key;
  const outcome = await queue.run(root, async (): Promise<DeleteOutcome & { readonly gone?: readonly Resource[] }> => {
    for (;;) {
      const loaded = await repository.load(id);
      const { resource } = loaded;
      if (!resource) return { kind: "absent" };
      options.check?.(resource);
      await requireIdle(repository, registry, loaded);
      await definition.beforeDelete?.(resource, options.context);
      const { deleteOperation } = definition;
      if (!deleteOperation) {
        const below = await resourcesBelow(services, id);
        if (await repository.commit(loaded, { state: "remove" }))
          return { kind: "removed", gone: [resource, ...below] };
        continue;
      }
      const planned = operations.plan({
        runner: "resource",
        kind: deleteOperation.kind,
        target: resource.id.text,
        state: deleteOperation.state ?? "Deleting",
        caller: options.caller,
      });
      const { id: operationId, kind, state } = planned.record;
      const operation = { id: operationId, kind, state };
      if (await repository.commit(loaded, { state: resource, operation }, [planned.write])) {
        return { kind: "started", operation: planned.record, location: resource.location ?? loaded.parent?.location };
      }
    }
  });
  if (outcome.kind === "started") operations.begin(outcome.operation);
  if (outcome.gone) await afterRemoval(services, outcome.gone, options.context);
  return outcome;
}

/** Resources that go together with one above them. */
export async function resourcesBelow(services: ArmServices, id: ResourceId): Promise<readonly Resource[]> {
  const entries = await services.repository.below(id.key);
  return entries
    .map((entry) => ({ record: resourceRecord(entry.value), revision: entry.revision }))
    .filter(({ record }) => recordId(record).key !== id.key)
    .map(({ record, revision }) => resourceOf(record, revision));
}

/** Tells the providers what is gone. */
export async function afterRemoval(
  services: ArmServices,
  gone: readonly Resource[],
  context: ProviderContext,
): Promise<void> {
  for (const resource of gone) {
    await services.registry.stored(resource.type)?.definition.removed?.(resource, context);
  }
}
