import { describe, expect, it } from "vitest";
import { inProcessCaller } from "./in-process.ts";
import type { HttpRequest, JsonChunk } from "./message.ts";
import {
  bytesResponse,
  emptyResponse,
  jsonChunk,
  jsonResponse,
  jsonStreamResponse,
  streamResponse,
  textResponse,
} from "./response.ts";

async function* endless(signal: AbortSignal): AsyncGenerator<JsonChunk, void> {
  for (let count = 0; !signal.aborted; count++) {
    yield jsonChunk({ count });
    await Promise.resolve();
  }
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

describe("inProcessCaller", () => {
  it("hands JSON over by reference in both directions", async () => {
    const sent = { a: 1 };
    const answered = { b: 2 };
    let got: unknown;
    const call = inProcessCaller((request) => {
      got = request.body.value;
      return jsonResponse(201, answered, { etag: "x" });
    });
    const reply = await call({ method: "POST", path: "/things", body: { json: sent } });
    expect(got).toBe(sent);
    expect(await reply.json()).toBe(answered);
    expect(await reply.text()).toBe('{"b":2}');
    expect(reply.status).toBe(201);
    expect(reply.headers).toEqual({ "content-type": "application/json", etag: "x" });
  });

  it("makes the request as a socket would", async () => {
    let seen: HttpRequest | undefined;
    const call = inProcessCaller(
      (request) => {
        seen = request;
        return emptyResponse(200);
      },
      { user: "u", groups: ["g"], origin: "https://host:1" },
    );
    await call({ method: "patch", path: "//a///b%2Fc?x=1&x=2", headers: { "If-Match": "*" }, body: { json: [1] } });
    expect(seen).toMatchObject({
      method: "PATCH",
      path: "/a/b%2Fc",
      headers: { "if-match": "*", "content-type": "application/json" },
      peer: { kind: "process", user: "u", groups: ["g"] },
      origin: "https://host:1",
    });
    expect(seen?.query.getAll("x")).toEqual(["1", "2"]);
    expect(await seen?.body.text()).toBe("[1]");
    expect(Buffer.from((await seen?.body.bytes()) ?? []).toString()).toBe("[1]");
  });

  it.each([
    { name: "text", response: textResponse(200, "hällo"), text: "hällo" },
    { name: "bytes", response: bytesResponse(200, Buffer.from("raw")), text: "raw" },
    { name: "stream", response: streamResponse(200, pieces("a", "b")), text: "ab" },
    {
      name: "json-stream",
      response: jsonStreamResponse(
        200,
        (async function* () {
          yield jsonChunk(1);
          yield jsonChunk("z");
        })(),
      ),
      text: '1\n"z"\n',
    },
    { name: "empty", response: emptyResponse(200), text: "" },
    { name: "no content", response: jsonResponse(204, { ignored: true }), text: "" },
  ])("reads a $name body as text", async ({ response, text }) => {
    const reply = await inProcessCaller(() => response)({ method: "GET", path: "/" });
    expect(await reply.text()).toBe(text);
  });

  it("answers HEAD without a body", async () => {
    const reply = await inProcessCaller(() => textResponse(200, "body"))({ method: "HEAD", path: "/" });
    expect(await reply.text()).toBe("");
  });

  it("yields the very values of a JSON stream and aborts the request when the reader leaves", async () => {
    let signal: AbortSignal | undefined;
    const value = { kind: "Event" };
    const call = inProcessCaller((request) => {
      signal = request.signal;
      return jsonStreamResponse(
        200,
        (async function* () {
          yield jsonChunk(value);
          yield* endless(request.signal);
        })(),
      );
    });
    const reply = await call({ method: "GET", path: "/" });
    for await (const item of reply.jsonStream()) {
      expect(item).toBe(value);
      break;
    }
    expect(signal?.aborted).toBe(true);
  });

  it("cuts byte streams into JSON lines wherever they are cut", async () => {
    const euro = Buffer.from('{"a":"€"}\n\n[2]\n3');
    async function* bytewise(): AsyncGenerator<Uint8Array, void> {
      for (const byte of euro) yield Uint8Array.of(byte);
    }
    const reply = await inProcessCaller(() => streamResponse(200, bytewise()))({ method: "GET", path: "/" });
    const seen: unknown[] = [];
    for await (const item of reply.jsonStream()) seen.push(item);
    expect(seen).toEqual([{ a: "€" }, [2], 3]);
  });

  it("fails a waiting reader with the reason of an abort, though the handler does not listen", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const call = inProcessCaller((request) => {
      signal = request.signal;
      return jsonStreamResponse(
        200,
        (async function* () {
          yield jsonChunk(1);
          await new Promise(() => {});
        })(),
      );
    });
    const reply = await call({ method: "GET", path: "/", signal: controller.signal });
    const reader = reply.jsonStream()[Symbol.asyncIterator]();
    expect(await reader.next()).toEqual({ done: false, value: 1 });
    const waiting = reader.next();
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(signal?.aborted).toBe(true);
  });

  it("fails a call that is aborted while the handler works", async () => {
    const controller = new AbortController();
    const call = inProcessCaller(() => new Promise(() => {}));
    const pending = call({ method: "GET", path: "/", signal: controller.signal });
    controller.abort(new Error("too slow"));
    await expect(pending).rejects.toThrow("too slow");
    await expect(call({ method: "GET", path: "/", signal: controller.signal })).rejects.toThrow("too slow");
  });

  it("lets a bug of the handler reach the caller", async () => {
    const call = inProcessCaller(() => {
      throw new TypeError("broken");
    });
    await expect(call({ method: "GET", path: "/" })).rejects.toThrow(TypeError);
  });
});
