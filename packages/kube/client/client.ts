import type { HttpCall, HttpCaller, HttpReply } from "@byocni/base/http";
import { statusErrorFrom } from "./errors.ts";
import type { KubeList, KubeObject, NewObject } from "./objects/index.ts";
import { type Resource, type ResourceRef, resourcePath } from "./resource.ts";

export interface KubeClientOptions {
  /** The User-Agent header, default `byocni`. */
  readonly userAgent?: string;
  /** The owner of the fields that creates, updates and patches write; left to the server when absent. */
  readonly fieldManager?: string;
}

export interface SelectorOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends SelectorOptions {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
}

export interface WatchOptions extends SelectorOptions {
  readonly resourceVersion?: string;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  /** Aborting ends the watch. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions {
  readonly subresource?: string;
  readonly dryRun?: boolean;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export type PatchType = "merge" | "json" | "strategic" | "apply";

/** One event of a watch. An ERROR event is thrown as StatusError instead. */
export interface WatchEvent<T extends KubeObject = KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/**
 * A client of one API server. Every answer that is not 2xx is thrown as StatusError of `@byocni/kube/schema`; what the
 * caller itself throws (a transport failure) passes through. Results are shared values: treat them as frozen.
 */
export interface KubeClient {
  get<T extends KubeObject>(ref: ResourceRef<T>): Promise<T>;
  /** The items carry apiVersion and kind even where the server leaves them out. */
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>;
  create<T extends KubeObject>(resource: Resource<T>, object: NewObject<T>, options?: WriteOptions): Promise<T>;
  /** PUT of the whole object; its `metadata.resourceVersion`, if there, must be current (409 otherwise). */
  update<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(
    ref: ResourceRef<T>,
    patch: unknown,
    type?: PatchType,
    options?: WriteOptions & { readonly force?: boolean },
  ): Promise<T>;
  /** The last state of the object, or a Status. */
  delete(ref: ResourceRef, options?: DeleteOptions): Promise<KubeObject>;
  deleteCollection(resource: Resource, options?: DeleteOptions & SelectorOptions): Promise<void>;
  /** POST to a subresource: `binding`, `eviction`, `token`. */
  createSub<R extends KubeObject = KubeObject>(ref: ResourceRef, subresource: string, body: unknown): Promise<R>;
  watch<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** Any other GET, for discovery: `/apis`. */
  getPath(path: string): Promise<unknown>;
}

const patchContentTypes: Readonly<Record<PatchType, string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  let separator = path.includes("?") ? "&" : "?";
  for (const key in query) {
    const value = query[key];
    if (value === undefined || value === false || value === "") continue;
    path += `${separator}${key}=${encodeURIComponent(value)}`;
    separator = "&";
  }
  return path;
}

function deletePayload(options: DeleteOptions): Partial<HttpCall> {
  const { gracePeriodSeconds, propagationPolicy, preconditions } = options;
  if (gracePeriodSeconds === undefined && propagationPolicy === undefined && preconditions === undefined) return {};
  return {
    body: {
      json: {
        kind: "DeleteOptions",
        apiVersion: "v1",
        ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
        ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
        ...(preconditions === undefined ? {} : { preconditions }),
      },
    },
  };
}

/** Servers may leave apiVersion and kind out of the items of a list: the list's own kind says what they are. */
function withItemKinds<T extends KubeObject>(list: KubeList<T>): KubeList<T> {
  const { apiVersion, kind } = list;
  if (apiVersion === undefined || !kind?.endsWith("List") || list.items[0]?.kind !== undefined) return list;
  return { ...list, items: list.items.map((item) => ({ apiVersion, kind: kind.slice(0, -4), ...item })) };
}

export function createKubeClient(caller: HttpCaller, options: KubeClientOptions = {}): KubeClient {
  const baseHeaders = { accept: "application/json", "user-agent": options.userAgent ?? "byocni" };
  const jsonHeaders = { ...baseHeaders, "content-type": "application/json" };
  const { fieldManager } = options;

  async function call(request: HttpCall): Promise<HttpReply> {
    const reply = await caller(request);
    if (reply.status < 200 || reply.status > 299) throw await statusErrorFrom(reply);
    return reply;
  }
  async function read(path: string): Promise<unknown> {
    return (await call({ method: "GET", path, headers: baseHeaders })).json();
  }
  async function write(method: string, path: string, json: unknown, headers = jsonHeaders): Promise<unknown> {
    return (await call({ method, path, headers, body: { json } })).json();
  }
  const writeQuery = (more: WriteOptions): Query => ({
    fieldManager,
    dryRun: more.dryRun === true ? "All" : undefined,
  });

  return {
    get: <T extends KubeObject>(ref: ResourceRef<T>) => read(resourcePath(ref, ref.name)) as Promise<T>,
    getPath: read,
    async list<T extends KubeObject>(resource: Resource<T>, query: ListOptions = {}) {
      return withItemKinds((await read(withQuery(resourcePath(resource), { ...query }))) as KubeList<T>);
    },
    create: <T extends KubeObject>(resource: Resource<T>, object: NewObject<T>, more: WriteOptions = {}) =>
      write(
        "POST",
        withQuery(
          resource.namespace === undefined && object.metadata.namespace !== undefined
            ? resourcePath({ ...resource, namespace: object.metadata.namespace })
            : resourcePath(resource),
          writeQuery(more),
        ),
        object,
      ) as Promise<T>,
    update: <T extends KubeObject>(resource: Resource<T>, object: T, more: WriteOptions = {}) => {
      const { name, namespace } = object.metadata;
      const scope = resource.namespace === undefined && namespace !== undefined ? { ...resource, namespace } : resource;
      const path = resourcePath(scope, name, more.subresource);
      return write("PUT", withQuery(path, writeQuery(more)), object) as Promise<T>;
    },
    patch: <T extends KubeObject>(
      ref: ResourceRef<T>,
      patch: unknown,
      type: PatchType = "strategic",
      more: WriteOptions & { readonly force?: boolean } = {},
    ) =>
      write(
        "PATCH",
        withQuery(resourcePath(ref, ref.name, more.subresource), { ...writeQuery(more), force: more.force }),
        patch,
        { ...baseHeaders, "content-type": patchContentTypes[type] },
      ) as Promise<T>,
    async delete(ref, more = {}) {
      const path = resourcePath(ref, ref.name);
      const reply = await call({ method: "DELETE", path, headers: jsonHeaders, ...deletePayload(more) });
      return (await reply.json()) as KubeObject;
    },
    async deleteCollection(resource, more = {}) {
      const { labelSelector, fieldSelector } = more;
      const path = withQuery(resourcePath(resource), { labelSelector, fieldSelector });
      await call({ method: "DELETE", path, headers: jsonHeaders, ...deletePayload(more) });
    },
    createSub: <R extends KubeObject = KubeObject>(ref: ResourceRef, subresource: string, body: unknown) =>
      write("POST", withQuery(resourcePath(ref, ref.name, subresource), { fieldManager }), body) as Promise<R>,
    async *watch<T extends KubeObject>(resource: Resource<T>, more: WatchOptions = {}) {
      const { signal, ...query } = more;
      const path = withQuery(resourcePath(resource), { watch: true, ...query });
      const reply = await call({ method: "GET", path, headers: baseHeaders, ...(signal ? { signal } : {}) });
      for await (const item of reply.jsonStream()) {
        const event = item as { readonly type: string; readonly object: unknown };
        if (event.type === "ERROR")
          throw await statusErrorFrom({ status: 500, json: () => Promise.resolve(event.object) });
        yield event as WatchEvent<T>;
      }
    },
  };
}
