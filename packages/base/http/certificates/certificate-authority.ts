import { assert, type Clock, type Random, systemClock, systemRandom } from "@byocni/base/core";
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { certificatePem, encodeCertificate, encodeName, keyIdentifier, readIssuer } from "./certificate.ts";
import {
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  keyUsage,
  subjectAlternativeNames,
  subjectKeyIdentifier,
} from "./extensions.ts";

/** A certificate and its private key, as PEM texts (the key in PKCS #8). */
export interface KeyedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Issues certificates on the curve P-256. Not for the outer world: nothing is ever revoked. */
export interface CertificateAuthority extends KeyedCertificate {
  /** A certificate for a server. @param names DNS names (also `*.example`) and IP addresses; the first names it */
  issueServer(names: readonly string[], validityDays?: number): KeyedCertificate;
  /** A certificate for a client: Kubernetes takes the common name as the user, the organizations as the groups. */
  issueClient(subject: ClientSubject, validityDays?: number): KeyedCertificate;
}

export interface ClientSubject {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

export interface CertificateSeams {
  /** For serial numbers; keys always come from the operating system. */
  readonly random?: Random;
  readonly clock?: Clock;
}

/** A certificate and key cannot serve as a certificate authority. */
export class CertificateAuthorityError extends Error {
  override readonly name = "CertificateAuthorityError";
}

const dayMs = 86_400_000;
const authorityDays = 3650;
const leafDays = 365;
/** Certificates begin a little in the past, for clients whose clocks are behind. */
const backdatingMs = 3_600_000;

/** Makes a certificate authority with a new key. */
export function createCertificateAuthority(
  options: { readonly commonName: string } & CertificateSeams,
): CertificateAuthority {
  return certifyAuthority(options.commonName, generateKey(), options);
}

/** Makes the self-signed certificate for a key. */
export function certifyAuthority(commonName: string, key: KeyObject, seams: CertificateSeams): CertificateAuthority {
  const { random = systemRandom, clock = systemClock } = seams;
  const publicKey = createPublicKey(key);
  const name = encodeName({ commonName });
  const identifier = keyIdentifier(publicKey);
  const der = encodeCertificate(
    {
      serial: createSerial(random),
      issuer: name,
      subject: name,
      notBefore: clock.now() - backdatingMs,
      notAfter: clock.now() + authorityDays * dayMs,
      publicKey,
      extensions: [
        basicConstraints(true),
        keyUsage("digitalSignature", "keyCertSign", "crlSign"),
        subjectKeyIdentifier(identifier),
        authorityKeyIdentifier(identifier),
      ],
    },
    key,
  );
  return loadCertificateAuthority({ cert: certificatePem(der), key: exportKey(key) }, seams);
}

/** Takes up a certificate authority from PEM texts. @throws CertificateAuthorityError */
export function loadCertificateAuthority(
  pair: KeyedCertificate,
  { random = systemRandom, clock = systemClock }: CertificateSeams = {},
): CertificateAuthority {
  const { certificate, key } = parse(pair);
  const issuer = readIssuer(certificate.raw);
  const lastMs = Date.parse(certificate.validTo);
  if (!certificate.ca) throw new CertificateAuthorityError("the certificate is not that of a certificate authority");
  if (!certificate.checkPrivateKey(key)) throw new CertificateAuthorityError("the key is not that of the certificate");
  if (lastMs <= clock.now()) throw new CertificateAuthorityError(`the certificate expired on ${certificate.validTo}`);

  function issue(subject: Buffer, days: number, extensions: readonly Buffer[]): KeyedCertificate {
    const leafKey = generateKey();
    const publicKey = createPublicKey(leafKey);
    const der = encodeCertificate(
      {
        serial: createSerial(random),
        issuer: issuer.subject,
        subject,
        notBefore: clock.now() - backdatingMs,
        notAfter: Math.min(lastMs, clock.now() + days * dayMs),
        publicKey,
        extensions: [
          basicConstraints(false),
          keyUsage("digitalSignature"),
          ...extensions,
          subjectKeyIdentifier(keyIdentifier(publicKey)),
          ...(issuer.keyIdentifier ? [authorityKeyIdentifier(issuer.keyIdentifier)] : []),
        ],
      },
      key,
    );
    return { cert: certificatePem(der), key: exportKey(leafKey) };
  }

  return {
    ...pair,
    issueServer(names, validityDays = leafDays) {
      const [commonName] = names;
      assert(commonName !== undefined, "a server has a name");
      return issue(encodeName({ commonName }), validityDays, [
        extendedKeyUsage("serverAuth"),
        subjectAlternativeNames(names),
      ]);
    },
    issueClient: (subject, validityDays = leafDays) =>
      issue(encodeName(subject), validityDays, [extendedKeyUsage("clientAuth")]),
  };
}

function parse(pair: KeyedCertificate): { readonly certificate: X509Certificate; readonly key: KeyObject } {
  try {
    return { certificate: new X509Certificate(pair.cert), key: readPrivateKey(pair.key) };
  } catch (cause) {
    if (cause instanceof CertificateAuthorityError) throw cause;
    throw new CertificateAuthorityError("the certificate cannot be read", { cause });
  }
}

/** @throws CertificateAuthorityError when the PEM text is no key on the curve P-256 */
export function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (cause) {
    throw new CertificateAuthorityError("the key cannot be read", { cause });
  }
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new CertificateAuthorityError("the key is not on the curve P-256");
  }
  return key;
}

/** A new private key on the curve P-256. */
export function generateKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
}

/** PKCS #8 in PEM. */
export function exportKey(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

/** RFC 5280, 4.1.2.2: positive, at most 20 octets; 127 bits of chance here, never zero. */
function createSerial(random: Random): Uint8Array {
  const serial = Uint8Array.from(random.bytes(16));
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}
