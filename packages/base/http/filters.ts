import { assert } from "@byocni/base/core";
import type { Filter, HttpRequest, HttpResponse } from "./message.ts";

/** What stands at the end of a chain of filters. */
export type ContextHandler<Context> = (context: Context, request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

/**
 * Makes one handler of a list of filters, in the order in which a request passes them, and the handler at the end.
 * @throws BugError when a filter calls `next` twice.
 */
export function composeFilters<Context>(
  filters: readonly Filter<Context>[],
  handler: ContextHandler<Context>,
): (context: Context, request: HttpRequest) => Promise<HttpResponse> {
  function pass(index: number, context: Context, request: HttpRequest): Promise<HttpResponse> {
    const filter = filters[index];
    if (!filter) return end(context, request);
    let called = false;
    return filter(context, request, () => {
      assert(!called, "a filter calls next at most once");
      called = true;
      return pass(index + 1, context, request);
    });
  }
  async function end(context: Context, request: HttpRequest): Promise<HttpResponse> {
    return handler(context, request);
  }
  return (context, request) => pass(0, context, request);
}
