import type { Clock } from "@byocni/base/core";
import { assert } from "@byocni/base/core";
import type { Store, StoreEntry, WriteOperation } from "@byocni/base/store";
import { normalizeIdKey, parentResource, parseResourceId } from "@byocni/azure/types";
import type { ResourceGroupScope, ResourceId } from "@byocni/azure/types";
import type { ProviderRegistry, RegisteredStoredType } from "../registry.ts";
import type { Resource, ResourceAccess, ResourceState } from "../resource.ts";
import { movedRecords } from "./move-records.ts";
import { createTypeIndex, type TypeIndex } from "./type-index.ts";
import { childNamed, childrenOf, relativeKey, withChild, withoutChild, type EmbeddedSlot } from "./embedded.ts";
import {
  canonicalId,
  groupKey,
  groupOf,
  groupRecord,
  recordId,
  resourceKey,
  resourceOf,
  resourceRecord,
  stateOf,
  toValue,
  type GroupRecord,
  type OperationMark,
  type ResourceRecord,
} from "./record.ts";

/** A resource as it was read, with what a write needs to be a compare-and-swap. */
export interface Loaded {
  /** As asked for. */
  readonly id: ResourceId;
  readonly type: RegisteredStoredType;
  /** Undefined when it is not there. */
  readonly resource: Resource | undefined;
  /** The parent resource of a child. */
  readonly parent: Resource | undefined;
  /** The record that holds it: its own, or the parent's for embedded children. */
  readonly root: { readonly key: string; readonly record: ResourceRecord; readonly revision: number } | undefined;
  /** Key in the root's marks. */
  readonly rel: string;
  readonly slot: EmbeddedSlot | undefined;
}

/** What a write makes of a loaded resource. */
export interface Change {
  /** The new state; `"remove"` takes it away. */
  readonly state: ResourceState | "remove";
  /** The operation that starts with this write; null ends the one that is marked; undefined leaves the mark. */
  readonly operation?: OperationMark | null;
  /** The terminal state to show from now on (`Succeeded` clears the mark). */
  readonly ended?: string;
  /** Display name of who writes; undefined for work of the engine itself. */
  readonly by?: string;
  /** Name of the group in its own spelling, for new resources. */
  readonly groupName?: string | undefined;
}

/** The stored resources and groups. */
export interface Repository extends ResourceAccess {
  load(id: ResourceId): Promise<Loaded>;
  /** Writes a change, and `extra` in the same transaction. @returns undefined when someone else wrote first. */
  commit(loaded: Loaded, change: Change, extra?: readonly WriteOperation[]): Promise<Resource | "removed" | undefined>;
  /** Root records at and below a key. */
  below(key: string): Promise<readonly StoreEntry[]>;
  /**
   * Moves resources of a group, with everything below them, into another group, and puts right what refers to them, in
   * one write. Role assignments stay behind, as in Azure: they are gone.
   */
  move(ids: readonly ResourceId[], target: ResourceGroupScope): Promise<void>;
  groupEntry(subscriptionId: string, name: string): Promise<StoreEntry | undefined>;
  groups(subscriptionId: string): Promise<readonly GroupRecord[]>;
  /** Which resources there are of a type, for an overlay on this repository. */
  readonly index: TypeIndex;
  /** Called after every write of a resource that has a record of its own. */
  onChange(listener: (change: RepositoryChange) => void): void;
}

/** What became of one record. */
export interface RepositoryChange {
  /** Store key of the record. */
  readonly key: string;
  /** Undefined: it is gone. */
  readonly resource: Resource | undefined;
}

export interface RepositoryDeps {
  readonly store: Store;
  readonly registry: ProviderRegistry;
  readonly clock: Clock;
  /** Default: one of its own, built from the store. */
  readonly index?: TypeIndex;
}

/** Compare-and-swap attempts before a write is given up as a bug: writers to one resource queue up in front of this. */
const maxAttempts = 1000;

export function createRepository(deps: RepositoryDeps): Repository {
  const { store, registry, clock } = deps;
  const listeners: ((change: RepositoryChange) => void)[] = [];
  const index = deps.index ?? createTypeIndex(store);
  const now = (): string => new Date(clock.now()).toISOString();
  const changed = (key: string, resource: Resource | undefined): void => {
    if (!resource) index.removed(key);
    for (const listener of listeners) listener({ key, resource });
  };

  function asId(id: ResourceId | string): ResourceId | undefined {
    return typeof id === "string" ? parseResourceId(id) : id;
  }

  function slotOf(type: RegisteredStoredType): EmbeddedSlot | undefined {
    const { embedded } = type.definition;
    if (!embedded) return undefined;
    return { embedded, segment: type.type.slice(type.type.lastIndexOf("/") + 1), type: type.type };
  }

  async function read(key: string) {
    const entry = await store.get(resourceKey(key));
    return entry && { key: entry.key, record: resourceRecord(entry.value), revision: entry.revision };
  }

  async function load(id: ResourceId): Promise<Loaded> {
    const type = registry.stored(id.type);
    assert(type, `${id.type} is a stored type`);
    const slot = slotOf(type);
    const parentId = parentResource(id);
    if (slot) {
      assert(parentId, `${id.type} has a parent`);
      const root = await read(parentId.key);
      return {
        id,
        type,
        slot,
        rel: relativeKey(slot, id.name),
        root,
        parent: root && resourceOf(root.record, root.revision),
        resource: root && childNamed(root.record, root.revision, slot, id.name),
      };
    }
    const [root, parent] = await Promise.all([
      read(id.key),
      parentId && registry.stored(parentId.type) ? get(parentId) : undefined,
    ]);
    return {
      id,
      type,
      slot,
      rel: "",
      root,
      parent,
      resource: root && resourceOf(root.record, root.revision),
    };
  }

  async function commit(
    loaded: Loaded,
    change: Change,
    extra: readonly WriteOperation[] = [],
  ): Promise<Resource | "removed" | undefined> {
    const next = nextRecord(loaded, change);
    const key = loaded.root?.key ?? resourceKey(loaded.id.key);
    const expect = loaded.root
      ? ({ kind: "revision", revision: loaded.root.revision } as const)
      : ({ kind: "absent" } as const);
    const removal = change.state === "remove" ? await removalsBelow(loaded.id.key) : [];
    const own: WriteOperation = next
      ? { kind: "put", key, value: toValue(next), expect }
      : { kind: "delete", key, expect };
    const result = await store.write([own, ...removal, ...extra]);
    if (!result.ok) return undefined;
    for (const { key: gone } of removal) changed(gone, undefined);
    if (!next) changed(key, undefined);
    if (change.state === "remove") return "removed";
    const entry = result.entries[0];
    assert(entry, "a put returns its entry");
    const record = resourceRecord(entry.value);
    index.added(record.type, key);
    const root = resourceOf(record, entry.revision);
    changed(key, root);
    if (!loaded.slot) return root;
    const child = childNamed(record, entry.revision, loaded.slot, loaded.id.name);
    assert(child, "an embedded child is there after its write");
    return child;
  }

  function nextRecord(loaded: Loaded, change: Change): ResourceRecord | undefined {
    const { root, slot, rel } = loaded;
    const by = change.by ?? "byocni";
    const at = now();
    if (slot) {
      assert(root, "an embedded child is written into its parent");
      const { record } = root;
      const { name } = loaded.resource ?? loaded.id;
      const state =
        change.state === "remove"
          ? withoutChild(record.state, slot, name)
          : withChild(record.state, slot, name, change.state);
      return {
        ...record,
        state,
        ...marks(record, rel, change),
        history: { ...record.history, lastModifiedBy: by, lastModifiedAt: at },
      };
    }
    if (change.state === "remove") return undefined;
    const record: ResourceRecord = root?.record ?? {
      id: canonicalId(loaded.id, loaded.type.type, change.groupName).text,
      type: loaded.type.type,
      state: { properties: {} },
      operations: {},
      ended: {},
      history: { createdBy: by, createdAt: at, lastModifiedBy: by, lastModifiedAt: at },
    };
    return {
      ...record,
      state: keepChildren(stateOf(change.state), record.state),
      ...marks(record, rel, change),
      history:
        change.by === undefined && root
          ? record.history
          : { ...record.history, lastModifiedBy: by, lastModifiedAt: at },
    };
  }

  const removalsBelow = (key: string): Promise<WriteOperation[]> => removalsUnder(`${resourceKey(key)}/`);

  async function removalsUnder(prefix: string): Promise<WriteOperation[]> {
    const { entries } = await store.list(prefix);
    return entries.map((entry) => ({ kind: "delete", key: entry.key }));
  }

  async function get(id: ResourceId | string): Promise<Resource | undefined> {
    const parsed = asId(id);
    if (!parsed || !registry.stored(parsed.type)) return undefined;
    return (await load(parsed)).resource;
  }

  async function write(
    id: ResourceId,
    change: (loaded: Loaded) => Promise<Change | undefined> | Change | undefined,
  ): Promise<Resource | "removed" | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const loaded = await load(id);
      const wanted = await change(loaded);
      if (!wanted) return undefined;
      const result = await commit(loaded, wanted);
      if (result) return result;
    }
    throw new Error(`too many writers of ${id.text}`);
  }

  async function groupNameOf(id: ResourceId): Promise<string | undefined> {
    if (id.subscriptionId === undefined || id.resourceGroup === undefined) return undefined;
    const entry = await store.get(groupKey(id.subscriptionId, id.resourceGroup));
    return entry && groupRecord(entry.value).name;
  }

  async function list(query: { readonly within?: string; readonly type?: string }): Promise<readonly Resource[]> {
    const within = normalizeIdKey(query.within ?? "/");
    const type = query.type === undefined ? undefined : registry.stored(query.type);
    if (query.type !== undefined && !type) return [];
    const slot = type && slotOf(type);
    const rootType = (slot ? type?.parent?.type : type?.type)?.toLowerCase();
    const found: Resource[] = [];
    // The parent of embedded children may be `within` itself.
    const isBroad = within === "/" || within.split("/").length <= 3;
    const entries = isBroad && rootType !== undefined ? await ofType(rootType, within) : await below(within);
    for (const entry of entries) {
      const record = resourceRecord(entry.value);
      if (rootType !== undefined && record.type.toLowerCase() !== rootType) continue;
      if (slot) found.push(...childrenOf(record, entry.revision, slot));
      else if (recordId(record).key !== within) found.push(resourceOf(record, entry.revision));
    }
    return found;
  }

  async function ofType(type: string, within: string): Promise<readonly StoreEntry[]> {
    const keys = await index.keys(type);
    const wanted = within === "/" ? keys : keys.filter((key) => key.startsWith(`${resourceKey(within)}/`));
    const entries = await Promise.all(wanted.map((key) => store.get(key)));
    return entries.filter((entry) => entry !== undefined);
  }

  async function below(key: string): Promise<readonly StoreEntry[]> {
    if (key === "/") return (await store.list(resourceKey("/"))).entries;
    const [own, { entries }] = await Promise.all([store.get(resourceKey(key)), store.list(`${resourceKey(key)}/`)]);
    return own ? [own, ...entries] : entries;
  }

  return {
    index,
    load,
    commit,
    get,
    list,
    below,
    async put(id, state) {
      const parsed = asId(id);
      assert(parsed, `an id to write is valid: ${String(id)}`);
      const groupName = await groupNameOf(parsed);
      const resource = await write(parsed, () => ({ state, groupName }));
      assert(resource && resource !== "removed", "a put gives a resource");
      return resource;
    },
    async update(id, change) {
      const parsed = asId(id);
      if (!parsed) return undefined;
      const result = await write(parsed, ({ resource }) => {
        const state = resource && change(resource);
        return state && { state: stateOf(state) };
      });
      return result === "removed" ? undefined : result;
    },
    async remove(id) {
      const parsed = asId(id);
      if (!parsed) return;
      await write(parsed, ({ resource }) => (resource ? { state: "remove" } : undefined));
    },
    async getGroup(subscriptionId, name) {
      const entry = await store.get(groupKey(subscriptionId, name));
      return entry && groupOf(groupRecord(entry.value));
    },
    async move(ids, target) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const writes = movedRecords((await store.list(resourceKey("/"))).entries, ids, target);
        const result = await store.write(writes);
        if (!result.ok) continue;
        for (const [at, write] of writes.entries()) {
          const entry = result.entries[at];
          const record = write.kind === "put" && entry ? resourceRecord(entry.value) : undefined;
          if (record) index.added(record.type, write.key);
          changed(write.key, record && entry && resourceOf(record, entry.revision));
        }
        return;
      }
      throw new Error("too many writers of what is moved");
    },
    groupEntry: (subscriptionId, name) => store.get(groupKey(subscriptionId, name)),
    async groups(subscriptionId) {
      const { entries } = await store.list(`group/${subscriptionId.toLowerCase()}/`);
      return entries.map((entry) => groupRecord(entry.value));
    },
    async putGroup(group) {
      const key = groupKey(group.subscriptionId, group.name);
      const existing = await store.get(key);
      const before = existing && groupRecord(existing.value);
      const record: GroupRecord = {
        ...group,
        name: before?.name ?? group.name,
        createdAt: before?.createdAt ?? now(),
      };
      await store.write([{ kind: "put", key, value: toValue(record) }]);
      return groupOf(record);
    },
    async removeGroup(subscriptionId, name) {
      const place = `/subscriptions/${subscriptionId}/resourcegroups/${name}`.toLowerCase();
      const removal = [
        ...(await removalsBelow(place)),
        ...(await removalsUnder(`deployment${place}|`)),
        ...(await removalsUnder(`deployment-operation${place}|`)),
      ];
      await store.write([{ kind: "delete", key: groupKey(subscriptionId, name) }, ...removal]);
      for (const { key } of removal) changed(key, undefined);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** What is hidden of embedded children is not the parent's to drop. */
function keepChildren(next: ResourceState, before: ResourceState): ResourceState {
  const children = before.hidden?.["children"];
  return children === undefined ? next : { ...next, hidden: { ...next.hidden, children } };
}

/** The record's marks after a change. */
function marks(record: ResourceRecord, rel: string, change: Change): Pick<ResourceRecord, "operations" | "ended"> {
  let { operations, ended } = record;
  if (change.state === "remove") {
    operations = without(operations, rel);
    ended = without(ended, rel);
  } else {
    if (change.operation === null) operations = without(operations, rel);
    else if (change.operation) operations = { ...operations, [rel]: change.operation };
    if (change.ended === "Succeeded") ended = without(ended, rel);
    else if (change.ended !== undefined) ended = { ...ended, [rel]: change.ended };
  }
  return { operations, ended };
}

function without<T>(map: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in map)) return map;
  const { [key]: _gone, ...rest } = map;
  return rest;
}
