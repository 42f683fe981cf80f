import { type HttpResponse, jsonChunk, type JsonChunk, jsonStreamResponse } from "@byocni/base/http";
import { apiVersionOf, type Status, statusErrors } from "@byocni/kube/schema";
import { printerOf } from "../printers/index.ts";
import { type ListOptions, readListOptions } from "../request/list-options.ts";
import type { ObjectView } from "../request/negotiation.ts";
import { servedBytes, servedObject, type ServedResource } from "../registry/served-resource.ts";
import { HistoryGoneError, type WatchItem, type WatchOptions } from "../storage/resource-cache.ts";
import type { WatchQueue } from "../storage/watch-queue.ts";
import { reachRevision } from "./reach-revision.ts";
import { negotiated } from "./respond.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { selectionOf } from "./selection.ts";
import { partialOf, tableOf } from "./table.ts";

/** Without a wish of the client a watch ends after this long, or up to twice as long. */
const minTimeoutSeconds = 1800;
const initialEventsEnd = "k8s.io/initial-events-end";

export async function watchObjects(request: ResourceRequest): Promise<HttpResponse> {
  const { core, resource, context, http } = request;
  const options = readListOptions(http.query, true);
  const selection = selectionOf(resource, context.info.namespace, context.info.name, options);
  const { view } = negotiated(request);
  const from = await startOf(request, options);
  let queue: WatchQueue<WatchItem>;
  try {
    queue = resource.cache.watch({
      selection,
      from,
      bookmarks: options.allowWatchBookmarks,
      initialEventsEnd: options.sendInitialEvents === true && options.allowWatchBookmarks,
    });
  } catch (error) {
    if (!(error instanceof HistoryGoneError)) throw error;
    return jsonStreamResponse(200, errorStream(error, options));
  }
  const seconds = options.timeoutSeconds || minTimeoutSeconds + core.random.int(minTimeoutSeconds);
  const timer = core.clock.setTimer(seconds * 1000, () => queue.end());
  const stop = (): void => queue.end();
  if (http.signal.aborted) stop();
  http.signal.addEventListener("abort", stop, { once: true });
  queue.onEnd(() => {
    timer.cancel();
    http.signal.removeEventListener("abort", stop);
  });
  return jsonStreamResponse(200, queue.mapped(chunker(request, view)));
}

async function startOf({ core }: ResourceRequest, options: ListOptions): Promise<WatchOptions["from"]> {
  const { sendInitialEvents, revision } = options;
  if (revision === undefined) await core.storage.current();
  if (sendInitialEvents === true) {
    if (revision) await reachRevision(core, revision);
    return { kind: "state" };
  }
  if (revision !== undefined && revision > 0) return { kind: "after", revision };
  return { kind: sendInitialEvents === false ? "now" : "state" };
}

/** A lost history is told in the stream, as the API server does. */
async function* errorStream(error: HistoryGoneError, options: ListOptions): AsyncGenerator<JsonChunk, void> {
  const { status } = statusErrors.expired(`too old resource version: ${options.resourceVersion} (${error.oldest})`);
  yield jsonChunk({ type: "ERROR", object: status satisfies Status });
}

/** Turns what the cache says into what the client wants to see. */
function chunker(request: ResourceRequest, view: ObjectView): (item: WatchItem) => JsonChunk {
  const { resource, core } = request;
  switch (view.kind) {
    case "object":
      return (item) => {
        if (item.kind === "bookmark") return bookmark(bookmarkObject(resource, item));
        const { type, object } = item;
        const served = servedObject(resource, object);
        if (served === (object.value as unknown)) return object.chunk(type);
        return object.chunkOf(`${type}:${resource.conversion?.key ?? ""}`, type, () => ({
          value: { type, object: served },
          object: () => servedBytes(resource, object),
        }));
      };
    case "partial":
      return (item) => {
        const { version } = view;
        if (item.kind === "bookmark")
          return bookmark({
            kind: "PartialObjectMetadata",
            apiVersion: `meta.k8s.io/${version}`,
            metadata: bookmarkMetadata(item),
          });
        return item.object.chunkOf(
          `${item.type}:partial/${version}/${resource.conversion?.key ?? ""}`,
          item.type,
          () => ({
            value: { type: item.type, object: partialOf(servedObject(resource, item.object), version) },
          }),
        );
      };
    case "table": {
      const printer = printerOf(resource);
      let withColumns = true;
      return (item) => {
        // Ages depend on the moment, so that rows are made for each watch.
        const objects = item.kind === "bookmark" ? [] : [servedObject(resource, item.object)];
        const metadata =
          item.kind === "bookmark"
            ? bookmarkMetadata(item)
            : { resourceVersion: String(objects[0]?.metadata.resourceVersion ?? "") };
        const table = tableOf(printer, objects, metadata, core.clock.now(), { ...view, withColumns });
        withColumns = false;
        return jsonChunk({ type: item.kind === "bookmark" ? "BOOKMARK" : item.type, object: table });
      };
    }
    default:
      return view satisfies never;
  }
}

type Bookmark = Extract<WatchItem, { kind: "bookmark" }>;

function bookmark(object: unknown): JsonChunk {
  return jsonChunk({ type: "BOOKMARK", object });
}

function bookmarkObject({ definition }: ServedResource, item: Bookmark): unknown {
  return { kind: definition.kind, apiVersion: apiVersionOf(definition), metadata: bookmarkMetadata(item) };
}

function bookmarkMetadata(item: Bookmark): {
  readonly resourceVersion: string;
  readonly creationTimestamp: null;
  readonly annotations?: Readonly<Record<string, string>>;
} {
  return {
    resourceVersion: String(item.revision),
    creationTimestamp: null,
    ...(item.initial ? { annotations: { [initialEventsEnd]: "true" } } : {}),
  };
}
