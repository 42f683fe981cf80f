import { createHash, timingSafeEqual } from "node:crypto";
import type { UserInfo } from "../request/user-info.ts";
import type { TokenAuthenticator } from "./authenticator.ts";

/** Tokens that are simply listed, as for an administrator's kubeconfig. */
export interface StaticToken {
  readonly token: string;
  readonly user: UserInfo;
}

export function createStaticTokens(tokens: readonly StaticToken[]): TokenAuthenticator {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const known = tokens.map(({ token, user }) => ({ digest: digest(token), user }));
  return {
    authenticateToken(token) {
      const wanted = digest(token);
      const found = known.find((entry) => timingSafeEqual(entry.digest, wanted));
      return found && { user: found.user, audiences: [] };
    },
  };
}
