import type { Clock, JsonObject } from "@byocni/base/core";
import type { HttpRequest } from "@byocni/base/http";
import type { Directory } from "./directory.ts";
import { OAuthError } from "./oauth-error.ts";
import { hashSecret, type PrincipalRecord } from "./principal-record.ts";
import { accessClaims, TokenRejected, type Tokens } from "./tokens.ts";

export interface TokenEndpointDeps {
  readonly directory: Directory;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly tenantId: string;
}

/** Lifetime of access tokens in seconds (az-requests 3). */
export const accessTokenSeconds = 86_399;
const refreshTokenSeconds = 90 * 24 * 3600;
const refreshType = "refresh+jwt";

/** Answers a token request. @param authority path before `/oauth2/…` @throws OAuthError */
export async function answerTokenRequest(
  deps: TokenEndpointDeps,
  request: HttpRequest,
  authority: string,
): Promise<JsonObject> {
  const form = new URLSearchParams(await request.body.text());
  withBasicCredentials(form, request.headers["authorization"]);
  const grant = form.get("grant_type");
  if (!grant) throw new OAuthError("missingGrantType");
  const clientId = form.get("client_id");
  if (!clientId) throw new OAuthError("missingClientId");
  const record = await authenticate(deps, grant, clientId, form);
  await deps.directory.signedIn(record.objectId);
  return tokenAnswer(deps, { record, clientId, form, issuer: `${request.origin}${authority}` });
}

async function authenticate(
  deps: TokenEndpointDeps,
  grant: string,
  clientId: string,
  form: URLSearchParams,
): Promise<PrincipalRecord> {
  const { directory } = deps;
  switch (grant) {
    case "client_credentials": {
      await checkClient(deps, clientId, form);
      return directory.ensureClient(clientId);
    }
    case "password": {
      const user = form.get("username");
      if (!user || !form.get("password")) throw new OAuthError("invalidPassword");
      return directory.ensureUser(user);
    }
    case "refresh_token": {
      const objectId = await readRefreshToken(deps, form.get("refresh_token") ?? "");
      const record = await directory.get(objectId);
      if (!record) throw new OAuthError("invalidRefreshToken");
      return record;
    }
    default:
      throw new OAuthError("unsupportedGrant", { grant });
  }
}

/**
 * Any client and secret is taken, as a local convenience, except for applications that were registered with a secret
 * (`az ad sp create-for-rbac`): theirs must be right.
 */
async function checkClient(deps: TokenEndpointDeps, clientId: string, form: URLSearchParams): Promise<void> {
  const secret = form.get("client_secret");
  const assertion = form.get("client_assertion");
  if (!secret && !assertion) throw new OAuthError("missingCredential");
  if (assertion) {
    await checkAssertion(deps, clientId, assertion);
    return;
  }
  const application = await deps.directory.application(clientId);
  if (!application || application.secrets.length === 0) return;
  const hash = hashSecret(secret ?? "");
  const found = application.secrets.find((item) => item.hash === hash);
  if (!found) throw new OAuthError("invalidSecret", { client: clientId });
  if (Date.parse(found.endDateTime) <= deps.clock.now()) throw new OAuthError("expiredSecret", { client: clientId });
}

/** The form of a signed assertion; no certificate is on record here that its signature could be held against. */
async function checkAssertion(deps: TokenEndpointDeps, clientId: string, assertion: string): Promise<void> {
  const { decodeJwt } = await import("jose");
  let claims: { readonly sub?: string; readonly iss?: string; readonly exp?: number };
  try {
    claims = decodeJwt(assertion);
  } catch {
    throw new OAuthError("invalidAssertion", { reason: "it is not a JSON Web Token." });
  }
  const named = claims.sub ?? claims.iss;
  if (named?.toLowerCase() !== clientId.toLowerCase()) {
    throw new OAuthError("invalidAssertion", { reason: "its subject is not the client." });
  }
  if (claims.exp !== undefined && claims.exp * 1000 <= deps.clock.now()) {
    throw new OAuthError("invalidAssertion", { reason: "it has expired." });
  }
}

async function readRefreshToken(deps: TokenEndpointDeps, token: string): Promise<string> {
  try {
    const { oid } = await deps.tokens.read(token, refreshType);
    if (typeof oid === "string") return oid;
  } catch (error) {
    if (!(error instanceof TokenRejected)) throw error;
    if (error.reason === "expired") throw new OAuthError("expiredRefreshToken");
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

/** The token of a managed identity, as the instance metadata service gives it. @throws OAuthError */
export async function answerManagedIdentity(deps: TokenEndpointDeps, request: HttpRequest): Promise<JsonObject> {
  const { query } = request;
  const wanted =
    query.get("client_id") ?? query.get("object_id") ?? query.get("principal_id") ?? query.get("mi_res_id") ?? "";
  const key = wanted.toLowerCase();
  const record = (await deps.directory.list()).find(
    ({ kind, appId, objectId, resourceId }) =>
      kind === "managedIdentity" && [appId, objectId, resourceId?.toLowerCase()].includes(key),
  );
  if (!record) throw new OAuthError("identityNotFound", { identity: wanted });
  const audience = query.get("resource") ?? "https://management.azure.com/";
  const clientId = record.appId ?? record.objectId;
  const issuer = `${request.origin}/${deps.tenantId}`;
  const claims = accessClaims(record, { audience, issuer, tenantId: deps.tenantId, clientId });
  const seconds = Math.floor(deps.clock.now() / 1000);
  return {
    access_token: await deps.tokens.sign(claims, accessTokenSeconds),
    client_id: clientId,
    expires_in: String(accessTokenSeconds),
    expires_on: String(seconds + accessTokenSeconds),
    ext_expires_in: String(accessTokenSeconds),
    not_before: String(seconds),
    resource: audience,
    token_type: "Bearer",
  };
}
