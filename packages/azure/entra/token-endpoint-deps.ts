import type { Clock } from "@byocni/base/core";
import type { IssuerKeys } from "./client-assertion.ts";
import type { Directory } from "./directory.ts";
import type { FederatedCredential } from "./principal-record.ts";
import type { Tokens } from "./tokens.ts";

/** Lifetime of access tokens in seconds (az-requests 3). */
export const accessTokenSeconds = 86_399;

/** What those who give tokens work with. */
export interface TokenEndpointDeps {
  readonly directory: Directory;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly tenantId: string;
  readonly issuerKeys: IssuerKeys;
  /** Federated credentials of a user-assigned identity, by its resource id. */
  federatedCredentialsOf(resourceId: string): Promise<readonly FederatedCredential[]>;
}
