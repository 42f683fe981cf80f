import { childResource, parentResource, type ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { isStored, type ProviderRegistry, type RegisteredStoredType } from "../registry.ts";
import { elementsOf } from "./embedded.ts";
import { recordId, resourceRecord, type OperationMark, type ResourceRecord } from "./record.ts";
import type { Loaded, Repository } from "./repository.ts";

/**
 * One operation at a time: refuses a change while one runs on the same resource, on a parent or on a child.
 * @throws ArmError the provider's own refusal, 409
 */
export async function requireIdle(repository: Repository, registry: ProviderRegistry, loaded: Loaded): Promise<void> {
  const busy =
    (loaded.root && markIn(registry, loaded.root.record, loaded.rel)) ??
    (await markAbove(repository, registry, loaded.id)) ??
    (hasSeparateChildren(registry, loaded.type) ? await markBelow(registry, repository, loaded.id) : undefined);
  if (!busy) return;
  const { mark, id } = busy;
  const conflict = { id: loaded.id, busy: id, operationId: mark.id, kind: mark.kind, state: mark.state };
  throw (
    loaded.type.provider.busy?.(conflict) ??
    armFaults.AnotherOperationInProgress({ kind: mark.kind, operationId: mark.id, busy: id.text })
  );
}

interface Busy {
  readonly mark: OperationMark;
  readonly id: ResourceId;
}

function markIn(registry: ProviderRegistry, record: ResourceRecord, rel: string): Busy | undefined {
  const found = Object.entries(record.operations).find(([key]) => key === rel || key === "" || rel === "");
  return found && { mark: found[1], id: idAt(registry, record, found[0]) };
}

/** The record's own id, or that of the embedded child at `rel`, in the spelling of the child. */
function idAt(registry: ProviderRegistry, record: ResourceRecord, rel: string): ResourceId {
  const id = recordId(record);
  const [segment, name] = rel.split("/");
  const type = name === undefined ? undefined : registry.stored(`${record.type}/${segment ?? ""}`);
  const embedded = type?.definition.embedded;
  if (!type || !embedded || name === undefined) return id;
  const slot = { embedded, segment: type.type.slice(type.type.lastIndexOf("/") + 1), type: type.type };
  const names = elementsOf(record.state.properties, slot).map((element) => String(element["name"]));
  return childResource(id, slot.segment, names.find((one) => one.toLowerCase() === name) ?? name);
}

async function markAbove(
  repository: Repository,
  registry: ProviderRegistry,
  id: ResourceId,
): Promise<Busy | undefined> {
  for (let parent = parentResource(id); parent; parent = parentResource(parent)) {
    if (!registry.stored(parent.type)) continue;
    const { root, rel } = await repository.load(parent);
    const mark = root?.record.operations[rel];
    if (root && mark) return { mark, id: parent };
  }
  return undefined;
}

async function markBelow(
  registry: ProviderRegistry,
  repository: Repository,
  id: ResourceId,
): Promise<Busy | undefined> {
  for (const entry of await repository.below(id.key)) {
    const record = resourceRecord(entry.value);
    const mark = Object.entries(record.operations)[0];
    if (mark) return { mark: mark[1], id: idAt(registry, record, mark[0]) };
  }
  return undefined;
}

/** True when instances of some type are stored on their own below instances of this one. */
export function hasSeparateChildren(registry: ProviderRegistry, type: RegisteredStoredType): boolean {
  for (const child of registry.types()) {
    if (isStored(child) && !child.definition.embedded && child.parent?.type === type.type) return true;
  }
  return false;
}
