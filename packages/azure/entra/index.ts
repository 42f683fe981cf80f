export { type Directory, principalOf } from "./directory.ts";
export { createEntra, type Entra, type EntraDeps } from "./entra.ts";
export { oauthErrorTable } from "./oauth-error.ts";
export { type ApplicationRecord, type PrincipalRecord, stableId } from "./principal-record.ts";
export { TokenRejected, type TokenVerifier, type VerifiedToken } from "./tokens.ts";
