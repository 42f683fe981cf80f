import { createHash } from "node:crypto";
import type { JsonObject } from "@byocni/base/core";
import type { Principal } from "@byocni/azure/types";

/** A principal as the directory keeps it. */
export interface PrincipalRecord {
  /** Groups cannot sign in; roles can be given to them. */
  readonly kind: Principal["kind"] | "group";
  /** GUID in lower case. */
  readonly objectId: string;
  /** Client id; absent for users and groups. */
  readonly appId?: string;
  readonly displayName: string;
  /** Users only. */
  readonly userPrincipalName?: string;
  /** Users that were made through Graph: SHA-256 of the password, which is then the only one taken. */
  readonly passwordHash?: string;
  /** False: may not sign in. */
  readonly accountEnabled?: boolean;
  /** Managed identities: the resource that they belong to. */
  readonly resourceId?: string;
  /** What else Graph was told and shows again: `mailNickname`, `description`, `tags`… */
  readonly more?: JsonObject;
}

/** A secret of an application. */
export interface SecretRecord {
  readonly keyId: string;
  readonly displayName: string;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly hint: string;
  readonly startDateTime: string;
  readonly endDateTime: string;
}

/** A certificate of an application: Graph's `keyCredentials`. */
export interface CertificateRecord {
  readonly keyId: string;
  readonly displayName: string;
  /** DER in base64. */
  readonly certificate: string;
  /** SHA-1 of the certificate in hex, upper case. */
  readonly thumbprint: string;
  readonly startDateTime: string;
  readonly endDateTime: string;
}

/** Whose tokens count as this identity's credential. */
export interface FederatedCredential {
  readonly issuer: string;
  readonly subject: string;
  readonly audiences: readonly string[];
}

export interface FederatedCredentialRecord extends FederatedCredential {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** An application that was registered through Graph. Only registered credentials are taken for it. */
export interface ApplicationRecord {
  /** Object id of the application. */
  readonly id: string;
  readonly appId: string;
  readonly displayName: string;
  readonly identifierUris: readonly string[];
  readonly secrets: readonly SecretRecord[];
  readonly certificates?: readonly CertificateRecord[];
  readonly federated?: readonly FederatedCredentialRecord[];
  /** ISO time. */
  readonly createdDateTime?: string;
  /** What else Graph was told and shows again: `web`, `signInAudience`, `notes`… */
  readonly more?: JsonObject;
}

export const principalPrefix = "entra/principal/";
export const appIndexPrefix = "entra/app/";
export const applicationPrefix = "entra/application/";
/** `entra/member/{group}/{member}`: one entry a membership. */
export const memberPrefix = "entra/member/";
export const firstPrincipalKey = "entra/first";

export function principalRecord(value: JsonObject): PrincipalRecord {
  return value as unknown as PrincipalRecord;
}

export function applicationRecord(value: JsonObject): ApplicationRecord {
  return value as unknown as ApplicationRecord;
}

export function asValue(record: PrincipalRecord | ApplicationRecord): JsonObject {
  return record as unknown as JsonObject;
}

/** The same text in the same tenant always has the same id: a client that signs in again finds its roles. */
export function stableId(tenantId: string, kind: string, text: string): string {
  const bytes = createHash("sha1").update(`${tenantId}/${kind}/${text.toLowerCase()}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
