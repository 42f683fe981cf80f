import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";

/** A row of the table: OAuth's error name, Entra's number and text, and where they are known from. */
type Row = readonly [error: string, number: number, text: string, source: string];

const docs = "Microsoft Entra, authentication and authorization error codes";
const msal = "AzureAD/microsoft-authentication-library-for-dotnet, recorded answers in its tests";
const logs = "public logs of clients that signed in";
const certificateDocs =
  "Review the documentation at https://docs.microsoft.com/azure/active-directory/develop/active-directory-certificate-credentials .";
const federationDocs =
  "Please check your federated identity credential Subject, Audience and Issuer against the presented assertion. https://learn.microsoft.com/entra/workload-id/workload-identity-federation";

export const oauthErrorTable = {
  missingGrantType: [
    "invalid_request",
    900144,
    "The request body must contain the following parameter: 'grant_type'.",
    docs,
  ],
  missingClientId: [
    "invalid_request",
    900144,
    "The request body must contain the following parameter: 'client_id'.",
    docs,
  ],
  missingRefreshToken: [
    "invalid_request",
    900144,
    "The request body must contain the following parameter: 'refresh_token'.",
    docs,
  ],
  unsupportedGrant: ["unsupported_grant_type", 70003, "The app requested an unsupported grant type '{grant}'.", docs],
  tenantNotFound: [
    "invalid_request",
    90002,
    "Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.",
    logs,
  ],
  invalidScope: [
    "invalid_scope",
    1002012,
    "The provided value for scope {scope} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).",
    msal,
  ],
  missingCredential: [
    "invalid_client",
    7000216,
    "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.",
    docs,
  ],
  applicationNotFound: [
    "unauthorized_client",
    700016,
    "Application with identifier '{client}' was not found in the directory '{tenant}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.",
    docs,
  ],
  missingServicePrincipal: [
    "invalid_client",
    7000229,
    "The client application {client} is missing service principal in the tenant {tenant}. See instructions here: https://go.microsoft.com/fwlink/?linkid=2225119",
    logs,
  ],
  disabledApplication: ["unauthorized_client", 7000112, "Application '{client}'({name}) is disabled.", docs],
  invalidSecret: [
    "invalid_client",
    7000215,
    "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{client}'.",
    docs,
  ],
  expiredSecret: [
    "invalid_client",
    7000222,
    "The provided client secret keys for app '{client}' are expired. Visit the Azure portal to create new keys for your app: https://aka.ms/NewClientSecret, or consider using certificate credentials for added security: https://aka.ms/certCreds.",
    docs,
  ],
  malformedAssertion: ["invalid_request", 50027, "JWT token is invalid or malformed.", logs],
  unsupportedAlgorithm: [
    "invalid_client",
    5002738,
    "Invalid JWT token. '{algorithm}' is not a supported signature algorithm. Supported signing algorithms are: 'RS256,RS384,RS512'",
    msal,
  ],
  missingThumbprint: [
    "invalid_client",
    5002723,
    "Invalid JWT token. No certificate SHA-1 thumbprint, certificate SHA-256 thumbprint, nor keyId specified in token header.",
    msal,
  ],
  missingClaim: [
    "invalid_request",
    90014,
    "The required field '{claim}' is missing from the credential. Ensure that you have all the necessary parameters for the login request.",
    msal,
  ],
  assertionOfAnother: [
    "invalid_client",
    700021,
    `Client assertion application identifier doesn't match 'client_id' parameter. ${certificateDocs}`,
    msal,
  ],
  assertionAudience: [
    "invalid_client",
    700023,
    `Client assertion audience claim does not match Realm issuer. ${certificateDocs}`,
    docs,
  ],
  assertionTimes: [
    "invalid_client",
    700024,
    `Client assertion is not within its valid time range. Current time: {now}, assertion valid from {from}, expiry time of assertion {until}. ${certificateDocs}`,
    msal,
  ],
  unknownCertificate: [
    "invalid_client",
    700027,
    "The certificate with identifier used to sign the client assertion is not registered on application. [Reason - The key was not found., Thumbprint of key used by client: '{thumbprint}', Please visit the Azure Portal, Graph Explorer or directly use MS Graph to see configured keys for app Id '{client}'.]",
    logs,
  ],
  expiredCertificate: [
    "invalid_client",
    700027,
    "Client assertion contains an invalid signature. [Reason - The key used is expired., Thumbprint of key used by client: '{thumbprint}', Found key 'Start={from}, End={until}']",
    logs,
  ],
  invalidSignature: [
    "invalid_client",
    700027,
    "Client assertion contains an invalid signature. [Reason - The provided signature value did not match the expected signature value.]",
    logs,
  ],
  federatedIssuer: [
    "invalid_client",
    700211,
    `No matching federated identity record found for presented assertion issuer '{issuer}'. ${federationDocs}`,
    logs,
  ],
  federatedAudience: [
    "invalid_client",
    700212,
    `No matching federated identity record found for presented assertion audience '{audience}'. ${federationDocs}`,
    logs,
  ],
  federatedSubject: [
    "invalid_client",
    700213,
    `No matching federated identity record found for presented assertion subject '{subject}'. ${federationDocs}`,
    logs,
  ],
  federatedSignature: [
    "invalid_request",
    50013,
    "Assertion failed signature validation. [Reason - The key was not found., Thumbprint of key used by client: '{kid}']",
    logs,
  ],
  disabledUser: ["invalid_grant", 50057, "The user account is disabled.", docs],
  invalidPassword: ["invalid_grant", 50126, "Error validating credentials due to invalid username or password.", docs],
  invalidRefreshToken: ["invalid_grant", 9002313, "Invalid request. Request is malformed or invalid.", docs],
  expiredRefreshToken: [
    "invalid_grant",
    700082,
    "The refresh token has expired due to inactivity. The token was issued on {issued} and was inactive for 90.00:00:00.",
    docs,
  ],
} as const satisfies Readonly<Record<string, Row>>;

type Key = keyof typeof oauthErrorTable;

/** A refused token request. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly error: string;
  readonly number: number;
  constructor(key: Key, params: Readonly<Record<string, string>> = {}) {
    const [error, number, text] = oauthErrorTable[key];
    super(`AADSTS${number}: ${text.replace(/\{(\w+)\}/g, (place, name: string) => params[name] ?? place)}`);
    this.error = error;
    this.number = number;
  }

  /** @param id correlation and trace id; @param now milliseconds since the epoch */
  response(id: string, now: number): HttpResponse {
    const timestamp = new Date(now)
      .toISOString()
      .replace("T", " ")
      .replace(/\.\d+Z$/, "Z");
    const body: JsonObject = {
      error: this.error,
      error_description: `${this.message} Trace ID: ${id} Correlation ID: ${id} Timestamp: ${timestamp}`,
      error_codes: [this.number],
      timestamp,
      trace_id: id,
      correlation_id: id,
    };
    return jsonResponse(this.error === "invalid_client" ? 401 : 400, body, { "cache-control": "no-store" });
  }
}
