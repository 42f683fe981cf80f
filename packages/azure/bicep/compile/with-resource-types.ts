import { normalizePath, resolvePath, type FileHost } from "../host.ts";
import { openResourceTypes } from "../resource-types/library.ts";
import type { ResourceTypes } from "../types/index.ts";

/**
 * Compiles with the library of resource types, of which only those providers are loaded that the files mention: a
 * fraction of the whole. `compile` is called with a host that reads no file twice, and with the types; when it asked for
 * others than were foreseen, they are loaded, and it is called again.
 */
export async function withResourceTypes<Result>(
  entry: string,
  host: FileHost,
  compile: (host: FileHost, resourceTypes: ResourceTypes) => Result,
): Promise<Result> {
  const reading = rememberFiles(host);
  const library = await openResourceTypes();
  await library.load(mentionedProviders(entry, reading));
  while (true) {
    const result = compile(reading, library);
    const missing = library.missing();
    if (missing.size === 0) return result;
    await library.load(missing);
  }
}

function rememberFiles(host: FileHost): FileHost {
  const contents = new Map<string, Uint8Array | string | undefined>();
  return {
    ...host,
    readFile(path) {
      if (contents.has(path)) return contents.get(path);
      const content = host.readFile(path);
      contents.set(path, content);
      return content;
    },
  };
}

const quoted = /'([^'\n]+)'/g;
const bicepFile = /\.bicep(param)?$/;
const typeStart = /^(?:\w+:)?(\w+\.[\w.]+)\/.*@/;

/** Providers in texts that look like types, here and in the files that are named. No more than a good guess. */
function mentionedProviders(entry: string, host: FileHost): ReadonlySet<string> {
  const providers = new Set<string>();
  const files = new Set([normalizePath(entry)]);
  const decoder = new TextDecoder();
  for (const file of files) {
    const content = host.readFile(file);
    if (content === undefined) continue;
    for (const [, text = ""] of (typeof content === "string" ? content : decoder.decode(content)).matchAll(quoted)) {
      if (bicepFile.test(text)) files.add(resolvePath(file, text));
      const provider = typeStart.exec(text)?.[1];
      if (provider !== undefined) providers.add(provider.toLowerCase());
    }
  }
  return providers;
}
