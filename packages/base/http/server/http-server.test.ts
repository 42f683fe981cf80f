import { BugError } from "@byocni/base/core";
import { createFakeClock, createRecordingLogger } from "@byocni/base/core/testing";
import { once } from "node:events";
import { connect as connectHttp2, type ClientHttp2Session, constants } from "node:http2";
import { Agent, request as httpsRequest } from "node:https";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { createCertificateAuthority } from "../certificates/certificate-authority.ts";
import type { Handler, HttpRequest, JsonChunk } from "../message.ts";
import { networkCaller, type NetworkCallerOptions } from "../network-caller.ts";
import {
  bytesResponse,
  emptyResponse,
  jsonChunk,
  jsonResponse,
  jsonStreamResponse,
  streamResponse,
  textResponse,
} from "../response.ts";
import { BodyTooLargeError, PortInUseError } from "./errors.ts";
import { createHttpServer } from "./http-server.ts";
import type { HttpServer, HttpServerOptions } from "./http-server-options.ts";

const authority = createCertificateAuthority({ commonName: "test CA" });
const tls = { ...authority.issueServer(["localhost", "127.0.0.1"]), clientCa: authority.cert };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(handler: Handler, options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const server = await createHttpServer({ handler, tls, ...options });
  cleanups.push(() => server.close());
  return server;
}

const originOf = (server: HttpServer): string => `https://localhost:${server.port}`;

function callerOf(server: HttpServer, options: Partial<NetworkCallerOptions> = {}) {
  return networkCaller({ origin: originOf(server), ca: authority.cert, ...options });
}

function http2(server: HttpServer): ClientHttp2Session {
  const session = connectHttp2(originOf(server), { ca: authority.cert });
  session.on("error", () => {});
  cleanups.push(() => session.destroy());
  return session;
}

/** One exchange over HTTP/2, whole. */
async function fetchHttp2(session: ClientHttp2Session, headers: Record<string, string>, body?: string | Buffer) {
  const stream = session.request(headers, { endStream: body === undefined });
  stream.on("error", () => {});
  if (body !== undefined) stream.end(body);
  const [response] = (await once(stream, "response")) as [Record<string, string | number>];
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) text += chunk;
  return { status: response[":status"], headers: response, text };
}

async function rawSocket(server: HttpServer): Promise<TLSSocket> {
  const socket = connectTls({ host: "127.0.0.1", port: server.port, ca: authority.cert, servername: "localhost" });
  socket.on("error", () => {});
  cleanups.push(() => socket.destroy());
  await once(socket, "secureConnect");
  return socket;
}

/** Everything that a raw connection answers until it ends. */
async function raw(server: HttpServer, text: string): Promise<string> {
  const socket = await rawSocket(server);
  socket.write(text);
  let answer = "";
  for await (const chunk of socket.setEncoding("utf8")) answer += chunk;
  return answer;
}

/** A handler that gives the request it got, and the request. */
function capture(): { handler: Handler; last(): HttpRequest } {
  let last: HttpRequest | undefined;
  return {
    handler(request) {
      last = request;
      return emptyResponse(200);
    },
    last() {
      if (!last) throw new Error("there was no request");
      return last;
    },
  };
}

async function* upTo(count: number): AsyncGenerator<JsonChunk, void> {
  for (let n = 0; n < count; n++) yield jsonChunk({ n });
}

/** An iterable that waits until the request ends, as a watch does. */
async function* waiting(signal: AbortSignal, first: JsonChunk): AsyncGenerator<JsonChunk, void> {
  yield first;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

describe("requests", () => {
  it("are the same over HTTP/1.1 and HTTP/2", async () => {
    const got: unknown[] = [];
    const server = await serve(async (request) => {
      const { method, path, origin, headers, peer } = request;
      const [content, host] = [headers["content-type"], headers["host"]];
      got.push({
        method,
        path,
        query: [...request.query],
        origin,
        content,
        host,
        peer,
        text: await request.body.text(),
      });
      return emptyResponse(200);
    });
    await callerOf(server)({ method: "POST", path: "//a//b%2F?x=1&y=%20", body: { json: { é: 1 } } });
    const headers = { ":method": "POST", ":path": "//a//b%2F?x=1&y=%20", "content-type": "application/json" };
    await fetchHttp2(http2(server), headers, '{"é":1}');
    expect(got[0]).toEqual({
      method: "POST",
      path: "/a/b%2F",
      query: [
        ["x", "1"],
        ["y", " "],
      ],
      origin: originOf(server),
      content: "application/json",
      host: `localhost:${server.port}`,
      peer: { kind: "socket", remoteAddress: "127.0.0.1" },
      text: '{"é":1}',
    });
    expect(got[1]).toEqual(got[0]);
  });

  it("carry a client certificate that the client CA signed, and only that", async () => {
    const { handler, last } = capture();
    const server = await serve(handler);
    const subject = { commonName: "system:node:n1", organizations: ["system:nodes", "second"] };
    await callerOf(server, authority.issueClient(subject))({ method: "GET", path: "/" });
    expect(last().peer).toEqual({ kind: "socket", remoteAddress: "127.0.0.1", certificate: subject });
    const stranger = createCertificateAuthority({ commonName: "other CA" }).issueClient(subject);
    await callerOf(server, stranger)({ method: "GET", path: "/" });
    expect(last().peer).toEqual({ kind: "socket", remoteAddress: "127.0.0.1" });
  });

  it("give a body twice, and carry a bearer token", async () => {
    const bodies: string[] = [];
    let authorization: string | undefined;
    const server = await serve(async (request) => {
      bodies.push(await request.body.text(), Buffer.from(await request.body.bytes()).toString());
      authorization = request.headers["authorization"];
      return emptyResponse(200);
    });
    await callerOf(server, { token: "t" })({ method: "PUT", path: "/", body: { bytes: Buffer.from("x") } });
    expect(bodies).toEqual(["x", "x"]);
    expect(authorization).toBe("Bearer t");
  });

  it("may be in absolute form, whose authority counts", async () => {
    const { handler, last } = capture();
    const server = await serve(handler);
    await raw(server, "GET https://Example.com:1/p?q=1 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n");
    expect(last()).toMatchObject({ path: "/p", origin: "https://example.com:1" });
  });

  it.each([
    ["no HTTP", "nonsense\r\n\r\n", "HTTP/1.1 400 Bad Request"],
    ["a target without a slash", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "HTTP/1.1 400 "],
    ["a malformed host", "GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n", "HTTP/1.1 400 "],
    ["a huge header", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "HTTP/1.1 431 "],
  ])("are refused when they are %s", async (_what, text, expected) => {
    const server = await serve(() => emptyResponse(200));
    expect(await raw(server, text)).toMatch(new RegExp(`^${expected}`));
  });

  it("are refused when the body is too large, declared or not, and the handler may say so in its own words", async () => {
    const server = await serve(
      async (request) => {
        if (request.path === "/plain") await request.body.bytes();
        const error = await request.body.bytes().catch((caught: unknown) => caught);
        return textResponse(413, `own words: ${error instanceof BodyTooLargeError ? error.limitBytes : "none"}`);
      },
      { maxBodyBytes: 1000 },
    );
    const call = callerOf(server);
    const plain = await call({ method: "POST", path: "/plain", body: { bytes: Buffer.alloc(1001) } });
    expect(plain.status).toBe(413);
    expect(await plain.json()).toMatchObject({ error: { code: "RequestEntityTooLarge" } });
    const own = await call({ method: "POST", path: "/own", body: { bytes: Buffer.alloc(200_000) } });
    expect(await own.text()).toBe("own words: 1000");
    const undeclared = await fetchHttp2(http2(server), { ":method": "POST", ":path": "/own" }, Buffer.alloc(200_000));
    expect(undeclared).toMatchObject({ status: 413, text: "own words: 1000" });
  });

  it("get leave to send their body only when the handler reads it", async () => {
    const server = await serve(async (request) => {
      if (request.path === "/refuse") return emptyResponse(403);
      return textResponse(200, await request.body.text());
    });
    const head = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    expect(await raw(server, head("/refuse"))).toMatch(/^HTTP\/1\.1 403 /);
    const socket = await rawSocket(server);
    socket.setEncoding("utf8").write(head("/read"));
    const [leave] = (await once(socket, "data")) as [string];
    expect(leave).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("ok");
    const [answer] = (await once(socket, "data")) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*ok$/);
  });

  it("time out when their body does not come", async () => {
    const clock = createFakeClock();
    const server = await serve(async (request) => textResponse(200, await request.body.text()), {
      clock,
      requestTimeoutMs: 1000,
    });
    const stream = http2(server).request({ ":method": "POST", ":path": "/" });
    const responded = once(stream, "response");
    while (clock.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(1000);
    expect((await responded)[0]).toMatchObject({ ":status": 408 });
    stream.close();
  });
});

describe("responses", () => {
  const bodies: Handler = (request) => {
    switch (request.path) {
      case "/json":
        return jsonResponse(200, { é: 1 }, { etag: "x" });
      case "/ready-made":
        return { status: 200, headers: {}, body: { kind: "json", value: null, bytes: () => Buffer.from("[0]") } };
      case "/bytes":
        return bytesResponse(200, Buffer.from("raw"), { "content-type": "image/png" });
      case "/stream":
        return streamResponse(
          200,
          (async function* () {
            yield Buffer.from("a");
            yield Buffer.from("b");
          })(),
        );
      case "/json-stream":
        return jsonStreamResponse(200, upTo(2));
      case "/no-content":
        return emptyResponse(204);
      default:
        return emptyResponse(202, { connection: "close", location: "/l" });
    }
  };
  it.each([
    { path: "/json", text: '{"é":1}', length: "8", type: "application/json" },
    { path: "/ready-made", text: "[0]", length: "3", type: "application/json" },
    { path: "/bytes", text: "raw", length: "3", type: "image/png" },
    { path: "/stream", text: "ab", length: undefined, type: undefined },
    { path: "/json-stream", text: '{"n":0}\n{"n":1}\n', length: undefined, type: "application/json" },
    { path: "/no-content", text: "", length: undefined, type: undefined },
    { path: "/empty", text: "", length: "0", type: undefined },
  ])("$path, over both versions, by GET and HEAD", async ({ path, text, length, type }) => {
    const server = await serve(bodies);
    const one = await callerOf(server)({ method: "GET", path });
    const session = http2(server);
    const two = await fetchHttp2(session, { ":path": path });
    expect(await one.text()).toBe(text);
    expect(two.text).toBe(text);
    for (const headers of [one.headers, two.headers]) {
      expect(headers["content-length"]).toBe(length);
      expect(headers["content-type"]).toBe(type);
      expect(headers["date"]).toBeDefined();
    }
    const headOne = await callerOf(server)({ method: "HEAD", path });
    const headTwo = await fetchHttp2(session, { ":method": "HEAD", ":path": path });
    expect([headOne.status, headTwo.status]).toEqual([one.status, two.status]);
    expect([await headOne.text(), headTwo.text]).toEqual(["", ""]);
    if (path !== "/empty") expect(headOne.headers["content-length"]).toBe(length);
  });

  it("to a handler's failure are 500, and logged", async () => {
    const logger = createRecordingLogger();
    const server = await serve(
      (request) => {
        if (request.path === "/throw") throw new Error("broken");
        return { status: 101, headers: {}, body: { kind: "upgrade", accept: () => {} } };
      },
      { logger },
    );
    for (const path of ["/throw", "/upgrade-not-asked-for"]) {
      const reply = await callerOf(server)({ method: "GET", path });
      expect(reply.status).toBe(500);
      expect(await reply.json()).toMatchObject({ error: { code: "InternalServerError" } });
    }
    expect(logger.records.filter((record) => record.level === "error")).toMatchObject([
      { text: "a handler failed", fields: { method: "GET", path: "/throw" } },
      { text: "a response failed" },
    ]);
  });

  it("are cut off when their stream fails, so that nobody takes them for complete", async () => {
    const logger = createRecordingLogger();
    const server = await serve(
      () =>
        streamResponse(
          200,
          (async function* () {
            yield Buffer.from("begun");
            throw new Error("broken");
          })(),
        ),
      { logger },
    );
    const reply = await callerOf(server)({ method: "GET", path: "/" });
    await expect(reply.text()).rejects.toThrow();
    const stream = http2(server).request({ ":path": "/" });
    const [error] = (await once(stream.resume(), "error")) as [Error];
    expect(error.message).toContain("INTERNAL_ERROR");
    expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    expect(logger.records.map((record) => record.text)).toEqual(["a response failed", "a response failed"]);
  });
});

describe("streams", () => {
  it("send the head at once, each item as it comes, and end the request's signal when the reader leaves", async () => {
    let signal: AbortSignal | undefined;
    const server = await serve((request) => {
      signal = request.signal;
      return jsonStreamResponse(200, waiting(request.signal, jsonChunk({ type: "ADDED" })));
    });
    const reply = await callerOf(server)({ method: "GET", path: "/" });
    for await (const item of reply.jsonStream()) {
      expect(item).toEqual({ type: "ADDED" });
      break;
    }
    if (!signal?.aborted) await once(signal ?? new EventTarget(), "abort");
    const stream = http2(server).request({ ":path": "/" });
    await once(stream, "data");
    stream.close(constants.NGHTTP2_CANCEL);
    if (!signal?.aborted) await once(signal ?? new EventTarget(), "abort");
    expect(signal?.aborted).toBe(true);
  });

  it("fail for a caller that aborts, with its reason", async () => {
    const server = await serve((request) => jsonStreamResponse(200, waiting(request.signal, jsonChunk(1))));
    const controller = new AbortController();
    const reply = await callerOf(server)({ method: "GET", path: "/", signal: controller.signal });
    const reader = reply.jsonStream()[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    controller.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
  });

  it.each(["HTTP/1.1", "HTTP/2"])(
    "wait for a slow reader over %s, and cut it off when it takes nothing",
    async (version) => {
      const clock = createFakeClock();
      const logger = createRecordingLogger();
      let made = 0;
      let ended = false;
      const server = await serve(
        () =>
          streamResponse(
            200,
            (async function* () {
              try {
                for (;;) {
                  made++;
                  yield Buffer.alloc(64 * 1024);
                }
              } finally {
                ended = true;
              }
            })(),
          ),
        { clock, logger, slowReaderMs: 5000 },
      );
      if (version === "HTTP/2") {
        const stream = http2(server).request({ ":path": "/" });
        stream.on("error", () => {});
      } else {
        // Node's own client stops reading the socket when nobody reads the response.
        const request = httpsRequest(originOf(server), { ca: authority.cert, agent: new Agent() }).end();
        request.on("error", () => {}).on("response", (response) => response.on("error", () => {}));
        cleanups.push(() => request.destroy());
      }
      // The socket buffers fill up, then the first timer is one for a reader that is behind for good.
      for (let before = -1; before !== made || clock.pending === 0;) {
        before = made;
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(made).toBeLessThan(500);
      await clock.advance(5000);
      while (!ended) await new Promise((resolve) => setImmediate(resolve));
      expect(logger.records).toMatchObject([{ level: "warn", text: "a slow reader was cut off" }]);
    },
  );
});

describe("upgrade", () => {
  const echo: Handler = (request) =>
    request.headers["upgrade"] === "echo" && request.path === "/echo"
      ? {
          status: 101,
          headers: { upgrade: "echo" },
          body: {
            kind: "upgrade",
            accept(socket, head) {
              socket.write(head);
              socket.pipe(socket);
            },
          },
        }
      : textResponse(403, "no");
  const ask = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n`;

  it("hands the socket over after the head", async () => {
    const server = await serve(echo);
    const socket = (await rawSocket(server)).setEncoding("utf8");
    socket.write(`${ask("/echo")}early`);
    let text = "";
    socket.on("data", (chunk: string) => (text += chunk));
    while (!text.endsWith("early")) await once(socket, "data");
    expect(text).toBe("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: echo\r\n\r\nearly");
    socket.write("late");
    while (!text.endsWith("late")) await once(socket, "data");
  });

  it("may be refused by the same handler", async () => {
    const answer = await raw(await serve(echo), ask("/other"));
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[^]*connection: close\r\n[^]*no$/i);
  });

  it("ends with the server", async () => {
    const server = await serve(echo, { closeGraceMs: 20 });
    const socket = await rawSocket(server);
    socket.write(ask("/echo"));
    await once(socket, "data");
    const closed = once(socket.resume(), "close");
    await server.close();
    await closed;
  });
});

describe("the server", () => {
  it("ends streams and idle connections at once when it closes", async () => {
    const signals: AbortSignal[] = [];
    const server = await serve((request) => {
      signals.push(request.signal);
      return jsonStreamResponse(200, waiting(request.signal, jsonChunk(1)));
    });
    const [one, idle] = [callerOf(server), await rawSocket(server)];
    const reply = await one({ method: "GET", path: "/" });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const item of reply.jsonStream()) seen.push(item);
    })();
    const stream = http2(server).request({ ":path": "/" });
    await once(stream, "data");
    const started = performance.now();
    const ended = [once(stream, "end"), once(idle.resume(), "close"), reading];
    await server.close();
    await Promise.all(ended);
    expect(performance.now() - started).toBeLessThan(900);
    expect(seen).toEqual([1]);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    await expect(one({ method: "GET", path: "/" })).rejects.toThrow("ECONNREFUSED");
  });

  it("does not wait longer than its grace for a handler that does not end", async () => {
    const server = await serve(() => new Promise(() => {}), { closeGraceMs: 20 });
    const call = callerOf(server)({ method: "GET", path: "/" });
    call.catch(() => {});
    const stream = http2(server).request({ ":path": "/" });
    stream.on("error", () => {});
    await once(stream, "ready");
    await server.close();
    await expect(call).rejects.toThrow();
  });

  it("says which port is in use", async () => {
    const { port } = await serve(() => emptyResponse(200));
    const second = createHttpServer({ handler: () => emptyResponse(200), tls, port });
    await expect(second).rejects.toThrow(PortInUseError);
    await expect(second).rejects.toMatchObject({ port, host: "127.0.0.1", reason: "in-use" });
  });

  it.each(["0.0.0.0", "192.168.1.1", "::", "example.com", "127.0.0.1.example.com"])(
    "does not listen on %s",
    async (host) => {
      await expect(createHttpServer({ handler: () => emptyResponse(200), tls, host })).rejects.toThrow(BugError);
    },
  );

  it("keeps connections for the next call", async () => {
    const server = await serve((request) => jsonResponse(200, { path: request.path }));
    const call = callerOf(server);
    for (let n = 0; n < 20; n++) {
      expect(await (await call({ method: "GET", path: `/${n}` })).json()).toEqual({ path: `/${n}` });
    }
  });
});
