import type { JsonObject } from "@byocni/base/core";
import type { JsonChunk } from "@byocni/base/http";

export type WatchType = "ADDED" | "MODIFIED" | "DELETED";

const encoder = new TextEncoder();

/**
 * One version of one object: the value that everybody shares (frozen by agreement) and what is derived from it, each
 * derived thing made once, however many readers ask.
 */
export class CachedObject {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** With `metadata.resourceVersion` set. */
  readonly value: JsonObject;
  readonly revision: number;
  #bytes: Uint8Array | undefined;
  #chunks: Map<string, JsonChunk> | undefined;
  #derived: Map<string, unknown> | undefined;

  constructor(key: string, namespace: string, name: string, value: JsonObject, revision: number) {
    this.key = key;
    this.namespace = namespace;
    this.name = name;
    this.value = value;
    this.revision = revision;
  }

  /** The value as UTF-8 JSON. */
  bytes(): Uint8Array {
    this.#bytes ??= encoder.encode(JSON.stringify(this.value));
    return this.#bytes;
  }

  /** The same bytes, but not kept if they are not there already. */
  passingBytes(): Uint8Array {
    return this.#bytes ?? encoder.encode(JSON.stringify(this.value));
  }

  /** The watch event that shows this version as it is stored. */
  chunk(type: WatchType): JsonChunk {
    return this.chunkOf(type, type, () => ({ value: { type, object: this.value }, object: () => this.bytes() }));
  }

  /** The watch event of another view of this version; `make` runs once for a `key`. */
  chunkOf(
    key: string,
    type: WatchType,
    make: () => { readonly value: unknown; readonly object?: () => Uint8Array },
  ): JsonChunk {
    this.#chunks ??= new Map();
    let chunk = this.#chunks.get(key);
    if (!chunk) {
      const made = make();
      let bytes: Uint8Array | undefined;
      chunk = {
        value: made.value,
        bytes() {
          bytes ??= made.object ? eventBytes(type, made.object()) : encoder.encode(JSON.stringify(made.value));
          return bytes;
        },
      };
      this.#chunks.set(key, chunk);
    }
    return chunk;
  }

  /** Something computed from the value; `make` runs once for a `key`. */
  derive<T>(key: string, make: () => T): T {
    this.#derived ??= new Map();
    if (!this.#derived.has(key)) this.#derived.set(key, make());
    return this.#derived.get(key) as T;
  }
}

function eventBytes(type: string, object: Uint8Array): Uint8Array {
  const head = encoder.encode(`{"type":"${type}","object":`);
  const bytes = new Uint8Array(head.length + object.length + 1);
  bytes.set(head);
  bytes.set(object, head.length);
  bytes[bytes.length - 1] = 0x7d;
  return bytes;
}

/** The stored value as clients see it at a revision. */
export function withResourceVersion(value: JsonObject, revision: number): JsonObject {
  const metadata = value["metadata"] as JsonObject | undefined;
  return { ...value, metadata: { ...metadata, resourceVersion: String(revision) } };
}
