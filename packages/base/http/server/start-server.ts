import { silentLogger, systemClock } from "@byocni/base/core";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import { createSecureServer, type Http2SecureServer, type Http2Session } from "node:http2";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { createActiveRequests } from "./active-requests.ts";
import { PortInUseError } from "./errors.ts";
import { createExchange } from "./exchange.ts";
import type { HttpServer, HttpServerOptions } from "./http-server-options.ts";
import { wireResponse } from "./wire.ts";

/**
 * Clients of Kubernetes hold hundreds of watches on one connection and drop them in bursts; the defaults take that for
 * an attack. (The reset limits are options of later versions of Node.js; earlier ones have 1000 fixed.)
 */
const sessionLimits = { maxSessionMemory: 256, streamResetBurst: 100_000, streamResetRate: 10_000 };

/** Starts to listen. @throws PortInUseError */
export async function startServer(options: HttpServerOptions, host: string): Promise<HttpServer> {
  const { tls, logger = silentLogger, requestTimeoutMs = 300_000, closeGraceMs = 1000 } = options;
  const server = createSecureServer({
    allowHTTP1: true,
    key: tls.key,
    cert: tls.cert,
    noDelay: true,
    ...sessionLimits,
    requestCert: tls.clientCa !== undefined,
    rejectUnauthorized: false,
    ...(tls.clientCa !== undefined && { ca: tls.clientCa }),
  });
  // Longer than the usual clients keep an idle connection, so that it is they who close it.
  Object.assign(server, { keepAliveTimeout: 120_000, requestTimeout: requestTimeoutMs });

  let port = 0;
  const active = createActiveRequests();
  const exchange = createExchange({
    handler: options.handler,
    logger,
    clock: options.clock ?? systemClock,
    maxBodyBytes: options.maxBodyBytes ?? 4 * 1024 * 1024,
    requestTimeoutMs,
    slowReaderMs: options.slowReaderMs ?? 30_000,
    active,
    defaultAuthority: () => `localhost:${port}`,
  });
  const sockets = new Set<TLSSocket>();
  const sessions = new Set<Http2Session>();

  server.on("request", (wire, response) => exchange.serve(wire, wireResponse(response), false));
  server.on("checkContinue", (wire, response) => exchange.serve(wire, wireResponse(response), true));
  server.on("upgrade", (wire: IncomingMessage, socket: Duplex, head: Buffer) => exchange.upgrade(wire, socket, head));
  server.on("secureConnection", (socket) => {
    sockets.add(socket);
    socket.on("error", (error: Error) => logger.debug("a connection failed", { error }));
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", (error) => logger.debug("an HTTP/2 session failed", { error }));
    session.once("close", () => sessions.delete(session));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    logger.debug("the bytes of a client made no request", { error });
    refuse(socket, error.code);
  });

  async function closeAll(): Promise<void> {
    const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
    active.abortAll();
    await atMost(closeGraceMs, active.idle());
    for (const session of sessions) session.close();
    for (const socket of sockets) socket.end();
    await atMost(closeGraceMs, stopped);
    for (const session of sessions) session.destroy();
    for (const socket of sockets) socket.destroy();
    await stopped;
  }

  port = await listen(server, host, options.port ?? 0);
  server.on("error", (error: Error) => logger.error("the server failed", { error }));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  return { host, port, close, [Symbol.asyncDispose]: close };
}

function listen(server: Http2SecureServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === "EADDRINUSE") reject(new PortInUseError(host, port, "in-use", error));
      else if (error.code === "EACCES") reject(new PortInUseError(host, port, "not-permitted", error));
      else reject(error);
    };
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Waits for something, but not for ever. Real time: it is about sockets. */
function atMost(limitMs: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = systemClock.setTimer(limitMs, resolve);
    void work.then(() => {
      timer.cancel();
      resolve();
    });
  });
}

/** Answers bytes that are no HTTP request, if the connection still takes an answer. */
function refuse(socket: Duplex, code: string | undefined): void {
  if (!socket.writable || code === "ECONNRESET" || code?.startsWith("ERR_SSL")) {
    socket.destroy();
    return;
  }
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const body = JSON.stringify({ error: { code: "BadRequest", message: STATUS_CODES[status] } });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
