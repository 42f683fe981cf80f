import type { Clock } from "@byocni/base/core";
import type { JWK } from "jose";
import { OAuthError } from "./oauth-error.ts";
import type { CertificateRecord, FederatedCredential } from "./principal-record.ts";

/** The public keys of an issuer, as its key set shows them; undefined when it is not known here. */
export type IssuerKeys = (issuer: string) => Promise<readonly JWK[] | undefined>;

/** An assertion, read and not yet believed. */
export interface Assertion {
  readonly token: string;
  readonly header: {
    readonly alg?: string;
    readonly kid?: string;
    readonly x5t?: string;
    readonly "x5t#S256"?: string;
  };
  readonly claims: {
    readonly iss?: string;
    readonly sub?: string;
    readonly aud?: string | readonly string[];
    readonly exp?: number;
    readonly nbf?: number;
  };
}

/** Clocks of clients may be off by this, as at Entra. Seconds. */
const skew = 300;
const algorithms = new Set(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]);
/** Clusters sign with elliptic curves here. */
const federatedAlgorithms = new Set([...algorithms, "ES256"]);

/** @throws OAuthError when it is no JSON Web Token */
export async function readAssertion(token: string): Promise<Assertion> {
  const { decodeJwt, decodeProtectedHeader } = await import("jose");
  try {
    return {
      token,
      header: decodeProtectedHeader(token) as Assertion["header"],
      claims: decodeJwt(token),
    };
  } catch {
    throw new OAuthError("malformedAssertion");
  }
}

/** Is it signed by the client itself, with a certificate, and not by an issuer elsewhere? */
export function isOwnAssertion({ claims: { iss, sub } }: Assertion, clientId: string): boolean {
  const isUrl = iss !== undefined && /^https?:\/\//i.test(iss);
  return !isUrl || sub?.toLowerCase() === clientId.toLowerCase();
}

export interface AssertionCheck {
  readonly clientId: string;
  readonly clock: Clock;
  /** By which the client called: the audience is one of its addresses. */
  readonly origin: string;
  /** Of the registered application; undefined for clients that nobody registered: no signature can be held against them. */
  readonly certificates: readonly CertificateRecord[] | undefined;
}

/** @throws OAuthError unless the assertion is good for the client */
export async function checkCertificateAssertion(assertion: Assertion, check: AssertionCheck): Promise<void> {
  const { header, claims, token } = assertion;
  const { clientId, clock, origin, certificates } = check;
  requireAlgorithm(header.alg);
  const thumbprint = thumbprintOf(header);
  if (thumbprint === undefined) throw new OAuthError("missingThumbprint");
  for (const claim of ["aud", "exp", "iss", "sub"] as const)
    if (claims[claim] === undefined) throw new OAuthError("missingClaim", { claim });
  if ([claims.iss, claims.sub].some((name) => name?.toLowerCase() !== clientId.toLowerCase()))
    throw new OAuthError("assertionOfAnother");
  if (![claims.aud].flat().some((audience) => isHere(String(audience), origin)))
    throw new OAuthError("assertionAudience");
  requireTime(claims, clock);
  if (!certificates) return;
  const found = await findCertificate(certificates, thumbprint);
  if (!found) throw new OAuthError("unknownCertificate", { thumbprint, client: clientId });
  const { startDateTime: from, endDateTime: until } = found;
  if (Date.parse(until) <= clock.now()) throw new OAuthError("expiredCertificate", { thumbprint, from, until });
  const { importX509, compactVerify } = await import("jose");
  try {
    const key = await importX509(pemOf(found.certificate), header.alg ?? "RS256");
    await compactVerify(token, key);
  } catch {
    throw new OAuthError("invalidSignature");
  }
}

export interface FederatedCheck {
  readonly credentials: readonly FederatedCredential[];
  readonly clock: Clock;
  readonly issuerKeys: IssuerKeys;
}

/** @throws OAuthError unless a federated credential names the token's issuer, audience and subject, and the issuer signed it */
export async function checkFederatedAssertion(assertion: Assertion, check: FederatedCheck): Promise<void> {
  const { header, claims, token } = assertion;
  const { iss = "", sub = "", aud } = claims;
  const audiences = [aud].flat().map((audience) => audience ?? "");
  requireAlgorithm(header.alg, federatedAlgorithms);
  const byIssuer = check.credentials.filter(({ issuer }) => issuer === iss);
  if (byIssuer.length === 0) throw new OAuthError("federatedIssuer", { issuer: iss });
  const byAudience = byIssuer.filter((one) => one.audiences.some((audience) => audiences.includes(audience)));
  if (byAudience.length === 0) throw new OAuthError("federatedAudience", { audience: audiences.join(", ") });
  if (!byAudience.some(({ subject }) => subject === sub)) throw new OAuthError("federatedSubject", { subject: sub });
  requireTime(claims, check.clock);
  const keys = (await check.issuerKeys(iss)) ?? [];
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) throw new OAuthError("federatedSignature", { kid: header.kid ?? "" });
  const { importJWK, compactVerify } = await import("jose");
  try {
    await compactVerify(token, await importJWK(key, header.alg ?? "RS256"));
  } catch {
    throw new OAuthError("federatedSignature", { kid: header.kid ?? "" });
  }
}

function requireAlgorithm(algorithm = "", allowed: ReadonlySet<string> = algorithms): void {
  if (!allowed.has(algorithm)) throw new OAuthError("unsupportedAlgorithm", { algorithm });
}

function requireTime({ exp, nbf = 0 }: Assertion["claims"], clock: Clock): void {
  const seconds = clock.now() / 1000;
  if (exp !== undefined && exp > seconds && nbf <= seconds + skew) return;
  const time = (value: number): string => new Date(value * 1000).toISOString().replace(/Z$/, "0000Z");
  throw new OAuthError("assertionTimes", { now: time(seconds), from: time(nbf), until: time(exp ?? 0) });
}

/** `x5t` is base64url of SHA-1, `x5t#S256` of SHA-256; a `kid` is the thumbprint in hex. */
function thumbprintOf({ x5t, kid, "x5t#S256": x5t256 }: Assertion["header"]): string | undefined {
  const encoded = x5t ?? x5t256;
  return encoded === undefined ? kid?.toUpperCase() : Buffer.from(encoded, "base64url").toString("hex").toUpperCase();
}

async function findCertificate(
  certificates: readonly CertificateRecord[],
  thumbprint: string,
): Promise<CertificateRecord | undefined> {
  const known = certificates.find((one) => one.thumbprint === thumbprint);
  if (known) return known;
  const { createHash } = await import("node:crypto");
  return certificates.find(({ certificate }) => {
    const digest = createHash("sha256").update(Buffer.from(certificate, "base64")).digest("hex");
    return digest.toUpperCase() === thumbprint;
  });
}

function isHere(audience: string, origin: string): boolean {
  if (!URL.canParse(audience)) return false;
  const { origin: given, hostname } = new URL(audience);
  return given === new URL(origin).origin || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function pemOf(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`;
}
