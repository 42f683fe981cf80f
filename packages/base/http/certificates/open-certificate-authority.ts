import { chmod, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemRandom } from "@byocni/base/core";
import {
  type CertificateAuthority,
  CertificateAuthorityError,
  type CertificateSeams,
  certifyAuthority,
  exportKey,
  generateKey,
  loadCertificateAuthority,
  readPrivateKey,
} from "./certificate-authority.ts";

/**
 * Takes up the certificate authority in a directory (`ca.crt`, `ca.key`), or makes one there. The directory, if made,
 * and the key are for their owner only. Two processes that do so at once end up with one authority; one that was
 * interrupted is continued. @throws CertificateAuthorityError; the file system's own errors
 */
export async function openCertificateAuthority(
  directory: string,
  options: { readonly commonName: string } & CertificateSeams,
): Promise<CertificateAuthority> {
  const certPath = join(directory, "ca.crt");
  const keyPath = join(directory, "ca.key");
  const random = options.random ?? systemRandom;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let cert = await readIfThere(certPath);
  let key = await readIfThere(keyPath);
  try {
    if (key === undefined) {
      if (cert !== undefined) throw new CertificateAuthorityError("ca.key is missing beside ca.crt");
      key = await publish(keyPath, exportKey(generateKey()), 0o600, random.uuid());
    } else {
      await chmod(keyPath, 0o600);
    }
    if (cert === undefined) {
      const made = certifyAuthority(options.commonName, readPrivateKey(key), options).cert;
      cert = await publish(certPath, made, 0o644, random.uuid());
    }
    return loadCertificateAuthority({ cert, key }, options);
  } catch (error) {
    if (!(error instanceof CertificateAuthorityError)) throw error;
    throw new CertificateAuthorityError(`the certificate authority in ${directory} cannot be used: ${error.message}`, {
      cause: error,
    });
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file whole or not at all; if another process was first, gives what that one wrote. */
async function publish(path: string, text: string, mode: number, suffix: string): Promise<string> {
  const draft = `${path}.${suffix}`;
  await writeFile(draft, text, { mode, flag: "wx" });
  try {
    await link(draft, path);
    return text;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return await readFile(path, "utf8");
    // A file system without hard links: whole or not at all, but the last one wins.
    await rename(draft, path);
    return text;
  } finally {
    await rm(draft, { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
