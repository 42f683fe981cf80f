import type { CachedObject } from "../storage/cached-object.ts";

const encoder = new TextEncoder();

/** The JSON of a list, put together from the ready bytes of its items. */
export function joinItems(head: object, objects: readonly CachedObject[]): Uint8Array {
  const opening = encoder.encode(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  let length = opening.length + 2;
  for (const object of objects) length += object.bytes().length + 1;
  if (objects.length > 0) length--;
  const bytes = new Uint8Array(length);
  bytes.set(opening);
  let offset = opening.length;
  for (const [index, object] of objects.entries()) {
    if (index > 0) bytes[offset++] = 0x2c;
    bytes.set(object.bytes(), offset);
    offset += object.bytes().length;
  }
  bytes[offset] = 0x5d;
  bytes[offset + 1] = 0x7d;
  return bytes;
}
