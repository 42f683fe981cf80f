export { type ApiServer, type ApiServerDeps, createApiServer, type ServerVersion } from "./api-server.ts";
export type { Attributes, Authorizer, Decision } from "./access/authorizer.ts";
export type { AdmissionPlugin, AdmissionRequest } from "./admission/admission.ts";
export type { StaticToken } from "./authentication/static-tokens.ts";
export type { CommandStreams, ContainerLog, ContainerRef, LogLine, PodAccess } from "./connect/pod-access.ts";
export type { UserInfo } from "./request/user-info.ts";
