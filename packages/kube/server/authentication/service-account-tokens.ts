import type { Clock, Random } from "@byocni/base/core";
import type { corev1 } from "@byocni/kube/schema";
import type { ObjectLookup } from "../storage/object-lookup.ts";
import { serviceAccountUser, type UserInfo } from "../request/user-info.ts";
import type { TokenAuthenticator, TokenIdentity } from "./authenticator.ts";
import { type Claims, jsonWebKey, signToken, verifyToken } from "./json-web-token.ts";
import type { SigningKey } from "./signing-key.ts";

/** A thing whose end is the token's end, too. */
export interface BoundObject {
  readonly kind: "Node" | "Pod" | "Secret";
  readonly name: string;
  readonly uid: string;
}

export interface ServiceAccountTokens extends TokenAuthenticator {
  readonly issuer: string;
  /** Audiences of tokens that are asked for without any. */
  readonly audiences: readonly string[];
  issue(options: {
    readonly account: corev1.ServiceAccount;
    readonly audiences: readonly string[];
    /** Absent: never. */
    readonly expirationSeconds?: number;
    readonly bound?: BoundObject;
    /** The node that the bound pod runs on. */
    readonly node?: { readonly name: string; readonly uid: string };
  }): { readonly token: string; /** Milliseconds since the epoch. */ readonly expires: number };
  /** `/.well-known/openid-configuration` */
  discovery(): object;
  /** `/openid/v1/jwks` */
  keySet(): object;
}

const claimName = "kubernetes.io";
const neverSeconds = 365 * 24 * 3600;

interface KubernetesClaim {
  readonly namespace?: string;
  readonly serviceaccount?: { readonly name?: string; readonly uid?: string };
  readonly pod?: { readonly name: string; readonly uid: string };
  readonly node?: { readonly name: string; readonly uid?: string };
  readonly secret?: { readonly name: string; readonly uid: string };
}

/** Issues and checks the tokens of service accounts. A token holds as long as its account and what it is bound to. */
export function createServiceAccountTokens(deps: {
  readonly key: SigningKey;
  readonly issuer: string;
  readonly resources: ObjectLookup;
  readonly clock: Clock;
  readonly random: Random;
}): ServiceAccountTokens {
  const { key, issuer, resources, clock, random } = deps;

  function uidOf(plural: string, namespace: string, name: string): string | undefined {
    const found = resources.findAnyVersion("", plural)?.cache.get(namespace, name);
    return (found?.value["metadata"] as { readonly uid?: string } | undefined)?.uid;
  }

  function identity(claims: Claims): TokenIdentity | undefined {
    const { namespace = "", serviceaccount, pod, node, secret } = (claims[claimName] ?? {}) as KubernetesClaim;
    const now = clock.now() / 1000;
    if (claims["iss"] !== issuer || Number(claims["exp"]) <= now || Number(claims["nbf"]) > now + 1) return undefined;
    const { name = "", uid = "" } = serviceaccount ?? {};
    if (uidOf("serviceaccounts", namespace, name) !== uid) return undefined;
    if (pod && uidOf("pods", namespace, pod.name) !== pod.uid) return undefined;
    if (secret && uidOf("secrets", namespace, secret.name) !== secret.uid) return undefined;
    const audiences = [claims["aud"]].flat().filter((item) => typeof item === "string");
    const extra: Record<string, readonly string[]> = {
      "authentication.kubernetes.io/credential-id": [`JTI=${String(claims["jti"])}`],
      ...(pod
        ? {
            "authentication.kubernetes.io/pod-name": [pod.name],
            "authentication.kubernetes.io/pod-uid": [pod.uid],
          }
        : {}),
      ...(node ? { "authentication.kubernetes.io/node-name": [node.name] } : {}),
      ...(node?.uid ? { "authentication.kubernetes.io/node-uid": [node.uid] } : {}),
    };
    const user: UserInfo = { ...serviceAccountUser(namespace, name, uid), extra };
    return { user, audiences };
  }

  const audiences = [issuer];
  return {
    issuer,
    audiences,
    authenticateToken(token, wanted = audiences) {
      const before = key.previous;
      const claims =
        verifyToken(token, key.publicKey, key.kid) ?? (before && verifyToken(token, before.publicKey, before.kid));
      const found = claims && identity(claims);
      return found && (wanted.length === 0 || wanted.some((item) => found.audiences.includes(item)))
        ? found
        : undefined;
    },
    issue({ account, audiences: wanted, expirationSeconds, bound, node }) {
      const { name = "", namespace = "", uid = "" } = account.metadata;
      const issued = Math.floor(clock.now() / 1000);
      const exp = issued + (expirationSeconds ?? neverSeconds);
      const claim: KubernetesClaim = {
        namespace,
        ...(node ? { node } : {}),
        ...(bound ? { [bound.kind.toLowerCase()]: { name: bound.name, uid: bound.uid } } : {}),
        serviceaccount: { name, uid },
      };
      const claims: Claims = {
        aud: wanted.length > 0 ? wanted : audiences,
        exp,
        iat: issued,
        iss: issuer,
        jti: random.uuid(),
        [claimName]: claim,
        nbf: issued,
        sub: `system:serviceaccount:${namespace}:${name}`,
      };
      return { token: signToken(claims, key.privateKey, key.kid), expires: exp * 1000 };
    },
    discovery: () => ({
      issuer,
      jwks_uri: `${issuer.replace(/\/$/, "")}/openid/v1/jwks`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    }),
    keySet: () => ({
      keys: [key, ...(key.previous ? [key.previous] : [])].map(({ publicKey, kid }) => jsonWebKey(publicKey, kid)),
    }),
  };
}
