import { assert, sleep, type Json } from "@byocni/base/core";
import { parseResourceId } from "@byocni/azure/types";
import type { WriteOperation } from "@byocni/base/store";
import { afterRemoval, resourcesBelow } from "../handlers/remove.ts";
import type { OperationContext } from "../provider.ts";
import { callerContext, type ArmServices } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { stateOf } from "../resources/record.ts";
import type { OperationControl, OperationWork } from "./engine.ts";
import type { OperationRecord } from "./record.ts";

/** Attempts against other writers when the end of an operation is written. */
const maxAttempts = 1000;

/** Operations that a provider does on one of its resources. */
export function resourceWork(services: () => ArmServices): OperationWork {
  return {
    run: (record, control) => runOnResource(services(), record, control),
    finish: (record, write) => finish(services(), record, write),
  };
}

function partsOf(services: ArmServices, record: OperationRecord) {
  const id = parseResourceId(record.target);
  assert(id, `an operation's target is a resource: ${record.target}`);
  const type = services.registry.stored(id.type);
  assert(type, `an operation's target has a known type: ${record.target}`);
  return { id, type };
}

async function runOnResource(
  services: ArmServices,
  record: OperationRecord,
  control: OperationControl,
): Promise<Json | void> {
  const { id, type } = partsOf(services, record);
  const runner = type.definition.operations?.[record.kind];
  // A delete operation may have no work of its own besides taking its time.
  if (!runner) {
    assert(record.kind === type.definition.deleteOperation?.kind, `${type.type} does the operation ${record.kind}`);
    return undefined;
  }
  const { repository, settings, clock } = services;
  const { warn: _warn, ...base } = callerContext(services, record.caller, control.signal);
  const context: OperationContext = {
    ...base,
    operationId: record.id,
    kind: record.kind,
    id,
    input: record.input,
    get progress() {
      return control.progress;
    },
    save: (progress) => control.save(progress),
    async resource() {
      return present(await repository.get(id), record);
    },
    async update(change) {
      return present(await repository.update(id, change), record);
    },
    async takes(ms) {
      if (settings.latency === "azure") await sleep(clock, ms, control.signal);
    },
  };
  return runner(context);
}

function present(resource: Resource | undefined, record: OperationRecord): Resource {
  if (!resource) throw new Error(`the resource of the operation ${record.id} is gone`);
  return resource;
}

/** The end of the operation and what the resource shows from then on are one write. */
async function finish(services: ArmServices, record: OperationRecord, write: WriteOperation): Promise<void> {
  const { repository, store } = services;
  const target = parseResourceId(record.target);
  if (!target || !services.registry.stored(target.type)) {
    // Left by a version of byocni that knew more types.
    await store.write([write]);
    return;
  }
  const { id, type } = partsOf(services, record);
  const removes = record.kind === type.definition.deleteOperation?.kind && record.status === "Succeeded";
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const loaded = await repository.load(id);
    const { resource } = loaded;
    if (!resource) {
      await store.write([write]);
      return;
    }
    const below = removes ? await resourcesBelow(services, id) : [];
    const change = removes
      ? ({ state: "remove" } as const)
      : { state: stateOf(resource), operation: null, ended: record.status };
    if (!(await repository.commit(loaded, change, [write]))) continue;
    if (removes) {
      const context = callerContext(services, record.caller, services.signal);
      await afterRemoval(services, [resource, ...below], context);
    }
    return;
  }
  throw new Error(`too many writers of ${id.text}`);
}
