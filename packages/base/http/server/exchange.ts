import type { Clock, Logger } from "@byocni/base/core";
import { type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Handler, HttpRequest, Peer, RequestBody } from "../message.ts";
import { emptyBody } from "../request-body.ts";
import type { ActiveRequests } from "./active-requests.ts";
import { answer, failure } from "./answer.ts";
import { peerOf } from "./peer.ts";
import { readRequest, wireBody } from "./read-request.ts";
import { cutOff, isComplete, isGone, isHttp2, wireResponse, type WireRequest, type WireResponse } from "./wire.ts";
import { SlowReaderError, writeResponse, type WriteOptions } from "./write-response.ts";

export interface ExchangeOptions {
  readonly handler: Handler;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly slowReaderMs: number;
  readonly active: ActiveRequests;
  /** Host and port for clients that name none. */
  readonly defaultAuthority: () => string;
}

/** What happens between a request and its response, as Node.js hands them over. */
export interface Exchange {
  /** @param expectsContinue the client waits for leave to send its body */
  serve(wire: WireRequest, response: WireResponse, expectsContinue: boolean): void;
  upgrade(wire: IncomingMessage, socket: Duplex, head: Uint8Array): void;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { handler, logger, clock, active, slowReaderMs } = options;
  const bodyLimits = { maxBodyBytes: options.maxBodyBytes, timeoutMs: options.requestTimeoutMs, clock };
  /** By connection: a certificate is looked at once. */
  const peers = new WeakMap<object, Peer>();

  function peerFor(wire: WireRequest): Peer {
    const connection = isHttp2(wire) ? (wire.stream.session ?? wire.stream) : wire.socket;
    let peer = peers.get(connection);
    if (!peer) {
      peer = peerOf(wire.socket as TLSSocket);
      peers.set(connection, peer);
    }
    return peer;
  }

  function requestOf(wire: WireRequest, body: RequestBody, signal: AbortSignal): HttpRequest | undefined {
    return readRequest(wire, body, { peer: peerFor(wire), defaultAuthority: options.defaultAuthority(), signal });
  }

  const writeOptions = (wire: WireRequest, lastOfConnection: boolean): WriteOptions => ({
    method: wire.method ?? "",
    http2: isHttp2(wire),
    lastOfConnection: lastOfConnection || active.closing,
    slowReaderMs,
    clock,
  });

  function logFailure(error: unknown, request: HttpRequest | undefined): void {
    const fields = { method: request?.method, path: request?.path };
    if (error instanceof SlowReaderError) logger.warn("a slow reader was cut off", fields);
    else if (!request?.signal.aborted) logger.error("a response failed", { ...fields, error });
  }

  async function exchange(wire: WireRequest, response: WireResponse, expectsContinue: boolean): Promise<void> {
    const controller = active.begin();
    response.once("close", () => active.end(controller, isComplete(response)));
    wire.on("error", () => {});
    response.on("error", () => {});
    let owesContinue = expectsContinue;
    const body = wireBody(wire, bodyLimits, () => {
      if (owesContinue) response.writeContinue();
      owesContinue = false;
    });
    const request = requestOf(wire, body, controller.signal);
    const answered = await answer(handler, request, logger);
    if (isGone(response)) return;
    try {
      // A client that had no leave to send its body may or may not send it: the connection cannot go on.
      await writeResponse(response, answered, writeOptions(wire, owesContinue));
      if (!wire.readableEnded) wire.resume();
    } catch (error) {
      logFailure(error, request);
      if (isGone(response)) return;
      if (response.headersSent) cutOff(response);
      else await writeResponse(response, failure(500, "InternalServerError", "bad response"), writeOptions(wire, true));
    }
  }

  async function upgrade(wire: IncomingMessage, socket: Duplex, head: Uint8Array): Promise<void> {
    const controller = active.begin();
    socket.once("close", () => active.end(controller, false));
    socket.on("error", () => {});
    const request = requestOf(wire, emptyBody, controller.signal);
    const answered = await answer(handler, request, logger);
    if (socket.destroyed) return;
    try {
      if (answered.body.kind === "upgrade") {
        socket.write(switchingProtocols(answered.headers));
        answered.body.accept(socket, head);
      } else {
        const response = new ServerResponse(wire);
        response.assignSocket(socket as TLSSocket);
        response.once("finish", () => socket.end());
        await writeResponse(wireResponse(response), answered, writeOptions(wire, true));
      }
    } catch (error) {
      logFailure(error, request);
      socket.destroy();
    }
  }

  return {
    serve(wire, response, expectsContinue) {
      exchange(wire, response, expectsContinue).catch((error: unknown) => {
        logger.error("a request could not be answered", { error });
        cutOff(response);
      });
    },
    upgrade(wire, socket, head) {
      upgrade(wire, socket, head).catch((error: unknown) => {
        logger.error("a request could not be upgraded", { error });
        socket.destroy();
      });
    },
  };
}

function switchingProtocols(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ connection: "Upgrade", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 101 ${STATUS_CODES[101]}\r\n${lines.join("")}\r\n`;
}
