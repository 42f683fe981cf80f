import { jsonResponse, type HttpResponse } from "@byocni/base/http";

const docs = "Microsoft Graph, error responses";
const logs = "public logs of az ad and of Terraform's azuread";

/** Refusals of Graph: its own envelope, its own codes, and where they are known from. */
export const graphErrorTable = {
  unauthenticated: [401, "InvalidAuthenticationToken", "Access token is empty or invalid.", docs],
  notFound: [
    404,
    "Request_ResourceNotFound",
    "Resource '{id}' does not exist or one of its queried reference-property objects are not present.",
    logs,
  ],
  badRequest: [400, "Request_BadRequest", "{reason}", docs],
  missingValue: [
    400,
    "Request_BadRequest",
    "A value is required for property '{property}' of resource '{resource}'.",
    logs,
  ],
  sameValue: [
    400,
    "Request_BadRequest",
    "Another object with the same value for property {property} already exists.",
    logs,
  ],
  alreadyMember: [
    400,
    "Request_BadRequest",
    "One or more added object references already exist for the following modified properties: '{property}'.",
    logs,
  ],
  weakPassword: [
    400,
    "Request_BadRequest",
    "The specified password does not comply with password complexity requirements. Please provide a different password.",
    logs,
  ],
  principalExists: [
    409,
    "Request_MultipleObjectsWithSameKeyValue",
    "The service principal cannot be created, updated, or restored because the service principal name {name} is already in use.",
    logs,
  ],
  credentialExists: [
    409,
    "Request_MultipleObjectsWithSameKeyValue",
    "FederatedIdentityCredential with name {name} already exists.",
    logs,
  ],
  noSuchPassword: [400, "Request_BadRequest", "No password credential found with keyId '{id}'.", logs],
  invalidCertificate: [400, "KeyCredentialsInvalid", "Key credential {index} is not an X.509 certificate.", "own text"],
  notImplemented: [501, "NotImplemented", "byocni does not have the Graph call {call}.", "own"],
} as const satisfies Readonly<Record<string, readonly [status: number, code: string, text: string, source: string]>>;

/** A Graph call that is refused. */
export class GraphRefusal extends Error {
  readonly response: HttpResponse;
  constructor(kind: keyof typeof graphErrorTable, params: Readonly<Record<string, string>> = {}) {
    const [status, code, text] = graphErrorTable[kind];
    const message = text.replace(/\{(\w+)\}/g, (place, name: string) => params[name] ?? place);
    super(message);
    this.response = jsonResponse(status, { error: { code, message } });
  }
}
