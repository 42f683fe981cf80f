import { assert } from "@byocni/base/core";
import type { HttpServer, HttpServerOptions } from "./http-server-options.ts";

/**
 * Serves a handler over TLS: HTTP/2 and HTTP/1.1 on one port.
 * @throws PortInUseError; BugError for a host that is not loopback
 */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const host = options.host ?? "127.0.0.1";
  assert(isLoopback(host), `a server listens on loopback only, not on ${host}`);
  // Node's HTTP and TLS modules take some 20 ms to load: whoever only calls in-process does not pay for them.
  const { startServer } = await import("./start-server.ts");
  return startServer(options, host);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
