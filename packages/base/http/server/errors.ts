/** A request body is larger than the server takes. Handlers may catch it to answer in their protocol's words. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
  readonly limitBytes: number;
  constructor(limitBytes: number) {
    super(`the request body is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** The client went away (or was too slow) before its request body was complete. */
export class BodyIncompleteError extends Error {
  override readonly name = "BodyIncompleteError";
}

/** The port cannot be listened on: something else has it, or this user may not have it. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";
  readonly port: number;
  readonly host: string;
  readonly reason: "in-use" | "not-permitted";
  constructor(host: string, port: number, reason: PortInUseError["reason"], cause?: unknown) {
    const why = reason === "in-use" ? "is already in use" : "may not be used by this user";
    super(`port ${port} on ${host} ${why}`, { cause });
    this.host = host;
    this.port = port;
    this.reason = reason;
  }
}
