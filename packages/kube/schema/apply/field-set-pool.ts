import type { JsonObject } from "@byocni/base/core";

/**
 * Keeps one object for equal `fieldsV1`. The pods of one workload own the same fields by the thousand, and each set is
 * a tree of some dozen objects.
 */
export interface FieldSetPool {
  /** The first object that was equal to this one (this one, if none was). */
  shared(fields: JsonObject): JsonObject;
}

/** Sets that are remembered; when there are more, it begins anew. */
const capacity = 4096;

export function createFieldSetPool(): FieldSetPool {
  const known = new Map<string, JsonObject>();
  return {
    shared(fields) {
      const text = JSON.stringify(fields);
      const found = known.get(text);
      if (found) return found;
      if (known.size >= capacity) known.clear();
      known.set(text, fields);
      return fields;
    },
  };
}
