import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpRequest, type HttpResponse } from "@byocni/base/http";
import type { PrincipalRecord } from "./principal-record.ts";
import { accessTokenSeconds, type TokenEndpointDeps } from "./token-endpoint-deps.ts";
import { accessClaims } from "./tokens.ts";

/** Where a program inside Azure asks for the tokens of its managed identity. */
export type IdentityEndpoint = "machine" | "appService";

/** What is refused, in the words of the instance metadata service. */
const refusals = {
  metadata: [400, "invalid_request", "Required metadata header not specified"],
  header: [401, "invalid_request", "The X-IDENTITY-HEADER header is missing."],
  audience: [400, "invalid_request", "Required audience parameter not specified"],
  notFound: [400, "invalid_request", "Identity not found"],
  many: [
    400,
    "invalid_request",
    "Multiple user assigned identities exist, please specify the clientId / resourceId of the identity in the token request",
  ],
} as const;

/** App Service answers in another form. */
function refuse(kind: keyof typeof refusals, endpoint: IdentityEndpoint): HttpResponse {
  const [status, error, message] = refusals[kind];
  const body =
    endpoint === "machine"
      ? { error, error_description: message }
      : { statusCode: status, message, correlationId: null };
  return jsonResponse(status, body, { "cache-control": "no-store" });
}

/**
 * The token of a managed identity: as the instance metadata service gives it to machines (`Metadata: true`), and as App
 * Service gives it to what finds `IDENTITY_ENDPOINT` and `IDENTITY_HEADER` in its environment. Which identity it is says
 * the request; else, for App Service, the header, which clients pass on unread: a client id, object id or resource id.
 */
export async function answerManagedIdentity(
  deps: TokenEndpointDeps,
  request: HttpRequest,
  endpoint: IdentityEndpoint,
): Promise<HttpResponse> {
  const { query, headers } = request;
  const secret = headers["x-identity-header"] ?? headers["secret"];
  if (endpoint === "machine" && headers["metadata"]?.toLowerCase() !== "true") return refuse("metadata", endpoint);
  if (endpoint === "appService" && secret === undefined) return refuse("header", endpoint);
  const audience = query.get("resource");
  if (audience === null || audience === "") return refuse("audience", endpoint);
  const named =
    ["client_id", "clientid", "object_id", "principal_id", "mi_res_id", "msi_res_id"]
      .map((name) => query.get(name))
      .find((value) => value !== null && value !== "") ?? undefined;
  const identities = (await deps.directory.list()).filter(({ kind }) => kind === "managedIdentity");
  const isNamed = (name: string) => (record: PrincipalRecord) =>
    [record.appId, record.objectId, record.resourceId].some((one) => one?.toLowerCase() === name.toLowerCase());
  const own = secret === undefined ? undefined : identities.find(isNamed(secret));
  const record =
    named === undefined
      ? (own ?? (identities.length === 1 ? identities[0] : undefined))
      : identities.find(isNamed(named));
  if (!record) return refuse(named === undefined && identities.length > 1 ? "many" : "notFound", endpoint);
  return jsonResponse(200, await tokenOf(deps, request, record, audience), { "cache-control": "no-store" });
}

async function tokenOf(
  { clock, tokens, tenantId }: TokenEndpointDeps,
  request: HttpRequest,
  record: PrincipalRecord,
  audience: string,
): Promise<JsonObject> {
  const clientId = record.appId ?? record.objectId;
  const claims = accessClaims(record, { audience, issuer: `${request.origin}/${tenantId}`, tenantId, clientId });
  const seconds = Math.floor(clock.now() / 1000);
  return {
    access_token: await tokens.sign(claims, accessTokenSeconds),
    client_id: clientId,
    expires_in: String(accessTokenSeconds),
    expires_on: String(seconds + accessTokenSeconds),
    ext_expires_in: String(accessTokenSeconds),
    not_before: String(seconds),
    resource: audience,
    token_type: "Bearer",
  };
}
