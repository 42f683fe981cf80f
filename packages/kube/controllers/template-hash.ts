import { isJsonObject } from "@byocni/base/core";

/** Letters that cannot spell words, as upstream's safe encoding uses them. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** A text that is the same for structurally equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

/**
 * The hash of a pod template for `pod-template-hash` and `controller-revision-hash`: FNV-1a of the canonical JSON,
 * written in upstream's alphabet. (Upstream hashes Go's own dump of the struct, so the values differ from a real
 * cluster's; their form and their meaning do not.)
 */
export function templateHash(template: unknown, collisionCount = 0): string {
  const text = collisionCount === 0 ? canonical(template) : `${canonical(template)}#${collisionCount}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return String(hash >>> 0).replaceAll(/./g, (digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length));
}
