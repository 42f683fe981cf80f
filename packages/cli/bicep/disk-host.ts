import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { FileHost } from "@byocni/azure/bicep";
import { readPackedFile } from "./packed-file.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The files of this machine. Modules of registries and template specs come from the cache that the Bicep CLI keeps in
 * `~/.bicep`; nothing is fetched.
 */
export function createDiskHost(env: Env): FileHost {
  return {
    readFile: (path) => attempt(() => readFileSync(path)),
    isDirectory: (path) => attempt(() => statSync(path).isDirectory()) ?? false,
    listDirectory: (path) => attempt(() => readdirSync(path).toSorted()),
    environment: (name) => env[name],
    readExtension: (reference) => {
      const cache = join(env["HOME"] ?? homedir(), ".bicep");
      const path = reference.startsWith("br:") ? artifactPath(reference, cache, "types.tgz") : reference;
      return path === undefined ? undefined : attempt(() => readPackedFile(readFileSync(path), "index.json"));
    },
    findArtifact: (reference) => {
      const path = artifactPath(reference, join(env["HOME"] ?? homedir(), ".bicep"));
      return path !== undefined && existsSync(path) ? path : undefined;
    },
  };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * Where the Bicep CLI keeps a restored artifact (Azure/bicep, `OciArtifactRegistry` and `TemplateSpecModuleRegistry`):
 * `br/registry/module$path/tag$/main.json`, `ts/subscription/group/name/version/main.json`; of an extension the packed
 * types, `types.tgz`.
 */
export function artifactPath(reference: string, cache: string, file = "main.json"): string | undefined {
  const registry = /^br:([^/]+)\/([^:@]+)(?::([^@]+)|@(sha256:[0-9a-f]+))$/.exec(reference);
  if (registry) {
    const [, host = "", module = "", tag, digest = ""] = registry;
    const version = tag === undefined ? digest.replace(":", "#") : encodeTag(tag);
    return join(cache, "br", host.replace(":", "$").toLowerCase(), module.replaceAll("/", "$"), version, file);
  }
  const spec = /^ts:([^/]+)\/([^/]+)\/([^/:]+):(.+)$/.exec(reference);
  if (!spec) return undefined;
  const [, ...parts] = spec;
  return join(cache, "ts", ...parts.map((part) => part.toLowerCase()), file);
}

/**
 * Tags tell upper from lower case and file systems may not: the tag is followed by `$` and a number whose bits say which
 * letters are in upper case, none for none.
 */
function encodeTag(tag: string): string {
  let upper = 0n;
  for (let at = 0; at < tag.length; at++) if (/[A-Z]/.test(tag.charAt(at))) upper |= 1n << BigInt(at);
  return `${tag}$${upper === 0n ? "" : upper.toString(16)}`;
}
