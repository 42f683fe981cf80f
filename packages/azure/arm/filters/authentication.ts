import { isJsonObject, type JsonObject } from "@byocni/base/core";
import type { Filter, HttpRequest } from "@byocni/base/http";
import { TokenRejected, type TokenVerifier } from "@byocni/azure/entra";
import type { ArmError } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { RequestContext } from "../requests/context.ts";
import { usTime } from "../requests/us-time.ts";

const managementAudiences = ["https://management.core.windows.net/", "https://management.azure.com/"];

/**
 * Checks the bearer token. A principal that is set already comes from a call inside the process.
 * @param verifier checks signature and times
 */
export function authenticationFilter(verifier: TokenVerifier): Filter<RequestContext> {
  return async (context, request, next) => {
    context.principal ??= await authenticate(verifier, context, request);
    return next();
  };
}

async function authenticate(verifier: TokenVerifier, context: RequestContext, request: HttpRequest) {
  const { settings } = context.services;
  const header = request.headers["authorization"];
  if (header === undefined || header === "") {
    throw challenged(
      armFaults.AuthenticationFailed(),
      request,
      settings.tenantId,
      "The authentication failed because of missing 'Authorization' header.",
    );
  }
  const token = /^bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  if (token === undefined) {
    throw challenged(armFaults.InvalidScheme(), request, settings.tenantId, "The header is not a bearer token.");
  }
  try {
    const claims = await verifier.verify(token);
    const origin = request.origin.toLowerCase();
    const audience = claims.audience.toLowerCase().replace(/\/+$/, "");
    const allowed = [...managementAudiences, `${origin}/`];
    if (!allowed.some((item) => item.replace(/\/+$/, "") === audience) && !isLoopbackOrigin(audience)) {
      throw challenged(
        armFaults.InvalidAuthenticationTokenAudience({ audience: claims.audience, audiences: allowed.join("','") }),
        request,
        settings.tenantId,
        "The access token is for another audience.",
      );
    }
    return claims.principal;
  } catch (error) {
    if (error instanceof TokenRejected) throw rejected(error, context, request, token);
    throw error;
  }
}

/** This server by another of its local names: `https://127.0.0.1:8443` for `https://localhost:8443`. */
function isLoopbackOrigin(audience: string): boolean {
  return /^https:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(audience);
}

function rejected(error: TokenRejected, context: RequestContext, request: HttpRequest, token: string): ArmError {
  const { settings, clock } = context.services;
  switch (error.reason) {
    case "expired":
      return challenged(
        armFaults.ExpiredAuthenticationToken({ expiry: usTime(error.expiresAt ?? 0), now: usTime(clock.now()) }),
        request,
        settings.tenantId,
        "The access token expired.",
      );
    case "tenant":
      return challenged(
        armFaults.InvalidAuthenticationTokenTenant({
          issuer: issuerOf(token),
          expected: `https://sts.windows.net/${settings.tenantId}/`,
          authority: `${request.origin}/${settings.tenantId}`,
        }),
        request,
        settings.tenantId,
        "The access token is from the wrong issuer.",
      );
    case "invalid":
      return challenged(
        armFaults.InvalidAuthenticationToken(),
        request,
        settings.tenantId,
        "The access token is invalid.",
      );
  }
}

/** What a token says of itself, for the message only: its tenant, as Azure's issuers name it. */
function issuerOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const { iss, tid } = isJsonObject(claims) ? claims : ({} as JsonObject);
    return typeof tid === "string" ? `https://sts.windows.net/${tid}/` : String(iss ?? "");
  } catch {
    return "";
  }
}

function challenged(error: ArmError, request: HttpRequest, tenantId: string, description: string): ArmError {
  const challenge = `Bearer authorization_uri="${request.origin}/${tenantId}", error="invalid_token", error_description="${description}"`;
  return error.with({ headers: { "www-authenticate": challenge } });
}
