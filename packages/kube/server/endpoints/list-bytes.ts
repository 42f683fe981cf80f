import { servedBytes, type ServedResource } from "../registry/served-resource.ts";
import type { CachedObject } from "../storage/cached-object.ts";

const encoder = new TextEncoder();

/** The JSON of a list, put together from the ready bytes of its items. */
export function joinItems(head: object, resource: ServedResource, objects: readonly CachedObject[]): Uint8Array {
  const opening = encoder.encode(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  let length = opening.length + 2 + Math.max(0, objects.length - 1);
  for (const object of objects) length += servedBytes(resource, object).length;
  const bytes = new Uint8Array(length);
  bytes.set(opening);
  let offset = opening.length;
  for (const [index, object] of objects.entries()) {
    if (index > 0) bytes[offset++] = 0x2c;
    const item = servedBytes(resource, object);
    bytes.set(item, offset);
    offset += item.length;
  }
  bytes[offset] = 0x5d;
  bytes[offset + 1] = 0x7d;
  return bytes;
}
