import { X509Certificate } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@byocni/base/core";
import type { CertificateAuthority, ClientSubject, KeyedCertificate } from "@byocni/base/http";

/**
 * The client certificates of a cluster's credentials. As on AKS, whoever asks again gets the same one, until it runs
 * out or the cluster's certificates are rotated (its folder is gone then).
 */
export interface ClientCertificates {
  /** @param name names the file, for example `clusterUser` */
  of(name: string, subject: ClientSubject): KeyedCertificate;
}

export interface ClientCertificatesOptions {
  /** The folder of the cluster's certificate authority. It is there. */
  readonly folder: string;
  readonly authority: CertificateAuthority;
  readonly clock: Clock;
}

export function createClientCertificates({ folder, authority, clock }: ClientCertificatesOptions): ClientCertificates {
  const issuer = new X509Certificate(authority.cert);

  function kept(path: string): KeyedCertificate | undefined {
    try {
      const text = readFileSync(path, "utf8");
      const keyBegin = text.indexOf("-----BEGIN PRIVATE KEY-----");
      const pair = { cert: text.slice(0, keyBegin), key: text.slice(keyBegin) };
      const certificate = new X509Certificate(pair.cert);
      return certificate.verify(issuer.publicKey) && Date.parse(certificate.validTo) > clock.now() ? pair : undefined;
    } catch {
      // Missing or damaged: it can be made again at any time.
      return undefined;
    }
  }

  return {
    of(name, subject) {
      const path = join(folder, `${name}.pem`);
      const known = kept(path);
      if (known) return known;
      const made = authority.issueClient(subject);
      writeFileSync(`${path}.new`, made.cert + made.key, { mode: 0o600 });
      renameSync(`${path}.new`, path);
      return made;
    },
  };
}
