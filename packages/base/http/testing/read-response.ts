import type { HttpReply } from "../caller.ts";
import type { HttpResponse } from "../message.ts";
import { createReply } from "../reply.ts";

/** Reads a handler's response as a client would: `await readResponse(response).json()`. */
export function readResponse(response: HttpResponse): HttpReply {
  return createReply({ ...response, cancel: () => {}, onDone: () => {} });
}
