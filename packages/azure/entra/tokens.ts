import type { Clock, JsonObject, Random } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { Store } from "@byocni/base/store";
import type { Principal } from "@byocni/azure/types";
import type { CryptoKey, JWK } from "jose";
import type { PrincipalRecord } from "./principal-record.ts";

/** Why a token is not taken. */
export class TokenRejected extends Error {
  override readonly name = "TokenRejected";
  readonly reason: "invalid" | "expired" | "tenant";
  /** Milliseconds since the epoch, when `expired`. */
  readonly expiresAt: number | undefined;
  constructor(
    reason: TokenRejected["reason"],
    options: { readonly expiresAt?: number; readonly cause?: unknown } = {},
  ) {
    super(`the token is rejected: ${reason}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.expiresAt = options.expiresAt;
  }
}

export interface VerifiedToken {
  /** `aud`, as it stands in the token. */
  readonly audience: string;
  readonly principal: Principal;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Checks signature, times and tenant of an access token. */
export interface TokenVerifier {
  /** @throws TokenRejected */
  verify(token: string): Promise<VerifiedToken>;
}

/** Makes and checks the tokens of the tenant: RS256, signed with a key that stays in the store. */
export interface Tokens extends TokenVerifier {
  /** Signs claims; `iat`, `nbf`, `exp` are set from the clock. */
  sign(claims: JsonObject, lifetimeSeconds: number, type?: string): Promise<string>;
  /** The claims of a token of the given type. @throws TokenRejected */
  read(token: string, type?: string): Promise<JsonObject>;
  /** The public key set. */
  keys(): Promise<JsonObject>;
}

export interface TokensDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly tenantId: string;
}

const keyKey = "entra/signing-key";
const algorithm = "RS256";
const maxCached = 2000;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: CryptoKey | Uint8Array;
  readonly publicJwk: JWK;
}

export function createTokens(deps: TokensDeps): Tokens {
  const { store, clock, random, tenantId } = deps;
  let key: Promise<SigningKey> | undefined;
  // Clients send one token thousands of times; its signature need not be checked thousands of times.
  const verified = new Map<string, VerifiedToken>();

  function signingKey(): Promise<SigningKey> {
    key ??= loadKey(store, random).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  }

  async function read(token: string, type = "JWT"): Promise<JsonObject> {
    const { jwtVerify, errors } = await import("jose");
    const { publicKey, kid } = await signingKey();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
        algorithms: [algorithm],
        typ: type,
        currentDate: new Date(clock.now()),
        requiredClaims: ["exp"],
      });
      if (protectedHeader.kid !== kid) throw new errors.JWKSNoMatchingKey();
      return payload as JsonObject;
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new TokenRejected("expired", { expiresAt: Number(error.payload.exp ?? 0) * 1000, cause: error });
      }
      throw new TokenRejected("invalid", { cause: error });
    }
  }

  return {
    read,
    async sign(claims, lifetimeSeconds, type = "JWT") {
      const { SignJWT } = await import("jose");
      const { kid, privateKey } = await signingKey();
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ ...claims, iat: now, nbf: now, exp: now + lifetimeSeconds })
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
        .sign(privateKey);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known) {
        if (known.expiresAt > clock.now()) return known;
        verified.delete(token);
      }
      const claims = await read(token);
      if (claims["tid"] !== tenantId) throw new TokenRejected("tenant");
      const result = verifiedToken(claims, tenantId);
      if (verified.size >= maxCached) verified.clear();
      verified.set(token, result);
      return result;
    },
    async keys() {
      const { publicJwk, kid } = await signingKey();
      return { keys: [{ ...publicJwk, kid, use: "sig", alg: algorithm } as JsonObject] };
    },
  };
}

function verifiedToken(claims: JsonObject, tenantId: string): VerifiedToken {
  const { aud, oid, appid, idtyp, exp, name, upn } = claims;
  if (typeof aud !== "string" || typeof oid !== "string" || typeof exp !== "number") throw new TokenRejected("invalid");
  const appId = typeof appid === "string" ? { appId: appid } : {};
  const isUser = idtyp === "user";
  const kind = isUser ? "user" : claims["xms_mirid"] === undefined ? "servicePrincipal" : "managedIdentity";
  const label = isUser ? upn : name;
  return {
    audience: aud,
    expiresAt: exp * 1000,
    principal: {
      kind,
      objectId: oid.toLowerCase(),
      tenantId,
      displayName: typeof label === "string" ? label : oid,
      ...(isUser ? {} : appId),
    },
  };
}

/** The claims of an access token (az-requests 3, "login, service principal"). */
export function accessClaims(
  record: PrincipalRecord,
  token: { readonly audience: string; readonly issuer: string; readonly tenantId: string; readonly clientId: string },
): JsonObject {
  const isUser = record.kind === "user";
  return {
    aud: token.audience,
    iss: token.issuer,
    oid: record.objectId,
    sub: record.objectId,
    tid: token.tenantId,
    appid: record.appId ?? token.clientId,
    idtyp: isUser ? "user" : "app",
    ver: "1.0",
    name: record.displayName,
    ...(isUser ? { upn: record.userPrincipalName, unique_name: record.userPrincipalName } : {}),
    ...(record.kind === "managedIdentity" ? { xms_mirid: record.resourceId ?? "" } : {}),
  };
}

async function loadKey(store: Store, random: Random): Promise<SigningKey> {
  const { exportJWK, generateKeyPair, importJWK } = await import("jose");
  let entry = await store.get(keyKey);
  if (!entry) {
    const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 });
    const value = { kid: random.uuid(), jwk: (await exportJWK(pair.privateKey)) as JsonObject };
    await store.write([{ kind: "put", key: keyKey, value, expect: { kind: "absent" } }]);
    // Another process may have been first: what is stored counts.
    entry = await store.get(keyKey);
  }
  const jwk = entry?.value["jwk"];
  const kid = entry?.value["kid"];
  if (!isJsonObject(jwk) || typeof kid !== "string") throw new Error("the signing key in the store cannot be read");
  const { kty, n, e } = jwk as JWK;
  const publicJwk: JWK = {
    ...(kty === undefined ? {} : { kty }),
    ...(n === undefined ? {} : { n }),
    ...(e === undefined ? {} : { e }),
  };
  return {
    kid,
    publicJwk,
    privateKey: await importJWK(jwk as JWK, algorithm),
    publicKey: await importJWK(publicJwk, algorithm),
  };
}
