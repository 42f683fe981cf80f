import type { HttpResponse } from "@byocni/base/http";
import { CompactedError } from "@byocni/base/store";
import { statusErrors } from "@byocni/kube/schema";
import { decodeContinue, encodeContinue } from "../request/continue-token.ts";
import { type ListOptions, readListOptions } from "../request/list-options.ts";
import { expiredContinueError } from "../request/server-errors.ts";
import type { CachedObject } from "../storage/cached-object.ts";
import { isSelected, type Selection } from "../storage/selection.ts";
import { reachRevision } from "./reach-revision.ts";
import { type ListMeta, respondList } from "./respond.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { selectionOf } from "./selection.ts";

/** One page of a list, as of one revision. */
interface Page {
  readonly objects: readonly CachedObject[];
  readonly revision: number;
  /** Selected objects after the page; undefined if not counted (there are selectors). */
  readonly remaining: number | undefined;
  readonly more: boolean;
}

export async function listObjects(request: ResourceRequest): Promise<HttpResponse> {
  const { resource, context, http } = request;
  const options = readListOptions(http.query, false);
  const selection = selectionOf(resource, context.info.namespace, context.info.name, options);
  const page = await readPage(request, options, selection);
  const last = page.objects[page.objects.length - 1];
  const metadata: ListMeta = {
    resourceVersion: String(page.revision),
    ...(page.more && last
      ? { continue: encodeContinue({ revision: page.revision, after: last.key.slice(resource.cache.prefix.length) }) }
      : {}),
    ...(page.more && page.remaining !== undefined ? { remainingItemCount: page.remaining } : {}),
  };
  return respondList(request, page.objects, metadata);
}

async function readPage(request: ResourceRequest, options: ListOptions, selection: Selection): Promise<Page> {
  const { core, resource } = request;
  const { cache } = resource;
  if (options.continue !== "") {
    if (options.resourceVersion !== "" && options.resourceVersion !== "0")
      throw statusErrors.badRequest("specifying resource version is not allowed when using continue");
    const token = decodeContinue(options.continue);
    const after = cache.prefix + token.after;
    if (token.revision > 0 && token.revision !== core.storage.revision())
      return pageAt(request, selection, token.revision, options.limit, after);
    await core.storage.current();
    return pageNow(request, selection, options.limit, after);
  }
  if (options.revision === undefined) await core.storage.current();
  else if (options.revision > 0) {
    await reachRevision(core, options.revision);
    const exact =
      options.resourceVersionMatch === "Exact" || (options.resourceVersionMatch === "" && options.limit > 0);
    if (exact && options.revision !== core.storage.revision())
      return pageAt(request, selection, options.revision, options.limit);
  }
  return pageNow(request, selection, options.limit);
}

function pageNow({ core, resource }: ResourceRequest, selection: Selection, limit: number, after?: string): Page {
  return cut(resource.cache.list(selection, after), selection, limit, core.storage.revision());
}

function cut(objects: readonly CachedObject[], selection: Selection, limit: number, revision: number): Page {
  if (limit <= 0 || objects.length <= limit) return { objects, revision, remaining: 0, more: false };
  const remaining = selection.matches || selection.name !== undefined ? undefined : objects.length - limit;
  return { objects: objects.slice(0, limit), revision, remaining, more: true };
}

/** A page of the state at an earlier revision, read from the store's history. */
async function pageAt(
  { core, resource }: ResourceRequest,
  selection: Selection,
  revision: number,
  limit: number,
  after?: string,
): Promise<Page> {
  const { cache } = resource;
  const prefix = selection.namespace ? `${cache.prefix}${selection.namespace}/` : cache.prefix;
  try {
    const listed = await core.storage.store.list(prefix, { revision, ...(after === undefined ? {} : { after }) });
    const objects = listed.entries
      .map((entry) => cache.objectOf(entry))
      .filter((object) => isSelected(selection, object));
    return cut(objects, selection, limit, revision);
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    throw after === undefined
      ? statusErrors.expired("The resourceVersion for the provided list is too old.")
      : expiredContinue(after.slice(cache.prefix.length));
  }
}

/** The answer carries a token with which the rest can be had all the same, at a newer state. */
function expiredContinue(after: string): Error {
  const inconsistent = encodeContinue({ revision: -1, after });
  return expiredContinueError(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
      "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
      "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
      "deleted between the time the first chunk was returned and now may show up in the list.",
    inconsistent,
  );
}
