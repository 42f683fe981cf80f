import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { statusErrors } from "../errors/status-errors.ts";
import { arrayIndex, parsePointer } from "./json-pointer.ts";

const maxOperations = 10_000;

/** Why an operation cannot be carried out; told as the cause of the StatusError. */
class PatchProblem extends Error {}

/**
 * Applies a JSON Patch (RFC 6902). The document is not changed; untouched parts are shared with the result.
 * @throws StatusError BadRequest for a malformed patch, RequestEntityTooLarge over 10,000 operations, Invalid when an
 *   operation fails (a failing `test` included).
 */
export function applyJsonPatch(document: JsonObject, patch: unknown): JsonObject {
  if (!Array.isArray(patch))
    throw statusErrors.badRequest(
      `json: cannot unmarshal ${patch === null ? "null" : isJsonObject(patch) ? "object" : typeof patch} into Go value of type jsonpatch.Patch`,
    );
  if (patch.length > maxOperations)
    throw statusErrors.tooLarge(
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`,
    );
  let result: unknown = document;
  try {
    for (const operation of patch) result = apply(result, operation);
  } catch (error) {
    if (error instanceof PatchProblem) throw statusErrors.rejectedPatch(error);
    throw error;
  }
  if (!isJsonObject(result)) throw statusErrors.rejectedPatch(new PatchProblem("the result is no object"));
  return result;
}

function apply(document: unknown, operation: unknown): unknown {
  if (!isJsonObject(operation)) throw statusErrors.badRequest("json: cannot unmarshal an operation that is no object");
  const path = pointer(operation, "path");
  switch (operation["op"]) {
    case "add":
      return put(document, path, required(operation), "add");
    case "replace":
      return put(document, path, required(operation), "replace");
    case "remove":
      return remove(document, path);
    case "move": {
      const from = pointer(operation, "from");
      if (path.length > from.length && from.every((step, index) => step === path[index]))
        throw new PatchProblem("a value cannot be moved into itself");
      return put(remove(document, from), path, read(document, from), "add");
    }
    case "copy":
      return put(document, path, read(document, pointer(operation, "from")), "add");
    case "test":
      if (!jsonEqual(read(document, path), required(operation)))
        throw new PatchProblem(`testing value ${String(operation["path"])} failed`);
      return document;
    default:
      throw new PatchProblem(`Unexpected kind: ${String(operation["op"])}`);
  }
}

function pointer(operation: JsonObject, member: "path" | "from"): string[] {
  const text = operation[member];
  const steps = typeof text === "string" ? parsePointer(text) : undefined;
  if (!steps) throw new PatchProblem(`missing or bad ${member}`);
  return steps;
}

function required(operation: JsonObject): unknown {
  if (operation["value"] === undefined) throw new PatchProblem("missing value");
  return operation["value"];
}

function read(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const step of path) value = child(value, step);
  return value;
}

function child(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    const index = arrayIndex(step, value.length, false);
    if (index !== undefined) return value[index] as unknown;
  } else if (isJsonObject(value) && Object.hasOwn(value, step)) return value[step];
  throw new PatchProblem(`Unable to access nonexistent key: ${step}: missing value`);
}

/** Copies the way to `path` and lets `change` work on the copy of its parent. */
function rebuild(
  value: unknown,
  path: readonly string[],
  change: (parent: unknown[] | Record<string, unknown>, last: string) => void,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) throw new PatchProblem("the whole document cannot be removed");
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    if (rest.length === 0) change(copy, step);
    else {
      const index = arrayIndex(step, copy.length, false);
      if (index === undefined) throw new PatchProblem(`Unable to access invalid index: ${step}`);
      copy[index] = rebuild(copy[index], rest, change);
    }
    return copy;
  }
  if (!isJsonObject(value)) throw new PatchProblem(`missing container at ${step}`);
  const copy: Record<string, unknown> = { ...value };
  if (rest.length === 0) change(copy, step);
  else define(copy, step, rebuild(child(value, step), rest, change));
  return copy;
}

function put(document: unknown, path: readonly string[], value: unknown, mode: "add" | "replace"): unknown {
  if (path.length === 0) return value;
  return rebuild(document, path, (parent, last) => {
    if (Array.isArray(parent)) {
      const index = arrayIndex(last, parent.length, mode === "add");
      if (index === undefined) throw new PatchProblem(`Unable to access invalid index: ${last}`);
      parent.splice(index, mode === "add" ? 0 : 1, value);
    } else {
      if (mode === "replace" && !Object.hasOwn(parent, last))
        throw new PatchProblem(`replace operation does not apply: doc is missing key: ${last}`);
      define(parent, last, value);
    }
  });
}

function remove(document: unknown, path: readonly string[]): unknown {
  return rebuild(document, path, (parent, last) => {
    if (Array.isArray(parent)) {
      const index = arrayIndex(last, parent.length, false);
      if (index === undefined) throw new PatchProblem(`Unable to access invalid index: ${last}`);
      parent.splice(index, 1);
    } else if (Object.hasOwn(parent, last)) delete parent[last];
    else throw new PatchProblem(`Unable to remove nonexistent key: ${last}`);
  });
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
