import type { Json, JsonObject } from "@byocni/base/core";

/** A value now or later. */
export type MaybePromise<T> = T | Promise<T>;

/** `reference(...)` of a resource. */
export interface ReferenceRequest {
  readonly resourceId: string;
  /** As given, else that of the resource in the same template. */
  readonly apiVersion: string;
}

/** `listKeys(...)` and all other `list*` functions. */
export interface ListRequest {
  /** In the spelling of the template, e.g. `listClusterAdminCredential`. */
  readonly function: string;
  readonly resourceId: string;
  readonly apiVersion: string;
  readonly body?: Json;
}

/** What a running deployment can ask of the cloud. Failures are the caller's own errors and pass through unchanged. */
export interface TemplateRuntime {
  /** The whole resource as GET shows it; the language picks `properties` or forms the `'Full'` view itself. */
  reference(request: ReferenceRequest): MaybePromise<JsonObject>;
  /** The answer of `POST {resourceId}/{function}`. */
  list(request: ListRequest): MaybePromise<Json>;
}
