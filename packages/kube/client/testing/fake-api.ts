import { assert, type Clock, type Random } from "@byocni/base/core";
import { createFakeClock, createSeededRandom } from "@byocni/base/core/testing";
import type { HttpCall, HttpCaller, HttpReply } from "@byocni/base/http";
import { failure, parseApiVersion, StatusError, statusErrors } from "@byocni/kube/schema";
import { createKubeClient, type DeleteOptions, type KubeClient } from "../client.ts";
import type { KubeObject, Namespace, NewObject, Pod } from "../objects/index.ts";
import { objectKey, refTo, type Resource, resourcePath } from "../resource.ts";
import { timestamp } from "../time.ts";
import { applyFakePatch } from "./fake-patch.ts";
import { prepareDelete, prepareNew, prepareUpdate } from "./fake-rules.ts";
import { selectorOf } from "./fake-selector.ts";
import { createFakeStore, type StoredEvent } from "./fake-store.ts";

/** A refusal to answer with instead of doing the call. */
export type Interceptor = (call: HttpCall) => StatusError | Promise<StatusError | undefined> | undefined;

/**
 * An API server in memory with the rules that controllers live by: resourceVersions, generation, status apart from
 * spec, graceful deletion, finalizers, bindings, namespaces that terminate. No validation, no defaults, no auth.
 */
export interface FakeApi {
  readonly caller: HttpCaller;
  readonly client: KubeClient;
  /** Every call so far, oldest first: `POST /api/v1/namespaces/default/pods`. Watches and lists count too. */
  readonly calls: readonly string[];
  /** Puts an object in as it is, status and all, past the rules. */
  put<T extends KubeObject>(resource: Resource<T>, object: NewObject<T>): T;
  get<T extends KubeObject>(resource: Resource<T>, key: string): T | undefined;
  list<T extends KubeObject>(resource: Resource<T>): readonly T[];
  /** Removes an object as a kubelet or a finished finalizer does. */
  remove(resource: Resource, key: string): void;
  /** Changes an object past the rules. */
  change<T extends KubeObject>(resource: Resource<T>, key: string, edit: (object: T) => T): T;
  /** The interceptor is asked before every call; the newest first. Returns how to take it away. */
  intercept(interceptor: Interceptor): () => void;
  /** Ends all watches, as a server does that restarts; `forget` drops the history too (410 on return). */
  dropWatches(options?: { readonly forget?: boolean }): void;
}

interface Target {
  /** Path of the collection without its namespace. */
  readonly collection: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

function parsePath(path: string): Target | undefined {
  const steps = path.split("/").slice(1).map(decodeURIComponent);
  const core = steps[0] === "api";
  const prefix = steps.slice(0, core ? 2 : 3);
  const group = core ? "" : (steps[1] ?? "");
  let rest = steps.slice(prefix.length);
  let namespace: string | undefined;
  if (rest[0] === "namespaces" && rest.length > 2 && rest[2] !== "status" && rest[2] !== "finalize") {
    namespace = rest[1];
    rest = rest.slice(2);
  }
  const [resource, name, subresource] = rest;
  if (resource === undefined) return undefined;
  return {
    collection: `/${prefix.join("/")}/${resource}`,
    group,
    resource,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

export function createFakeApi(options: { readonly clock?: Clock; readonly random?: Random } = {}): FakeApi {
  const clock = options.clock ?? createFakeClock();
  const random = options.random ?? createSeededRandom(1);
  const store = createFakeStore();
  const calls: string[] = [];
  const interceptors: Interceptor[] = [];
  const watches = new Set<() => void>();

  function find(target: Target): { readonly key: string; readonly object: KubeObject } {
    const key = target.namespace === undefined ? (target.name ?? "") : `${target.namespace}/${target.name ?? ""}`;
    const object = store.collection(target.collection).objects.get(key);
    if (!object) throw statusErrors.notFound(target, target.name ?? "");
    return { key, object };
  }
  function checkNamespace(target: Target, name: string): void {
    if (target.namespace === undefined) return;
    const namespace = store.collection("/api/v1/namespaces").objects.get(target.namespace) as Namespace | undefined;
    if (namespace?.metadata.deletionTimestamp === undefined) return;
    const message = `unable to create new content in namespace ${target.namespace} because it is being terminated`;
    const causes = [{ reason: "NamespaceTerminating", message, field: "metadata.namespace" }];
    throw new StatusError(failure("Forbidden", message, { name, kind: target.resource, causes }));
  }
  function settle(target: Target, key: string, object: KubeObject): KubeObject {
    const gone = object.metadata.deletionTimestamp !== undefined && !object.metadata.finalizers?.length;
    const pod = object.kind === "Pod" ? (object as Pod) : undefined;
    const graceful =
      pod?.metadata.deletionGracePeriodSeconds !== undefined && pod.metadata.deletionGracePeriodSeconds > 0;
    if (gone && !graceful && object.kind !== "Namespace") return store.remove(target.collection, key) ?? object;
    if (gone && object.kind === "Namespace" && !(object as Namespace).spec?.finalizers?.length) {
      return store.remove(target.collection, key) ?? object;
    }
    return store.put(target.collection, key, object);
  }
  function create(target: Target, body: NewObject<KubeObject>): KubeObject {
    const object = prepareNew(body, target.namespace, clock.now(), random);
    checkNamespace(target, object.metadata.name);
    const key = objectKey(object);
    if (store.collection(target.collection).objects.has(key)) {
      throw statusErrors.alreadyExists(target, object.metadata.name);
    }
    return store.put(target.collection, key, object);
  }
  function bind(target: Target, body: unknown): KubeObject {
    const { key, object } = find(target);
    const pod = object as Pod;
    if (pod.spec.nodeName) {
      throw statusErrors.conflict(
        target,
        pod.metadata.name,
        `pod ${pod.metadata.name} is already assigned to node "${pod.spec.nodeName}"`,
      );
    }
    const nodeName = (body as { readonly target: { readonly name: string } }).target.name;
    const scheduled = { type: "PodScheduled", status: "True", lastTransitionTime: timestamp(clock.now()) } as const;
    const conditions = [...(pod.status?.conditions ?? []).filter((item) => item.type !== "PodScheduled"), scheduled];
    store.put(target.collection, key, {
      ...pod,
      spec: { ...pod.spec, nodeName },
      status: { ...pod.status, conditions },
    } as Pod);
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 } as unknown as KubeObject;
  }
  function replace(target: Target, wanted: KubeObject): KubeObject {
    const { key, object } = find(target);
    const version = wanted.metadata.resourceVersion;
    if (version !== undefined && version !== object.metadata.resourceVersion) {
      throw statusErrors.modified(target, object.metadata.name);
    }
    if (target.subresource === "finalize") {
      return settle(target, key, { ...object, spec: (wanted as Namespace).spec } as Namespace);
    }
    return settle(target, key, prepareUpdate(object, wanted, target.subresource));
  }
  function remove(target: Target, body: unknown): KubeObject {
    const { key, object } = find(target);
    const more = (body ?? {}) as DeleteOptions;
    const { uid, resourceVersion } = more.preconditions ?? {};
    if (uid !== undefined && uid !== object.metadata.uid) {
      throw statusErrors.conflict(
        target,
        object.metadata.name,
        `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${object.metadata.uid}`,
      );
    }
    if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion) {
      throw statusErrors.conflict(target, object.metadata.name, "Precondition failed: resourceVersion");
    }
    const left = prepareDelete(object, more, clock.now());
    if (!left) return store.remove(target.collection, key) ?? object;
    return store.put(target.collection, key, left);
  }
  function list(target: Target, query: URLSearchParams): unknown {
    const matches = selectorOf(query);
    const items: KubeObject[] = [];
    for (const object of store.collection(target.collection).objects.values()) {
      if ((target.namespace === undefined || object.metadata.namespace === target.namespace) && matches(object))
        items.push(object);
    }
    const kind = `${items[0]?.kind ?? ""}List`;
    return {
      kind,
      apiVersion: items[0]?.apiVersion ?? "v1",
      metadata: { resourceVersion: String(store.revision) },
      items,
    };
  }

  async function* watch(target: Target, query: URLSearchParams, signal?: AbortSignal): AsyncGenerator<unknown> {
    const after = Number(query.get("resourceVersion") ?? 0);
    if (after < store.compacted) {
      yield {
        type: "ERROR",
        object: statusErrors.expired(`too old resource version: ${after} (${store.compacted})`).status,
      };
      return;
    }
    const matches = selectorOf(query);
    const source = store.collection(target.collection);
    const queue: StoredEvent[] = source.history.filter((event) => event.revision > after);
    const shown = new Set<string>();
    let wake: () => void = () => {};
    let over = signal?.aborted === true;
    const listener = (event: StoredEvent): void => {
      queue.push(event);
      wake();
    };
    const end = (): void => {
      over = true;
      wake();
    };
    source.listeners.add(listener);
    watches.add(end);
    signal?.addEventListener("abort", end, { once: true });
    for (const object of source.objects.values()) if (matches(object)) shown.add(objectKey(object));
    try {
      for (;;) {
        for (let index = 0; index < queue.length; index++) {
          const event = queue[index] as StoredEvent;
          const { object } = event;
          if (target.namespace !== undefined && object.metadata.namespace !== target.namespace) continue;
          const key = objectKey(object);
          if (event.type !== "DELETED" && matches(object)) {
            shown.add(key);
            yield event;
          } else if (shown.delete(key) || (event.type === "DELETED" && matches(object)))
            yield { ...event, type: "DELETED" };
        }
        queue.length = 0;
        if (over) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      source.listeners.delete(listener);
      watches.delete(end);
      signal?.removeEventListener("abort", end);
    }
  }

  /** Legacy discovery of the collections that hold something, and of those that a test declares by putting. */
  function discovery(path: string): unknown {
    const versions = new Map<string, { name: string; kind: string; namespaced: boolean; verbs: string[] }[]>();
    for (const [collection, { objects }] of store.collections) {
      const [first] = objects.values();
      const name = collection.slice(collection.lastIndexOf("/") + 1);
      const groupVersion = collection.slice(0, collection.lastIndexOf("/"));
      if (!first?.kind) continue;
      const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
      const entry = { name, kind: first.kind, namespaced: first.metadata.namespace !== undefined, verbs };
      versions.set(groupVersion, [...(versions.get(groupVersion) ?? []), entry]);
    }
    if (path === "/api") return { kind: "APIVersions", versions: ["v1"] };
    if (path !== "/apis") return { kind: "APIResourceList", groupVersion: path, resources: versions.get(path) ?? [] };
    const groups = [...versions.keys()]
      .filter((item) => item.startsWith("/apis/"))
      .map((item) => {
        const groupVersion = item.slice("/apis/".length);
        const { group, version } = parseApiVersion(groupVersion);
        return { name: group, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
      });
    return { kind: "APIGroupList", apiVersion: "v1", groups };
  }

  function handle(call: HttpCall, path: string, query: URLSearchParams): unknown {
    const body = call.body && "json" in call.body ? call.body.json : undefined;
    if (/^\/(api|apis)(\/[^/]+){0,2}$/.test(path) && !/^\/api\/v1\/./.test(path)) return discovery(path);
    const target = parsePath(path);
    if (!target) throw statusErrors.pathNotFound();
    switch (call.method) {
      case "GET":
        return target.name === undefined ? list(target, query) : find(target).object;
      case "POST":
        if (target.subresource === "binding") return bind(target, body);
        assert(target.subresource === undefined, `the fake has no ${target.subresource}`);
        return create(target, body as NewObject<KubeObject>);
      case "PUT":
        return replace(target, body as KubeObject);
      case "PATCH": {
        const { object } = find(target);
        const type = call.headers?.["content-type"] ?? "";
        return replace(target, applyFakePatch(object, body, type) as KubeObject);
      }
      case "DELETE":
        if (target.name !== undefined) return remove(target, body);
        for (const item of (list(target, query) as { readonly items: readonly KubeObject[] }).items) {
          remove({ ...target, ...refTo({ group: "", version: "", resource: target.resource }, item) }, body);
        }
        return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 200 };
      default:
        throw statusErrors.methodNotAllowed(target, call.method);
    }
  }

  const caller: HttpCaller = async (call) => {
    call.signal?.throwIfAborted();
    const url = new URL(call.path, "http://fake");
    calls.push(`${call.method} ${url.pathname}`);
    try {
      for (const interceptor of [...interceptors].reverse()) {
        const refusal = await interceptor(call);
        if (refusal) throw refusal;
      }
      if (url.searchParams.get("watch") === "true") {
        const target = parsePath(url.pathname);
        assert(target, "a watch has a collection");
        return reply(200, undefined, watch(target, url.searchParams, call.signal));
      }
      return reply(call.method === "POST" ? 201 : 200, handle(call, url.pathname, url.searchParams));
    } catch (error) {
      if (error instanceof StatusError) return reply(error.code, error.status);
      throw error;
    }
  };

  return {
    caller,
    client: createKubeClient(caller),
    calls,
    put<T extends KubeObject>(resource: Resource<T>, object: NewObject<T>) {
      const prepared = {
        ...prepareNew(object as NewObject<KubeObject>, object.metadata.namespace, clock.now(), random),
      } as T;
      const whole = { ...prepared, ...object, metadata: { ...prepared.metadata, ...object.metadata } } as T;
      return store.put(resourcePath(resource), objectKey(whole), whole) as T;
    },
    get: <T extends KubeObject>(resource: Resource<T>, key: string) =>
      store.collection(resourcePath(resource)).objects.get(key) as T | undefined,
    list: <T extends KubeObject>(resource: Resource<T>) =>
      [...store.collection(resourcePath(resource)).objects.values()] as unknown as readonly T[],
    remove(resource, key) {
      store.remove(resourcePath(resource), key);
    },
    change<T extends KubeObject>(resource: Resource<T>, key: string, edit: (object: T) => T) {
      const object = store.collection(resourcePath(resource)).objects.get(key) as T | undefined;
      assert(object, `no ${resource.resource} ${key}`);
      return store.put(resourcePath(resource), key, edit(object)) as T;
    },
    intercept(interceptor) {
      interceptors.push(interceptor);
      return () => void interceptors.splice(interceptors.indexOf(interceptor), 1);
    },
    dropWatches(more = {}) {
      if (more.forget) store.compact();
      for (const end of watches) end();
    },
  };
}

function reply(status: number, value: unknown, stream?: AsyncGenerator<unknown>): HttpReply {
  const text = (): Promise<string> => Promise.resolve(JSON.stringify(value));
  return {
    status,
    headers: { "content-type": "application/json" },
    json: () => Promise.resolve(value),
    text,
    bytes: async () => new TextEncoder().encode(await text()),
    jsonStream: () => stream ?? (async function* () {})(),
  };
}
