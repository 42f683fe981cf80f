import type { Json, JsonObject } from "@byocni/base/core";
import { compareApiVersions, parseApiVersion } from "@byocni/azure/types";

/**
 * The metadata document, in the three forms that clients ask for by api-version (arm-and-az 2.1).
 * @param origin by which the client called; every endpoint is on the same server
 */
export function metadataDocument(origin: string, apiVersion: string | null, cloudName: string): Json {
  const loginEndpoint = `${origin}/adfs`;
  const audiences = ["https://management.core.windows.net/"];
  if (apiVersion === "2015-01-01") {
    return {
      galleryEndpoint: `${origin}/gallery`,
      graphEndpoint: `${origin}/graph`,
      portalEndpoint: `${origin}/portal`,
      authentication: { loginEndpoint, audiences },
    };
  }
  const document: JsonObject = {
    name: cloudName,
    portal: `${origin}/portal`,
    // "AAD" and "common" although the login endpoint ends in /adfs: azurerm refuses anything else (arm-and-az 2.1).
    authentication: { loginEndpoint, audiences, tenant: "common", identityProvider: "AAD" },
    media: origin,
    graphAudience: `${origin}/graph`,
    graph: `${origin}/graph`,
    batch: `${origin}/batch`,
    resourceManager: `${origin}/`,
    gallery: `${origin}/gallery`,
    activeDirectoryDataLake: origin,
    vmImageAliasDoc: `${origin}/aliases.json`,
    microsoftGraphResourceId: `${origin}/graph/`,
    suffixes: {
      storage: "core.localhost",
      keyVaultDns: "vault.localhost",
      acrLoginServer: "azurecr.localhost",
      sqlServerHostname: "database.localhost",
    },
  };
  const isOld = apiVersion !== null && parseApiVersion(apiVersion) && compareApiVersions(apiVersion, "2022-09-01") < 0;
  return isOld ? [document] : document;
}

/** @param authority `/adfs`, `/{tenant}`, … without `/v2.0` */
export function openIdConfiguration(origin: string, authority: string, isV2: boolean): JsonObject {
  const base = `${origin}${authority}`;
  const oauth = isV2 ? `${base}/oauth2/v2.0` : `${base}/oauth2`;
  return {
    issuer: isV2 ? `${base}/v2.0` : base,
    authorization_endpoint: `${oauth}/authorize`,
    token_endpoint: `${oauth}/token`,
    device_authorization_endpoint: `${oauth}/devicecode`,
    jwks_uri: `${base}/discovery/keys`,
    response_types_supported: ["code", "id_token"],
    response_modes_supported: ["query", "fragment", "form_post"],
    subject_types_supported: ["pairwise"],
    scopes_supported: ["openid", "profile", "email", "offline_access"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
    claims_supported: ["sub", "iss", "aud", "exp", "iat", "nbf", "name", "oid", "tid", "upn"],
  };
}

/** The answer to instance discovery: this host is the one and only authority. */
export function instanceDiscovery(origin: string): JsonObject {
  const { host } = new URL(origin);
  return {
    tenant_discovery_endpoint: `${origin}/common/v2.0/.well-known/openid-configuration`,
    "api-version": "1.1",
    metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
  };
}
