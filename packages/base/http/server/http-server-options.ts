import type { Clock, Closeable, Logger } from "@byocni/base/core";
import type { Handler } from "../message.ts";

export interface HttpServerOptions {
  readonly handler: Handler;
  /** A loopback address or `localhost`; 127.0.0.1 by default. Anything else is refused. */
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** PEM texts. With `clientCa`, clients are asked for a certificate; without one they are still served. */
  readonly tls: { readonly key: string; readonly cert: string; readonly clientCa?: string };
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** The largest request body in bytes; 4 MiB by default. */
  readonly maxBodyBytes?: number;
  /** How long a request may take to arrive, in milliseconds; 5 minutes by default. Answers may take any time. */
  readonly requestTimeoutMs?: number;
  /** How long a reader of a stream may take nothing before it is cut off; 30 seconds by default. */
  readonly slowReaderMs?: number;
  /** How long `close` waits for requests under way; 1 second by default. */
  readonly closeGraceMs?: number;
}

/** A server that listens. */
export interface HttpServer extends Closeable {
  readonly host: string;
  readonly port: number;
  /** Stops listening, aborts the signals of all requests under way, and waits a little for their answers. */
  close(): Promise<void>;
}
