import { servedBytes, type ServedResource } from "../registry/served-resource.ts";
import type { CachedObject } from "../storage/cached-object.ts";

const encoder = new TextEncoder();

/** Items of longer lists do not keep their bytes: who lists a large cluster once should not double its memory. */
const longList = 500;

/** The JSON of a list, put together from the ready bytes of its items. */
export function joinItems(head: object, resource: ServedResource, objects: readonly CachedObject[]): Uint8Array {
  const opening = encoder.encode(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  const isLong = objects.length > longList && !resource.conversion;
  const items = objects.map((object) => (isLong ? object.passingBytes() : servedBytes(resource, object)));
  let length = opening.length + 2 + Math.max(0, items.length - 1);
  for (const item of items) length += item.length;
  const bytes = new Uint8Array(length);
  bytes.set(opening);
  let offset = opening.length;
  for (const [index, item] of items.entries()) {
    if (index > 0) bytes[offset++] = 0x2c;
    bytes.set(item, offset);
    offset += item.length;
  }
  bytes[offset] = 0x5d;
  bytes[offset + 1] = 0x7d;
  return bytes;
}
