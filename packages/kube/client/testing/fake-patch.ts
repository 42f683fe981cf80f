import { assert, isJsonObject } from "@byocni/base/core";

/** JSON merge patch (RFC 7386). */
function merge(target: unknown, patch: unknown, lists: boolean): unknown {
  if (lists && Array.isArray(patch) && Array.isArray(target)) return mergeList(target, patch);
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const key in patch) {
    if (patch[key] === null) delete result[key];
    else if (patch[key] !== undefined) result[key] = merge(result[key], patch[key], lists);
  }
  return result;
}

/** Conditions merge by type and owners by uid, as strategic merge has it; every other list is replaced. */
function mergeList(target: readonly unknown[], patch: readonly unknown[]): readonly unknown[] {
  const key = patch.every((item) => isJsonObject(item) && "uid" in item) ? "uid" : "type";
  const isKeyed = (item: unknown): item is Record<string, unknown> =>
    isJsonObject(item) && typeof item[key] === "string" && (key === "uid" || "status" in item);
  if (!patch.every(isKeyed) || !target.every(isKeyed)) return patch;
  const rest = patch.filter((item) => !target.some((old) => old[key] === item[key]));
  const merged = target.map((old) => merge(old, patch.find((item) => item[key] === old[key]) ?? {}, true));
  return [...merged, ...rest].filter((item) => (item as Record<string, unknown>)["$patch"] !== "delete");
}

function jsonPatch(target: unknown, operations: readonly unknown[]): unknown {
  let result = structuredClone(target);
  for (const operation of operations) {
    assert(isJsonObject(operation) && typeof operation["path"] === "string", "a JSON patch operation has a path");
    const steps = operation["path"].split("/").slice(1);
    const last = (steps.pop() ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    let at: unknown = result;
    for (const step of steps) at = (at as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    if (Array.isArray(at)) {
      const index = last === "-" ? at.length : Number(last);
      if (operation["op"] === "remove") at.splice(index, 1);
      else if (operation["op"] === "add") at.splice(index, 0, operation["value"]);
      else at[index] = operation["value"];
    } else if (isJsonObject(at)) {
      const object = at as Record<string, unknown>;
      if (operation["op"] === "remove") delete object[last];
      else object[last] = operation["value"];
    }
    if (steps.length === 0 && last === "") result = operation["value"];
  }
  return result;
}

/** Applies a patch by its content type. Strategic merge is done for what controllers send: conditions by type, owners by uid. */
export function applyFakePatch(target: unknown, patch: unknown, contentType: string): unknown {
  if (contentType.startsWith("application/json-patch")) return jsonPatch(target, patch as readonly unknown[]);
  return merge(target, patch, contentType.startsWith("application/strategic"));
}
