import type { RequestBody } from "./message.ts";

const noBytes = new Uint8Array(0);

/** The body of a request that has none. */
export const emptyBody: RequestBody = {
  bytes: () => Promise.resolve(noBytes),
  text: () => Promise.resolve(""),
};

/** A body whose bytes are at hand. */
export function bytesBody(bytes: Uint8Array): RequestBody {
  return {
    bytes: () => Promise.resolve(bytes),
    text: () => Promise.resolve(decodeText(bytes)),
  };
}

/** A JSON value handed over within the process; it is serialised only for a handler that insists on bytes. */
export function jsonBody(value: unknown): RequestBody {
  const text = (): Promise<string> => Promise.resolve(JSON.stringify(value) ?? "");
  return {
    value,
    text,
    async bytes() {
      return encodeText(await text());
    },
  };
}

/** A body that is still to be read: `read` is called at most once, on first use. */
export function deferredBody(read: () => Promise<Uint8Array>): RequestBody {
  let reading: Promise<Uint8Array> | undefined;
  const bytes = (): Promise<Uint8Array> => (reading ??= read());
  return {
    bytes,
    async text() {
      return decodeText(await bytes());
    },
  };
}

/** UTF-8 text as bytes. */
export function encodeText(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

/** Bytes as UTF-8 text; a byte order mark is dropped, malformed sequences become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
