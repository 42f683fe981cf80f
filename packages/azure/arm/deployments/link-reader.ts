import { ArmError } from "@byocni/azure/types";
import { maxBodyBytes } from "../settings.ts";
import { contentLinkFault, type ContentReader } from "./template-source.ts";

export interface LinkReaderDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds that one file may take, redirects included. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default: as large as a template in a request may be, 4 MB. */
  readonly maxBytes?: number;
}

const maxRedirects = 5;

/**
 * Reads linked templates over http and https, no longer and no more than the limits say. Redirects are followed to the
 * same two schemes only. @returns a reader that throws ArmError InvalidContentLink with the cause as its detail
 */
export function createLinkReader(deps: LinkReaderDeps): ContentReader {
  const { fetch, timeoutMs = 30_000, maxBytes = maxBodyBytes } = deps;
  return async (uri) => {
    const refuse = (reason: string): ArmError => contentLinkFault(withoutSecrets(uri), reason);
    const signal = AbortSignal.timeout(timeoutMs);
    let place = webAddress(uri);
    if (!place) throw refuse(`Only http and https addresses are read.`);
    try {
      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        const response = await fetch(place, {
          redirect: "manual",
          signal,
          headers: { accept: "application/json, */*" },
        });
        const next = response.headers.get("location");
        if (response.status >= 300 && response.status < 400 && next !== null) {
          await response.body?.cancel();
          const target = webAddress(next, place);
          if (!target)
            throw refuse(`The address redirects to '${withoutSecrets(next)}', which is neither http nor https.`);
          place = target;
          continue;
        }
        if (!response.ok) throw refuse(`The server answered with status ${response.status}.`);
        return await textOf(response, maxBytes, refuse);
      }
    } catch (error) {
      if (error instanceof ArmError) throw error;
      throw refuse(causeOf(error, place, signal.aborted ? timeoutMs : undefined));
    }
    throw refuse(`The address redirects more than ${maxRedirects} times.`);
  };
}

function webAddress(uri: string, base?: URL): URL | undefined {
  if (!URL.canParse(uri, base?.href)) return undefined;
  const url = new URL(uri, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

async function textOf(response: Response, maxBytes: number, refuse: (reason: string) => ArmError): Promise<string> {
  const tooLarge = (): ArmError => refuse(`The file is larger than ${maxBytes / 1024 / 1024} MB.`);
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the download.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return new TextDecoder("utf-8").decode(Buffer.concat(parts));
}

function causeOf(error: unknown, place: URL, timeoutMs: number | undefined): string {
  if (timeoutMs !== undefined) return `The server did not answer within ${timeoutMs / 1000} seconds.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `The host '${place.hostname}' is not known here.`;
  if (code === "ECONNREFUSED") return `Nothing listens at '${place.host}'.`;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Signatures of shared access do not belong into messages. */
function withoutSecrets(uri: string): string {
  return uri.replace(/\?.*$/s, "");
}
