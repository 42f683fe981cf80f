import { X509Certificate } from "node:crypto";
import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import {
  hashSecret,
  type ApplicationRecord,
  type CertificateRecord,
  type FederatedCredentialRecord,
} from "../principal-record.ts";
import { bodyOf, listOf, notImplemented, required, text, type GraphCall, type GraphDeps } from "./graph-call.ts";
import { GraphRefusal } from "./graph-refusal.ts";

const maxSecretYears = 2;

/** A new secret; its text is in this answer only. */
export async function addPassword(
  deps: GraphDeps,
  record: ApplicationRecord,
  input: JsonObject,
): Promise<HttpResponse> {
  const credential = isJsonObject(input["passwordCredential"]) ? input["passwordCredential"] : {};
  const start = new Date(deps.clock.now());
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + maxSecretYears);
  const secretText = Buffer.from(deps.random.bytes(30)).toString("base64url");
  const secret = {
    keyId: deps.random.uuid(),
    displayName: text(credential, "displayName") ?? "",
    hash: hashSecret(secretText),
    hint: secretText.slice(0, 3),
    startDateTime: text(credential, "startDateTime") ?? start.toISOString(),
    endDateTime: text(credential, "endDateTime") ?? end.toISOString(),
  };
  await deps.directory.putApplication({ ...record, secrets: [...record.secrets, secret] });
  const { hash: _hash, ...visible } = secret;
  return jsonResponse(200, { customKeyIdentifier: null, ...visible, secretText });
}

export async function removePassword(
  deps: GraphDeps,
  record: ApplicationRecord,
  input: JsonObject,
): Promise<HttpResponse> {
  const { keyId } = input;
  const rest = record.secrets.filter((secret) => secret.keyId !== keyId);
  if (rest.length === record.secrets.length) throw new GraphRefusal("noSuchPassword", { id: String(keyId) });
  await deps.directory.putApplication({ ...record, secrets: rest });
  return emptyResponse(204);
}

/** The certificates of a `keyCredentials` list. What is sent without its key is one that is known already. */
export function certificatesOf(
  { random }: Pick<GraphDeps, "random">,
  list: readonly Json[],
  before: readonly CertificateRecord[],
): readonly CertificateRecord[] {
  return list.filter(isJsonObject).map((given, index) => {
    const keyId = text(given, "keyId");
    const key = text(given, "key");
    const known = before.find((one) => one.keyId === keyId);
    if (key === undefined && known) return known;
    const certificate = readCertificate(key ?? "");
    if (!certificate) throw new GraphRefusal("invalidCertificate", { index: String(index) });
    return {
      keyId: keyId ?? random.uuid(),
      displayName: text(given, "displayName") ?? certificate.subject.replaceAll("\n", ", "),
      certificate: certificate.raw.toString("base64"),
      thumbprint: certificate.fingerprint.replaceAll(":", ""),
      startDateTime: text(given, "startDateTime") ?? new Date(certificate.validFrom).toISOString(),
      endDateTime: text(given, "endDateTime") ?? new Date(certificate.validTo).toISOString(),
    };
  });
}

/** DER in base64, or PEM in base64, as clients send either. */
function readCertificate(key: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(key, "base64"));
  } catch {
    return undefined;
  }
}

/** `/applications/{id}/federatedIdentityCredentials`: issuers elsewhere whose tokens count as this application's. */
export async function federatedCredentials(
  deps: GraphDeps,
  call: GraphCall,
  record: ApplicationRecord,
): Promise<HttpResponse> {
  const all = record.federated ?? [];
  const key = call.rest[1];
  const put = (federated: readonly FederatedCredentialRecord[]) =>
    deps.directory.putApplication({ ...record, federated });
  if (key === undefined) {
    if (call.method === "GET")
      return listOf(
        call,
        all.map((one) => ({ ...one })),
      );
    if (call.method !== "POST") throw notImplemented(call);
    const input = await bodyOf(call);
    const name = required(input, "name", "FederatedIdentityCredential");
    if (all.some((one) => one.name === name)) throw new GraphRefusal("credentialExists", { name });
    const made = federatedOf(input, { id: deps.random.uuid(), name });
    await put([...all, made]);
    return jsonResponse(201, { ...made });
  }
  const found = all.find(({ id, name }) => id === key.toLowerCase() || name.toLowerCase() === key.toLowerCase());
  if (!found) throw new GraphRefusal("notFound", { id: key });
  const others = all.filter((one) => one !== found);
  switch (call.method) {
    case "GET":
      return jsonResponse(200, { ...found });
    case "PATCH":
      await put([...others, federatedOf({ ...found, ...(await bodyOf(call)) }, found)]);
      return emptyResponse(204);
    case "DELETE":
      await put(others);
      return emptyResponse(204);
    default:
      throw notImplemented(call);
  }
}

function federatedOf(
  input: JsonObject,
  { id, name }: Pick<FederatedCredentialRecord, "id" | "name">,
): FederatedCredentialRecord {
  const { audiences } = input;
  return {
    id,
    name,
    issuer: required(input, "issuer", "FederatedIdentityCredential"),
    subject: required(input, "subject", "FederatedIdentityCredential"),
    audiences: Array.isArray(audiences) ? audiences.filter((one) => typeof one === "string") : [],
    description: text(input, "description") ?? "",
  };
}
