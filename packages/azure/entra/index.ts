export type { IssuerKeys } from "./client-assertion.ts";
export type { Directory } from "./directory.ts";
export { createEntra, type Entra, type EntraDeps } from "./entra.ts";
export { graphErrorTable } from "./graph/graph-refusal.ts";
export { oauthErrorTable } from "./oauth-error.ts";
export {
  type ApplicationRecord,
  type FederatedCredential,
  type PrincipalRecord,
  stableId,
} from "./principal-record.ts";
export { TokenRejected, type TokenVerifier, type VerifiedToken } from "./tokens.ts";
