import { assert } from "@byocni/base/core";
import type { StoreEntry, WriteOperation } from "@byocni/base/store";
import { parseResourceId, resourceIdIn, type ResourceGroupScope, type ResourceId } from "@byocni/azure/types";
import { rewriteIds, type Moved } from "../moves/rewrite.ts";
import { resourceKey, resourceRecord, toValue } from "./record.ts";

const roleAssignment = /\/providers\/microsoft\.authorization\/roleassignments\/[^/]+$/;

/** The writes that move resources: their records under new keys, and what refers to them put right. */
export function movedRecords(
  entries: readonly StoreEntry[],
  ids: readonly ResourceId[],
  target: ResourceGroupScope,
): readonly WriteOperation[] {
  const moved: readonly Moved[] = ids.map((id) => ({ from: id.key, to: resourceIdIn(target, id.type, id.names).text }));
  const roots = ids.map((id) => resourceKey(id.key));
  return entries.flatMap((entry): readonly WriteOperation[] => {
    const expect = { kind: "revision", revision: entry.revision } as const;
    const isMoved = roots.some((root) => entry.key === root || entry.key.startsWith(`${root}/`));
    const next = rewriteIds(entry.value, moved);
    if (!isMoved) return next === entry.value ? [] : [{ kind: "put", key: entry.key, value: next, expect }];
    const gone: WriteOperation = { kind: "delete", key: entry.key, expect };
    if (roleAssignment.test(entry.key)) return [gone];
    const record = resourceRecord(next);
    const id = parseResourceId(record.id);
    assert(id, "the id of a moved record is an id");
    return [gone, { kind: "put", key: resourceKey(id.key), value: toValue(record), expect: { kind: "absent" } }];
  });
}
