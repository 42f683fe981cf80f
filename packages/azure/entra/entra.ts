import type { Clock, Random } from "@byocni/base/core";
import { jsonResponse, type HttpRequest, type HttpResponse } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import { pathSegments } from "@byocni/azure/types";
import { createDirectory, type Directory } from "./directory.ts";
import { instanceDiscovery, metadataDocument, openIdConfiguration } from "./discovery.ts";
import { answerGraph } from "./graph/graph.ts";
import { OAuthError } from "./oauth-error.ts";
import type { IssuerKeys } from "./client-assertion.ts";
import { answerManagedIdentity } from "./managed-identity.ts";
import type { FederatedCredential } from "./principal-record.ts";
import { answerTokenRequest, requireTenant } from "./token-endpoint.ts";
import type { TokenEndpointDeps } from "./token-endpoint-deps.ts";
import { createTokens, type TokenVerifier } from "./tokens.ts";

export interface EntraDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** GUID in lower case. */
  readonly tenantId: string;
  /** Name in the metadata document. */
  readonly cloudName: string;
  /** The login of byocni itself. It owns the subscription. */
  readonly defaultClient?: { readonly clientId: string; readonly displayName: string } | undefined;
  /** Keys of issuers whose tokens federated credentials may name. Default: no issuer is known. */
  readonly issuerKeys?: IssuerKeys | undefined;
  /** Federated credentials of a user-assigned identity, by its resource id. Default: there are none. */
  readonly federatedCredentialsOf?: ((resourceId: string) => Promise<readonly FederatedCredential[]>) | undefined;
}

/** Sign-in, tokens, metadata and Graph of one tenant. */
export interface Entra extends TokenVerifier {
  readonly directory: Directory;
  /** Answers a request that is Entra's; undefined when the path belongs to someone else. */
  handle(request: HttpRequest): Promise<HttpResponse> | undefined;
}

export function createEntra(deps: EntraDeps): Entra {
  const { clock, random, tenantId } = deps;
  const directory = createDirectory(deps);
  const tokens = createTokens(deps);
  const endpoint: TokenEndpointDeps = {
    directory,
    tokens,
    clock,
    tenantId,
    issuerKeys: deps.issuerKeys ?? (() => Promise.resolve(undefined)),
    federatedCredentialsOf: deps.federatedCredentialsOf ?? (() => Promise.resolve([])),
  };

  async function oauth(answer: () => Promise<HttpResponse>): Promise<HttpResponse> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof OAuthError) return error.response(random.uuid(), clock.now());
      throw error;
    }
  }

  function handle(request: HttpRequest): Promise<HttpResponse> | undefined {
    const { method, path, origin, query } = request;
    const lower = path.toLowerCase();
    const ends = (tail: string): string | undefined =>
      lower.endsWith(tail) ? path.slice(0, path.length - tail.length) : undefined;

    if (lower === "/metadata/endpoints" && method === "GET") {
      return resolved(jsonResponse(200, metadataDocument(origin, query.get("api-version"), deps.cloudName)));
    }
    if (lower === "/metadata/identity/oauth2/token" && method === "GET") {
      return answerManagedIdentity(endpoint, request, "machine");
    }
    if (lower === "/msi/token" && method === "GET") return answerManagedIdentity(endpoint, request, "appService");
    const tokenAuthority = ends("/oauth2/v2.0/token") ?? ends("/oauth2/token");
    if (tokenAuthority !== undefined && method === "POST") {
      return oauth(async () =>
        jsonResponse(200, await answerTokenRequest(endpoint, request, tokenAuthority), { "cache-control": "no-store" }),
      );
    }
    const device = ends("/oauth2/v2.0/devicecode") ?? ends("/oauth2/devicecode") ?? ends("/oauth2/v2.0/authorize");
    if (device !== undefined) {
      return oauth(() => Promise.reject(new OAuthError("unsupportedGrant", { grant: "interactive login" })));
    }
    const v2 = ends("/v2.0/.well-known/openid-configuration");
    const v1 = ends("/.well-known/openid-configuration");
    if (v1 !== undefined && method === "GET") {
      return oauth(() => {
        requireTenant(v2 ?? v1, tenantId);
        return resolved(jsonResponse(200, openIdConfiguration(origin, v2 ?? v1, v2 !== undefined)));
      });
    }
    if ((ends("/discovery/keys") ?? ends("/discovery/v2.0/keys")) !== undefined && method === "GET") {
      return tokens.keys().then((keys) => jsonResponse(200, keys));
    }
    if (ends("/discovery/instance") !== undefined) return resolved(jsonResponse(200, instanceDiscovery(origin)));
    const realm = /\/userrealm\/[^/]+$/i.test(path) ? pathSegments(path)?.at(-1) : undefined;
    if (realm !== undefined) return resolved(jsonResponse(200, userRealm(realm)));
    if (lower.startsWith("/graph/")) {
      const segments = pathSegments(path)?.slice(1) ?? [];
      const rest = ["v1.0", "beta"].includes(segments[0] ?? "") ? segments.slice(1) : segments;
      return answerGraph({ directory, verifier: tokens, clock, random, tenantId }, request, rest);
    }
    return undefined;
  }

  return { directory, handle, verify: (token) => tokens.verify(token) };
}

function resolved(response: HttpResponse): Promise<HttpResponse> {
  return Promise.resolve(response);
}

/** Every user is managed here: clients then ask for a token with the password. */
function userRealm(user: string): Record<string, string> {
  return {
    ver: "1.0",
    account_type: "Managed",
    domain_name: user.split("@")[1] ?? "byocni.local",
    cloud_instance_name: "byocni",
    cloud_audience_urn: "urn:federation:MicrosoftOnline",
  };
}
