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
export { networkCaller, type NetworkCallerOptions } from "./network-caller.ts";
export { BodyIncompleteError, BodyTooLargeError, PortInUseError } from "./server/errors.ts";
export { createHttpServer } from "./server/http-server.ts";
export type { HttpServer, HttpServerOptions } from "./server/http-server-options.ts";
export {
  type CertificateAuthority,
  CertificateAuthorityError,
  type CertificateSeams,
  type ClientSubject,
  createCertificateAuthority,
  type KeyedCertificate,
  loadCertificateAuthority,
} from "./certificates/certificate-authority.ts";
export { openCertificateAuthority } from "./certificates/open-certificate-authority.ts";
