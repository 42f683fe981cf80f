import { addressOctets, assert, parseAddress } from "@byocni/base/core";
import {
  bitString,
  boolean,
  contextConstructed,
  contextPrimitive,
  objectIdentifier,
  octetString,
  sequence,
  unsignedInteger,
} from "./der.ts";

/** Certificate extensions (RFC 5280, 4.2), each a whole `Extension` element. */
function extension(identifier: string, critical: boolean, value: Uint8Array): Buffer {
  const flag = critical ? [boolean(true)] : [];
  return sequence(objectIdentifier(identifier), ...flag, octetString(value));
}

export const subjectKeyIdentifierId = "2.5.29.14";

/** A CA that issues leaf certificates only, or no CA. */
export const basicConstraints = (authority: boolean): Buffer =>
  extension("2.5.29.19", true, authority ? sequence(boolean(true), unsignedInteger(Uint8Array.of(0))) : sequence());

/** Bits in the order of RFC 5280, 4.2.1.3, from the most significant one. */
const keyUsageBits = { digitalSignature: 0x80, keyCertSign: 0x04, crlSign: 0x02 } as const;

export function keyUsage(...usages: readonly (keyof typeof keyUsageBits)[]): Buffer {
  const octet = usages.reduce((bits, usage) => bits | keyUsageBits[usage], 0);
  // DER leaves out zero bits at the end.
  const unused = Math.clz32(octet & -octet) ^ 31;
  return extension("2.5.29.15", true, bitString(Buffer.from([octet]), unused));
}

const purposes = { serverAuth: "1.3.6.1.5.5.7.3.1", clientAuth: "1.3.6.1.5.5.7.3.2" } as const;

export const extendedKeyUsage = (...usages: readonly (keyof typeof purposes)[]): Buffer =>
  extension("2.5.29.37", false, sequence(...usages.map((usage) => objectIdentifier(purposes[usage]))));

export const subjectKeyIdentifier = (identifier: Uint8Array): Buffer =>
  extension(subjectKeyIdentifierId, false, octetString(identifier));

export const authorityKeyIdentifier = (identifier: Uint8Array): Buffer =>
  extension("2.5.29.35", false, sequence(contextPrimitive(0, identifier)));

/** @param names DNS names (the first label may be `*`) and IP addresses */
export function subjectAlternativeNames(names: readonly string[]): Buffer {
  return extension("2.5.29.17", false, sequence(...names.map(generalName)));
}

const dnsName =
  /^(?:\*\.)?[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*$/;

function generalName(name: string): Buffer {
  const address = parseAddress(name);
  if (address.ok) return contextPrimitive(7, addressOctets(address.value));
  assert(dnsName.test(name), `${JSON.stringify(name)} is neither a DNS name nor an IP address`);
  return contextPrimitive(2, Buffer.from(name, "latin1"));
}

/** Wraps the extensions of a certificate. */
export const extensionList = (...extensions: readonly Uint8Array[]): Buffer =>
  contextConstructed(3, sequence(...extensions));
