export type { HttpCall, HttpCaller, HttpReply } from "./caller.ts";
export { composeFilters, type ContextHandler } from "./filters.ts";
export { inProcessCaller, type InProcessOptions } from "./in-process.ts";
export type {
  Filter,
  Handler,
  HttpHeaders,
  HttpRequest,
  HttpResponse,
  JsonChunk,
  Peer,
  RequestBody,
  ResponseBody,
} from "./message.ts";
export {
  bytesResponse,
  emptyResponse,
  jsonChunk,
  jsonResponse,
  jsonStreamResponse,
  streamResponse,
  textResponse,
} from "./response.ts";
