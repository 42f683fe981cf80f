import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";

/** A row of the table: OAuth's error name, Entra's number and text (Entra, authentication and authorization errors). */
export const oauthErrorTable = {
  missingGrantType: ["invalid_request", 900144, "The request body must contain the following parameter: 'grant_type'."],
  missingClientId: ["invalid_request", 900144, "The request body must contain the following parameter: 'client_id'."],
  unsupportedGrant: ["unsupported_grant_type", 70003, "The app requested an unsupported grant type '{grant}'."],
  missingCredential: [
    "invalid_client",
    7000216,
    "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.",
  ],
  invalidSecret: [
    "invalid_client",
    7000215,
    "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{client}'.",
  ],
  expiredSecret: ["invalid_client", 7000222, "The provided client secret keys for app '{client}' are expired."],
  invalidAssertion: ["invalid_client", 700027, "Client assertion failed signature validation: {reason}"],
  invalidPassword: ["invalid_grant", 50126, "Error validating credentials due to invalid username or password."],
  invalidRefreshToken: ["invalid_grant", 9002313, "Invalid request. The refresh token is malformed or not valid."],
  expiredRefreshToken: ["invalid_grant", 700082, "The refresh token has expired due to inactivity."],
  identityNotFound: ["invalid_request", 50034, "The managed identity '{identity}' was not found."],
} as const;

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
