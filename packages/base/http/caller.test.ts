import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpCaller } from "./caller.ts";
import { createCertificateAuthority } from "./certificates/certificate-authority.ts";
import { inProcessCaller } from "./in-process.ts";
import type { Handler } from "./message.ts";
import { networkCaller } from "./network-caller.ts";
import { emptyResponse, jsonChunk, jsonResponse, jsonStreamResponse, textResponse } from "./response.ts";
import { createHttpServer } from "./server/http-server.ts";
import type { HttpServer } from "./server/http-server-options.ts";

const handler: Handler = async (request) => {
  switch (request.path) {
    case "/echo":
      return jsonResponse(201, {
        method: request.method,
        query: [...request.query],
        type: request.headers["content-type"] ?? "none",
        body: await request.body.text(),
      });
    case "/items":
      return jsonStreamResponse(
        200,
        (async function* () {
          for (const n of [1, 2, 3]) yield jsonChunk({ n });
        })(),
      );
    case "/wait":
      await new Promise((resolve) => request.signal.addEventListener("abort", resolve, { once: true }));
      return emptyResponse(200);
    case "/text":
      return textResponse(404, "not here", { "x-header": "1" });
    default:
      return emptyResponse(204);
  }
};

/** A client cannot tell which caller it has. */
describe.each(["in-process", "network"])("a caller (%s)", (kind) => {
  let server: HttpServer | undefined;
  let call: HttpCaller;
  beforeAll(async () => {
    call = inProcessCaller(handler);
    if (kind === "in-process") return;
    const authority = createCertificateAuthority({ commonName: "CA" });
    server = await createHttpServer({ handler, tls: authority.issueServer(["localhost"]) });
    call = networkCaller({ origin: `https://localhost:${server.port}`, ca: authority.cert });
  });
  afterAll(async () => server?.close());

  it("sends JSON", async () => {
    const reply = await call({ method: "POST", path: "/echo?a=1&a=%2F", body: { json: { é: [1] } } });
    expect(reply.status).toBe(201);
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(await reply.json()).toEqual({
      method: "POST",
      query: [
        ["a", "1"],
        ["a", "/"],
      ],
      type: "application/json",
      body: '{"é":[1]}',
    });
  });

  it("sends bytes under the content type given", async () => {
    const headers = { "Content-Type": "application/yaml" };
    const reply = await call({ method: "PUT", path: "/echo", headers, body: { bytes: Buffer.from("a: 1") } });
    expect(await reply.json()).toMatchObject({ type: "application/yaml", body: "a: 1" });
  });

  it("reads an answer as text, bytes and (not) JSON, as often as one likes", async () => {
    const reply = await call({ method: "GET", path: "/text" });
    expect(reply).toMatchObject({ status: 404, headers: { "x-header": "1" } });
    expect([await reply.text(), Buffer.from(await reply.bytes()).toString()]).toEqual(["not here", "not here"]);
    await expect(reply.json()).rejects.toThrow(SyntaxError);
  });

  it("reads an answer without content", async () => {
    const reply = await call({ method: "DELETE", path: "/other" });
    expect([reply.status, await reply.text()]).toEqual([204, ""]);
  });

  it("reads the items of a stream, or all of it as text", async () => {
    const seen: unknown[] = [];
    for await (const item of (await call({ method: "GET", path: "/items" })).jsonStream()) seen.push(item);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await (await call({ method: "GET", path: "/items" })).text()).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
  });

  it("reads an answer that is no stream as a stream of one", async () => {
    const seen: unknown[] = [];
    for await (const item of (await call({ method: "GET", path: "/echo" })).jsonStream()) seen.push(item);
    expect(seen).toMatchObject([{ method: "GET", type: "none", body: "" }]);
  });

  it("fails with the reason of an abort", async () => {
    const controller = new AbortController();
    const pending = call({ method: "GET", path: "/wait", signal: controller.signal });
    setImmediate(() => controller.abort(new Error("enough")));
    await expect(pending).rejects.toThrow("enough");
    await expect(call({ method: "GET", path: "/items", signal: controller.signal })).rejects.toThrow("enough");
  });
});
