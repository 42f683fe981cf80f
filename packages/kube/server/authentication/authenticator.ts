import type { HttpRequest } from "@byocni/base/http";
import { authenticated, type UserInfo } from "../request/user-info.ts";

export type AuthenticationResult =
  | { readonly kind: "user"; readonly user: UserInfo }
  /** No credentials of the kinds that are known here. */
  | { readonly kind: "none" }
  /** Credentials that nobody vouches for. */
  | { readonly kind: "refused" };

export interface Authenticator {
  authenticate(request: HttpRequest): Promise<AuthenticationResult> | AuthenticationResult;
}

/** Knows some kind of bearer token. */
export interface TokenAuthenticator {
  /** @returns undefined for a token that this one does not know */
  authenticateToken(
    token: string,
    audiences?: readonly string[],
  ): Promise<TokenIdentity | undefined> | TokenIdentity | undefined;
}

export interface TokenIdentity {
  readonly user: UserInfo;
  /** For whom the token is meant; empty for tokens without audience. */
  readonly audiences: readonly string[];
}

/** Callers by trust in the process, by client certificate, then by bearer token. */
export function createAuthenticator(tokens: readonly TokenAuthenticator[]): Authenticator {
  return {
    authenticate({ peer, headers }) {
      if (peer.kind === "process")
        return { kind: "user", user: authenticated({ name: peer.user, groups: peer.groups }) };
      if (peer.certificate) {
        const { commonName, organizations } = peer.certificate;
        return { kind: "user", user: authenticated({ name: commonName, groups: organizations }) };
      }
      const token = bearerToken(headers["authorization"]);
      if (token === undefined) return { kind: "none" };
      return identify(tokens, token).then((identity) =>
        identity ? { kind: "user", user: authenticated(identity.user) } : { kind: "refused" },
      );
    },
  };
}

/** The first authenticator that knows the token decides. */
export async function identify(
  tokens: readonly TokenAuthenticator[],
  token: string,
  audiences?: readonly string[],
): Promise<TokenIdentity | undefined> {
  for (const authenticator of tokens) {
    const identity = await authenticator.authenticateToken(token, audiences);
    if (identity) return identity;
  }
  return undefined;
}

function bearerToken(header: string | undefined): string | undefined {
  const match = /^bearer +(\S+) *$/i.exec(header ?? "");
  return match?.[1];
}
