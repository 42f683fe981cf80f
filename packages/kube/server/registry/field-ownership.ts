import { type JsonObject, jsonEqual } from "@byocni/base/core";
import { type KubeObject, statusErrors } from "@byocni/kube/schema";
import type { WriteOperationContext } from "./operation.ts";

export function trackCreate(_operation: WriteOperationContext, object: KubeObject): KubeObject {
  return object;
}

export function trackUpdateOf(_operation: WriteOperationContext, object: KubeObject, _old: KubeObject): KubeObject {
  return object;
}

export function emptyObject(_operation: WriteOperationContext, intent: KubeObject): KubeObject {
  return intent;
}

export function applyOwned(
  _operation: WriteOperationContext,
  _current: KubeObject,
  _intent: KubeObject,
  _applied: JsonObject,
  _force: boolean,
): KubeObject {
  throw statusErrors.notImplemented("server-side apply");
}

/** Equal but for the times in managedFields: nothing worth a write. */
export function sameButForTimes(object: KubeObject, old: KubeObject): boolean {
  const { managedFields: mine, resourceVersion: _mine, ...metadata } = object.metadata;
  const { managedFields: theirs, resourceVersion: _theirs, ...oldMetadata } = old.metadata;
  return jsonEqual({ ...object, metadata }, { ...old, metadata: oldMetadata }) && jsonEqual(mine ?? [], theirs ?? []);
}
