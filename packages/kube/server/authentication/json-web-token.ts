import { type KeyObject, sign, verify } from "node:crypto";

export type Claims = Readonly<Record<string, unknown>>;

const headerPart = (kid: string): string => encode({ alg: "ES256", kid });

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs claims with ES256 (RFC 7515, RFC 7518 §3.4). */
export function signToken(claims: Claims, key: KeyObject, kid: string): string {
  const signed = `${headerPart(kid)}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/** The claims of a token whose signature holds; undefined otherwise. Times are not looked at. */
export function verifyToken(token: string, key: KeyObject, kid: string): Claims | undefined {
  const [header = "", payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || header !== headerPart(kid)) return undefined;
  const data = Buffer.from(`${header}.${payload}`);
  const good = verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!good) return undefined;
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
  } catch {
    return undefined;
  }
}

/** A public key as a JSON Web Key (RFC 7517). */
export function jsonWebKey(key: KeyObject, kid: string): object {
  return { use: "sig", kid, alg: "ES256", ...key.export({ format: "jwk" }) };
}
