export type { HttpCall, HttpCaller, HttpReply } from "./caller.ts";
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
