import { createHash } from "node:crypto";
import type { Json } from "@byocni/base/core";
import { murmur64 } from "./murmur64.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** `uniqueString(...)`: 13 characters, the same for the same arguments. Oracle: Azure/bicep SnapshotCommandTests/basic. */
export function uniqueString(...values: readonly string[]): string {
  const hash = murmur64(Buffer.from(values.join("-"), "utf8"));
  let text = "";
  for (let shift = 59n; shift >= 4n; shift -= 5n) text += alphabet.charAt(Number((hash >> shift) & 31n));
  // The last character holds the four bits that are left, moved up by one.
  return text + alphabet.charAt(Number((hash << 1n) & 31n));
}

const guidNamespace = Buffer.from("11fb06fb712d4ddd98c7e71bbd588830", "hex");

/** `guid(...)`: a name-based UUID (version 5) in the language's namespace. */
export function templateGuid(...values: readonly string[]): string {
  const hash = createHash("sha1").update(guidNamespace).update(values.join("-"), "utf8").digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** `templateHash` of a deployment: a decimal number over the minified template, member order as written. */
export function templateHash(template: Json): string {
  return murmur64(Buffer.from(JSON.stringify(template).toUpperCase(), "utf8")).toString();
}
