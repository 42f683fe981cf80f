import { createFakeClock, createSeededRandom } from "@byocni/base/core/testing";
import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  CertificateAuthorityError,
  createCertificateAuthority,
  loadCertificateAuthority,
} from "./certificate-authority.ts";
import { bitString, objectIdentifier, readElements, sequence, time, unsignedInteger } from "./der.ts";
import { keyUsage } from "./extensions.ts";
import { openCertificateAuthority } from "./open-certificate-authority.ts";

const directory = mkdtempSync(join(tmpdir(), "byocni-ca-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(directory, `${count++}`);

const start = Date.UTC(2026, 0, 1);
const seams = { clock: createFakeClock(start), random: createSeededRandom(1) };
const authority = createCertificateAuthority({ commonName: "byocni test CA", ...seams });

describe("DER", () => {
  const hex = (octets: Uint8Array): string => Buffer.from(octets).toString("hex");
  it.each([
    ["zero", unsignedInteger(Uint8Array.of(0)), "020100"],
    ["127", unsignedInteger(Uint8Array.of(127)), "02017f"],
    ["128, with a sign octet", unsignedInteger(Uint8Array.of(128)), "02020080"],
    ["leading zeros dropped", unsignedInteger(Uint8Array.of(0, 0, 1)), "020101"],
    ["an identifier of many octets", objectIdentifier("1.2.840.10045.4.3.2"), "06082a8648ce3d040302"],
    ["a time through 2049", time(Date.UTC(2049, 11, 31, 23, 59, 59, 999)), `170d${hex(Buffer.from("491231235959Z"))}`],
    ["a time from 2050", time(Date.UTC(2050, 0, 1)), `180f${hex(Buffer.from("20500101000000Z"))}`],
    ["a long length", sequence(bitString(new Uint8Array(300))).subarray(0, 8), "3082013103 82012d".replace(" ", "")],
    // Certificate signing and CRL signing are bits 5 and 6: one unused bit at the end.
    ["the key usage of a CA", keyUsage("keyCertSign", "crlSign").subarray(-4), "03020106"],
    ["the key usage of a leaf", keyUsage("digitalSignature").subarray(-4), "03020780"],
  ])("encodes %s", (_what, octets, expected) => {
    expect(hex(octets)).toBe(expected);
  });

  it("refuses to read elements that end outside", () => {
    expect(() => readElements(Buffer.from("3005020101", "hex"))).toThrow("ends within");
  });
});

describe("createCertificateAuthority", () => {
  it("makes a self-signed authority", () => {
    const certificate = new X509Certificate(authority.cert);
    expect(certificate.ca).toBe(true);
    expect(certificate.subject).toBe("CN=byocni test CA");
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(Date.parse(certificate.validFrom)).toBe(start - 3_600_000);
    expect(Date.parse(certificate.validTo)).toBe(start + 3650 * 86_400_000);
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it("issues a certificate for a server, by names and addresses", () => {
    const { cert, key } = authority.issueServer(["localhost", "*.vault.azure.net", "127.0.0.1", "fd00::1:0:2"]);
    const certificate = new X509Certificate(cert);
    expect(certificate.subject).toBe("CN=localhost");
    expect(certificate.subjectAltName).toBe(
      "DNS:localhost, DNS:*.vault.azure.net, IP Address:127.0.0.1, IP Address:FD00:0:0:0:0:1:0:2",
    );
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(certificate.ca).toBe(false);
    expect(certificate.checkIssued(new X509Certificate(authority.cert))).toBe(true);
    expect(certificate.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
    expect(certificate.checkHost("a.vault.azure.net")).toBe("*.vault.azure.net");
    expect(certificate.checkIP("fd00::1:0:2")).toBe("fd00::1:0:2");
    expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(Date.parse(certificate.validTo)).toBe(start + 365 * 86_400_000);
  });

  it("issues a certificate for a client, with its groups", () => {
    const { cert } = authority.issueClient({ commonName: "system:node:n1", organizations: ["system:nodes", "é"] });
    const certificate = new X509Certificate(cert);
    expect(certificate.toLegacyObject().subject).toMatchObject({ CN: "system:node:n1", O: ["system:nodes", "é"] });
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
    expect(certificate.subjectAltName).toBeUndefined();
  });

  it("issues nothing that outlives the authority", () => {
    const { cert } = authority.issueServer(["localhost"], 100_000);
    expect(new X509Certificate(cert).validTo).toBe(new X509Certificate(authority.cert).validTo);
  });

  it.each(["", "a b", "-a", "a..b", "a.*.b", "ö.example", "1.2.3.4./"])("refuses the server name %j", (name) => {
    expect(() => authority.issueServer([name])).toThrow("neither a DNS name nor an IP address");
  });

  it.skipIf(spawnSync("openssl", ["version"]).status !== 0)("passes openssl's strict checks (needs openssl)", () => {
    const at = (name: string, text: string): string => {
      const path = join(directory, name);
      writeFileSync(path, text);
      return path;
    };
    const real = createCertificateAuthority({ commonName: "real time CA" });
    const ca = at("ca.pem", real.cert);
    const server = at("server.pem", real.issueServer(["localhost", "::1"]).cert);
    const client = at("client.pem", real.issueClient({ commonName: "u", organizations: ["g"] }).cert);
    const verify = (purpose: string, path: string): string =>
      execFileSync("openssl", ["verify", "-x509_strict", "-purpose", purpose, "-CAfile", ca, path]).toString();
    expect(verify("sslserver", server)).toContain("OK");
    expect(verify("sslclient", client)).toContain("OK");
  });
});

describe("loadCertificateAuthority", () => {
  it("issues as the original does", () => {
    const { cert } = loadCertificateAuthority(authority, seams).issueServer(["localhost"]);
    expect(new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
  });

  const leaf = authority.issueServer(["localhost"]);
  const p384 = generateKeyPairSync("ec", { namedCurve: "secp384r1" }).privateKey;
  it.each([
    { what: "a leaf", pair: leaf, message: "not that of a certificate authority" },
    { what: "another key", pair: { cert: authority.cert, key: leaf.key }, message: "not that of the certificate" },
    { what: "no certificate", pair: { cert: "x", key: leaf.key }, message: "certificate cannot be read" },
    { what: "no key", pair: { cert: authority.cert, key: "x" }, message: "key cannot be read" },
    {
      what: "another curve",
      pair: { cert: authority.cert, key: p384.export({ type: "pkcs8", format: "pem" }).toString() },
      message: "not on the curve P-256",
    },
  ])("refuses $what", ({ pair, message }) => {
    const load = () => loadCertificateAuthority(pair, seams);
    expect(load).toThrow(CertificateAuthorityError);
    expect(load).toThrow(message);
  });

  it("refuses an expired authority", () => {
    const clock = createFakeClock(start + 3651 * 86_400_000);
    expect(() => loadCertificateAuthority(authority, { clock })).toThrow("expired");
  });
});

describe("openCertificateAuthority", () => {
  const options = { commonName: "byocni", ...seams };

  it("makes an authority once and finds it again", async () => {
    const at = fresh();
    const made = await openCertificateAuthority(at, options);
    const found = await openCertificateAuthority(at, options);
    expect([found.cert, found.key]).toEqual([made.cert, made.key]);
    expect(readdirSync(at).sort()).toEqual(["ca.crt", "ca.key"]);
    expect(statSync(at).mode & 0o777).toBe(0o700);
    expect(statSync(join(at, "ca.key")).mode & 0o777).toBe(0o600);
  });

  it("makes one authority though many ask at once", async () => {
    const at = fresh();
    const all = await Promise.all(Array.from({ length: 8 }, () => openCertificateAuthority(at, options)));
    expect(new Set(all.map((made) => made.key)).size).toBe(1);
    expect(new Set(all.map((made) => made.cert)).size).toBe(1);
  });

  it("continues where an interrupted one stopped", async () => {
    const at = fresh();
    const made = await openCertificateAuthority(at, options);
    rmSync(join(at, "ca.crt"));
    const continued = await openCertificateAuthority(at, options);
    expect(continued.key).toBe(made.key);
    expect(readFileSync(join(at, "ca.crt"), "utf8")).toBe(continued.cert);
  });

  it("names the directory of an authority that cannot be used", async () => {
    const at = fresh();
    await openCertificateAuthority(at, options);
    rmSync(join(at, "ca.key"));
    await expect(openCertificateAuthority(at, options)).rejects.toThrow(`${at} cannot be used: ca.key is missing`);
    writeFileSync(join(at, "ca.key"), "garbage");
    await expect(openCertificateAuthority(at, options)).rejects.toThrow("the key cannot be read");
  });
});
