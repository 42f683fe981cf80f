export { type ApiServer, type ApiServerDeps, createApiServer } from "./api-server.ts";
export type { ServerVersion } from "./endpoints/server-version.ts";
export type { Attributes, Authorizer, Decision } from "./access/authorizer.ts";
export type { AdmissionPlugin, AdmissionRequest } from "./server-core.ts";
export { rotateSigningKey } from "./authentication/signing-key.ts";
export type { StaticToken } from "./authentication/static-tokens.ts";
export type { CommandStreams, ContainerLog, ContainerRef, LogLine, PodAccess } from "./connect/pod-access.ts";
export type { ApiExtension, ExtensionObject, ExtensionResource } from "./extension/extension.ts";
export type { UserInfo } from "./request/user-info.ts";
