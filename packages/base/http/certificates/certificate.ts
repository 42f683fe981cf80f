import { createHash, type KeyObject, sign } from "node:crypto";
import {
  bitString,
  contextConstructed,
  objectIdentifier,
  readElements,
  sequence,
  set,
  time,
  unsignedInteger,
  utf8String,
} from "./der.ts";
import { extensionList, subjectKeyIdentifierId } from "./extensions.ts";

/** Who a certificate is about. */
export interface DistinguishedName {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

/** RFC 5280, 4.1.2.4; one relative name for every organization, then the common name. */
export function encodeName({ commonName, organizations = [] }: DistinguishedName): Buffer {
  const attribute = (identifier: string, text: string): Buffer =>
    set(sequence(objectIdentifier(identifier), utf8String(text)));
  return sequence(...organizations.map((text) => attribute("2.5.4.10", text)), attribute("2.5.4.3", commonName));
}

export interface CertificateFields {
  /** At most 20 octets, taken as a positive number. */
  readonly serial: Uint8Array;
  /** Encoded names. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const version3 = contextConstructed(0, unsignedInteger(Uint8Array.of(2)));

/** A certificate (RFC 5280, 4.1) in DER. @param signingKey of the issuer, on the curve P-256 */
export function encodeCertificate(fields: CertificateFields, signingKey: KeyObject): Buffer {
  const toBeSigned = sequence(
    version3,
    unsignedInteger(fields.serial),
    ecdsaWithSha256,
    fields.issuer,
    sequence(time(fields.notBefore), time(fields.notAfter)),
    fields.subject,
    fields.publicKey.export({ type: "spki", format: "der" }),
    extensionList(...fields.extensions),
  );
  return sequence(toBeSigned, ecdsaWithSha256, bitString(sign("sha256", toBeSigned, signingKey)));
}

/** RFC 5280, 4.2.1.2, method 1: the SHA-1 of the public key without its algorithm. */
export function keyIdentifier(publicKey: KeyObject): Buffer {
  const [whole] = readElements(publicKey.export({ type: "spki", format: "der" }));
  const bits = whole && readElements(whole.contents)[1];
  return createHash("sha1")
    .update(bits?.contents.subarray(1) ?? "")
    .digest();
}

/** What an issuer must repeat in the certificates that it issues: its name, and its key identifier if it has one. */
export function readIssuer(der: Buffer): { readonly subject: Buffer; readonly keyIdentifier: Buffer | undefined } {
  const [certificate] = readElements(der);
  const [toBeSigned] = certificate ? readElements(certificate.contents) : [];
  const fields = toBeSigned ? readElements(toBeSigned.contents) : [];
  // Version, serial, algorithm, issuer, validity, subject; the extensions carry the tag [3].
  const subject = fields[5]?.raw ?? Buffer.alloc(0);
  const wrapped = fields.find((field) => field.tag === 0xa3);
  const [list] = wrapped ? readElements(wrapped.contents) : [];
  const wanted = objectIdentifier(subjectKeyIdentifierId);
  for (const { contents } of list ? readElements(list.contents) : []) {
    const parts = readElements(contents);
    if (!parts[0]?.raw.equals(wanted)) continue;
    const value = parts.at(-1);
    return { subject, keyIdentifier: value && readElements(value.contents)[0]?.contents };
  }
  return { subject, keyIdentifier: undefined };
}

/** DER as PEM text, in lines of 64 (RFC 7468). */
export function certificatePem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .replace(/(.{64})(?=.)/g, "$1\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
