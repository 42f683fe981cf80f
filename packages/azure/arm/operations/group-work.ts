import { assert } from "@byocni/base/core";
import type { WriteOperation } from "@byocni/base/store";
import { ArmError, parseScope, type CloudErrorBody, type ResourceGroupScope } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { startDelete } from "../handlers/remove.ts";
import { callerContext, type ArmServices } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { resourcePath } from "../resources/not-found.ts";
import { groupKey, groupRecord, recordId, resourceOf, resourceRecord, toValue } from "../resources/record.ts";
import type { OperationControl, OperationWork } from "./engine.ts";
import type { OperationRecord } from "./record.ts";

/** Deletion of a group with everything in it. */
export function groupWork(services: () => ArmServices): OperationWork {
  return {
    run: (record, control) => deleteAll(services(), record, control),
    finish: (record, write) => finish(services(), record, write),
  };
}

function scopeOf(record: OperationRecord): ResourceGroupScope {
  const scope = parseScope(record.target);
  assert(scope?.kind === "resourceGroup", `a group deletion works on a group: ${record.target}`);
  return scope;
}

/**
 * Resources go in rounds: what is refused because something else still uses it is tried again after that has gone, so
 * no table of dependencies between types is needed. A round that removes nothing ends the attempt.
 */
async function deleteAll(services: ArmServices, record: OperationRecord, control: OperationControl): Promise<void> {
  const scope = scopeOf(record);
  const blocked = new Map<Resource, CloudErrorBody | undefined>();
  for (;;) {
    control.signal.throwIfAborted();
    const rest = await topResources(services, scope);
    if (rest.length === 0) return;
    blocked.clear();
    let progress = false;
    // One after the other within a round keeps the order of the log readable; operations run side by side.
    const started: { readonly resource: Resource; readonly operation: string }[] = [];
    for (const resource of rest) {
      try {
        const running = await deleteOne(services, record, resource, control);
        if (running === undefined) progress = true;
        else started.push({ resource, operation: running });
      } catch (error) {
        if (!(error instanceof ArmError)) throw error;
        blocked.set(resource, error.body());
      }
    }
    for (const { resource, operation } of started) {
      await services.operations.done(operation);
      const end = await services.operations.get(operation);
      if (end?.status === "Succeeded") progress = true;
      else blocked.set(resource, end?.error?.body);
    }
    if (!progress) {
      const details = [...blocked].map(([{ id }, error]) => ({
        code: error?.code ?? "Conflict",
        target: id.text,
        message: JSON.stringify({ error }),
      }));
      throw armFaults.ResourceGroupDeletionBlocked(
        {
          name: scope.resourceGroup,
          resources: [...blocked.keys()].map(({ id }) => resourcePath(id)).join(","),
          correlationId: record.caller.correlationId,
        },
        { details },
      );
    }
  }
}

/** Resources that are no children and no extensions of others: those go with what they belong to. */
async function topResources(services: ArmServices, scope: ResourceGroupScope): Promise<readonly Resource[]> {
  const entries = await services.repository.below(scope.key);
  return entries
    .map((entry) => ({ record: resourceRecord(entry.value), revision: entry.revision }))
    .filter(({ record }) => {
      const id = recordId(record);
      return id.types.length === 1 && id.scope.kind === "resourceGroup";
    })
    .map(({ record, revision }) => resourceOf(record, revision));
}

/** @returns the operation to wait for; undefined when the resource is gone already */
async function deleteOne(
  services: ArmServices,
  record: OperationRecord,
  resource: Resource,
  control: OperationControl,
): Promise<string | undefined> {
  const type = services.registry.stored(resource.type);
  if (!type) {
    // Left by a version of byocni that knew more types.
    await services.repository.remove(resource.id);
    return undefined;
  }
  const under = await runningOn(services, resource);
  if (under !== undefined && services.operations.isRunning(under)) {
    // A create in progress is waited for, then the resource goes in the next round.
    await services.operations.done(under);
    return undefined;
  }
  const context = { ...callerContext(services, record.caller, control.signal), cascade: true };
  const outcome = await startDelete(services, resource.id, type, { context, caller: record.caller });
  return outcome.kind === "started" ? outcome.operation.id : undefined;
}

async function runningOn(services: ArmServices, resource: Resource): Promise<string | undefined> {
  const { root } = await services.repository.load(resource.id);
  return root && Object.values(root.record.operations)[0]?.id;
}

/** The group goes with the end of the operation, or comes back. */
async function finish(services: ArmServices, record: OperationRecord, write: WriteOperation): Promise<void> {
  const scope = scopeOf(record);
  const { repository, store } = services;
  if (record.status === "Succeeded") {
    await repository.removeGroup(scope.subscriptionId, scope.resourceGroup);
    await store.write([write]);
    return;
  }
  const entry = await repository.groupEntry(scope.subscriptionId, scope.resourceGroup);
  if (!entry) {
    await store.write([write]);
    return;
  }
  const { deleting: _deleting, ...rest } = groupRecord(entry.value);
  const key = groupKey(scope.subscriptionId, scope.resourceGroup);
  await store.write([{ kind: "put", key, value: toValue(rest) }, write]);
}
