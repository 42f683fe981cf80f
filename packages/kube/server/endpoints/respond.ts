import type { JsonObject } from "@byocni/base/core";
import type { HttpResponse } from "@byocni/base/http";
import { apiVersionOf, type KubeObject } from "@byocni/kube/schema";
import { printerOf } from "../printers/index.ts";
import { negotiate, type Negotiated } from "../request/negotiation.ts";
import { servedBytes, servedObject } from "../registry/served-resource.ts";
import type { CachedObject } from "../storage/cached-object.ts";
import { joinItems } from "./list-bytes.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { partialOf, tableOf } from "./table.ts";

/** A JSON or YAML answer. */
export async function respondValue(
  status: number,
  value: unknown,
  format: Negotiated["format"] = "json",
  bytes?: () => Uint8Array,
): Promise<HttpResponse> {
  if (format === "yaml") {
    const yaml = await import("yaml");
    const text = yaml.stringify(JSON.parse(JSON.stringify(value)));
    return {
      status,
      headers: { "content-type": "application/yaml" },
      body: { kind: "bytes", bytes: new TextEncoder().encode(text) },
    };
  }
  return {
    status,
    headers: { "content-type": "application/json" },
    body: { kind: "json", value, ...(bytes ? { bytes } : {}) },
  };
}

/** How the client of this request wants to see objects. @throws StatusError NotAcceptable */
export function negotiated(request: ResourceRequest): Negotiated {
  return negotiate(request.http.headers["accept"], request.http.query);
}

/** One stored object in the form that the client asks for. */
export function respondObject(request: ResourceRequest, status: number, object: CachedObject): Promise<HttpResponse> {
  const { view, format } = negotiated(request);
  const { resource } = request;
  const served = servedObject(resource, object);
  return view.kind === "object"
    ? respondValue(status, served, format, () => servedBytes(resource, object))
    : respondPlain(request, status, served);
}

/** An object that is not (or not as such) in the store. */
export function respondPlain(request: ResourceRequest, status: number, object: KubeObject): Promise<HttpResponse> {
  const { view, format } = negotiated(request);
  switch (view.kind) {
    case "object":
      return respondValue(status, object, format);
    case "partial":
      return respondValue(status, partialOf(object, view.version), format);
    case "table": {
      const metadata = { resourceVersion: object.metadata.resourceVersion ?? "" };
      const options = { ...view, withColumns: true };
      const now = request.core.clock.now();
      return respondValue(status, tableOf(printerOf(request.resource), [object], metadata, now, options), format);
    }
    default:
      return view satisfies never;
  }
}

/** `metadata` of a list. */
export interface ListMeta {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** A list of objects in the form that the client asks for. */
export function respondList(
  request: ResourceRequest,
  objects: readonly CachedObject[],
  metadata: ListMeta,
): Promise<HttpResponse> {
  const { view, format } = negotiated(request);
  const { resource, core } = request;
  const { definition } = resource;
  const served = (): KubeObject[] => objects.map((object) => servedObject(resource, object));
  switch (view.kind) {
    case "object": {
      const head = { kind: definition.listKind, apiVersion: apiVersionOf(definition), metadata };
      const value = lazyItems(head, served);
      return respondValue(200, value, format, () => joinItems(head, resource, objects));
    }
    case "partial": {
      const items = served().map((object) => partialOf(object, view.version));
      const apiVersion = `meta.k8s.io/${view.version}`;
      return respondValue(200, { kind: "PartialObjectMetadataList", apiVersion, metadata, items }, format);
    }
    case "table": {
      const options = { ...view, withColumns: true };
      const table = tableOf(printerOf(resource), served(), { ...metadata } as JsonObject, core.clock.now(), options);
      return respondValue(200, table, format);
    }
    default:
      return view satisfies never;
  }
}

/** A list whose items are only put together if somebody reads them as values. */
function lazyItems(head: object, items: () => readonly KubeObject[]): object {
  let made: readonly KubeObject[] | undefined;
  return Object.defineProperty({ ...head }, "items", { enumerable: true, get: () => (made ??= items()) });
}
