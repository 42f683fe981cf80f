import type { JsonObject } from "@byocni/base/core";
import type { HttpRequest } from "@byocni/base/http";
import { authenticateClient } from "./client-credentials.ts";
import { OAuthError } from "./oauth-error.ts";
import { hashSecret, type PrincipalRecord } from "./principal-record.ts";
import { accessTokenSeconds, type TokenEndpointDeps } from "./token-endpoint-deps.ts";
import { accessClaims, TokenRejected } from "./tokens.ts";

const refreshTokenSeconds = 90 * 24 * 3600;
const refreshType = "refresh+jwt";

/** Answers a token request. @param authority path before `/oauth2/…` @throws OAuthError */
export async function answerTokenRequest(
  deps: TokenEndpointDeps,
  request: HttpRequest,
  authority: string,
): Promise<JsonObject> {
  requireTenant(authority, deps.tenantId);
  const form = new URLSearchParams(await request.body.text());
  withBasicCredentials(form, request.headers["authorization"]);
  const grant = form.get("grant_type");
  if (!grant) throw new OAuthError("missingGrantType");
  const clientId = form.get("client_id");
  if (!clientId) throw new OAuthError("missingClientId");
  const record = await authenticate(deps, { grant, clientId, form, origin: request.origin });
  await deps.directory.signedIn(record.objectId);
  return tokenAnswer(deps, { record, clientId, form, issuer: `${request.origin}${authority}` });
}

/** An authority names this tenant, or none (`/adfs`, `/common`, `/organizations`, a domain). @throws OAuthError */
export function requireTenant(authority: string, tenantId: string): void {
  for (const segment of authority.split("/")) {
    const isOther = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment) && segment.toLowerCase() !== tenantId;
    if (isOther) throw new OAuthError("tenantNotFound", { tenant: segment });
  }
}

interface GrantRequest {
  readonly grant: string;
  readonly clientId: string;
  readonly form: URLSearchParams;
  readonly origin: string;
}

async function authenticate(deps: TokenEndpointDeps, request: GrantRequest): Promise<PrincipalRecord> {
  const { directory } = deps;
  const { grant, form } = request;
  switch (grant) {
    case "client_credentials": {
      requireDefaultScope(form);
      return authenticateClient(deps, request);
    }
    case "password":
      return authenticateUser(deps, form.get("username") ?? "", form.get("password") ?? "");
    case "refresh_token": {
      const token = form.get("refresh_token");
      if (!token) throw new OAuthError("missingRefreshToken");
      const record = await directory.get(await readRefreshToken(deps, token));
      if (!record) throw new OAuthError("invalidRefreshToken");
      if (record.accountEnabled === false) throw new OAuthError("disabledUser");
      return record;
    }
    default:
      throw new OAuthError("unsupportedGrant", { grant });
  }
}

/** Clients are given what is consented to, nothing by name. */
function requireDefaultScope(form: URLSearchParams): void {
  const scope = form.get("scope") ?? "";
  if (scope === "" || form.get("resource")) return;
  if (!scope.split(/\s+/).some((one) => one.endsWith("/.default"))) throw new OAuthError("invalidScope", { scope });
}

/** Any name with any password is a user, as a local convenience; users that Graph made have the password it was told. */
async function authenticateUser(deps: TokenEndpointDeps, name: string, password: string): Promise<PrincipalRecord> {
  if (name === "" || password === "") throw new OAuthError("invalidPassword");
  const record = await deps.directory.ensureUser(name);
  if (record.accountEnabled === false) throw new OAuthError("disabledUser");
  if (record.passwordHash !== undefined && record.passwordHash !== hashSecret(password))
    throw new OAuthError("invalidPassword");
  return record;
}

async function readRefreshToken(deps: TokenEndpointDeps, token: string): Promise<string> {
  try {
    const { oid } = await deps.tokens.read(token, refreshType);
    if (typeof oid === "string") return oid;
  } catch (error) {
    if (!(error instanceof TokenRejected)) throw error;
    const issued = new Date((error.expiresAt ?? 0) - refreshTokenSeconds * 1000).toISOString();
    if (error.reason === "expired") throw new OAuthError("expiredRefreshToken", { issued });
  }
  throw new OAuthError("invalidRefreshToken");
}

interface Grant {
  readonly record: PrincipalRecord;
  readonly clientId: string;
  readonly form: URLSearchParams;
  readonly issuer: string;
}

async function tokenAnswer(deps: TokenEndpointDeps, grant: Grant): Promise<JsonObject> {
  const { record, clientId, form, issuer } = grant;
  const { tokens, tenantId } = deps;
  const scopes = (form.get("scope") ?? "").split(/\s+/).filter((scope) => scope !== "");
  const audience = form.get("resource") ?? audienceOf(scopes) ?? "https://management.core.windows.net/";
  const claims = accessClaims(record, { audience, issuer, tenantId, clientId });
  const answer: Record<string, string | number> = {
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    ext_expires_in: accessTokenSeconds,
    access_token: await tokens.sign(claims, accessTokenSeconds),
  };
  if (form.get("resource")) {
    answer["resource"] = audience;
    answer["expires_on"] = String(Math.floor(deps.clock.now() / 1000) + accessTokenSeconds);
  }
  if (record.kind === "user") {
    answer["scope"] = scopes.join(" ");
    answer["refresh_token"] = await tokens.sign(
      { oid: record.objectId, tid: tenantId },
      refreshTokenSeconds,
      refreshType,
    );
    answer["id_token"] = await tokens.sign(
      { ...claims, aud: clientId, preferred_username: record.userPrincipalName ?? record.displayName },
      accessTokenSeconds,
    );
  }
  // Without it MSAL does not find its own token again and refreshes before every command (arm-and-az 1.2).
  if (form.get("client_info") === "1" && record.kind === "user") {
    answer["client_info"] = Buffer.from(JSON.stringify({ uid: record.objectId, utid: tenantId })).toString("base64url");
  }
  return answer;
}

/** `https://management.core.windows.net//.default` is for `https://management.core.windows.net/`. */
function audienceOf(scopes: readonly string[]): string | undefined {
  const scope = scopes.find((item) => item.includes("/") && !["openid", "profile", "offline_access"].includes(item));
  if (scope === undefined) return undefined;
  return scope.slice(0, scope.lastIndexOf("/"));
}

function withBasicCredentials(form: URLSearchParams, header: string | undefined): void {
  const encoded = header === undefined ? undefined : /^basic\s+(\S+)$/i.exec(header)?.[1];
  if (encoded === undefined || form.has("client_id")) return;
  const [id, ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  form.set("client_id", decodeURIComponent(id ?? ""));
  form.set("client_secret", decodeURIComponent(rest.join(":")));
}
