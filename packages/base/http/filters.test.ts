import { describe, expect, it } from "vitest";
import { composeFilters } from "./filters.ts";
import type { Filter } from "./message.ts";
import { emptyResponse, jsonResponse } from "./response.ts";
import { createRequest } from "./testing/create-request.ts";

const named =
  (name: string): Filter<string[]> =>
  async (context, _request, next) => {
    context.push(name);
    const response = await next();
    context.push(`/${name}`);
    return response;
  };

describe("composeFilters", () => {
  it("passes the filters in list order and comes back in reverse", async () => {
    const trace: string[] = [];
    const handle = composeFilters([named("a"), named("b")], (context) => {
      context.push("handler");
      return jsonResponse(200, 1);
    });
    const response = await handle(trace, createRequest());
    expect(trace).toEqual(["a", "b", "handler", "/b", "/a"]);
    expect(response.status).toBe(200);
  });

  it("lets a filter answer by itself", async () => {
    const trace: string[] = [];
    const refuse: Filter<string[]> = async () => emptyResponse(403);
    const handle = composeFilters([named("a"), refuse, named("b")], () => emptyResponse(200));
    expect((await handle(trace, createRequest())).status).toBe(403);
    expect(trace).toEqual(["a", "/a"]);
  });

  it("turns what a handler throws into a rejection that filters can catch", async () => {
    const rescue: Filter<null> = async (_context, _request, next) => next().catch(() => emptyResponse(500));
    const handle = composeFilters([rescue], () => {
      throw new Error("thrown at once");
    });
    expect((await handle(null, createRequest())).status).toBe(500);
  });

  it("refuses a second call of next", async () => {
    const twice: Filter<null> = async (_context, _request, next) => {
      await next();
      return next();
    };
    const handle = composeFilters([twice], () => emptyResponse(200));
    await expect(handle(null, createRequest())).rejects.toThrow("at most once");
  });
});
