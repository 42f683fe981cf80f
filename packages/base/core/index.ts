export { assert, BugError, unreachable } from "./assert.ts";
export { type Backoff, type BackoffOptions, createBackoff } from "./backoff.ts";
export { type Clock, sleep, systemClock, type Timer } from "./clock.ts";
export { type Closeable, type Closer, createCloser } from "./closer.ts";
export {
  addressBits,
  addressOctets,
  addressPlus,
  compareAddresses,
  formatAddress,
  type IpAddress,
  parseAddress,
  type ParseResult,
} from "./ip/address.ts";
export {
  type Cidr,
  cidrContains,
  cidrOf,
  cidrSize,
  cidrsOverlap,
  compareCidrs,
  firstAddress,
  formatCidr,
  isSuperset,
  lastAddress,
  nthAddress,
  nthSubnet,
  parseCidr,
  type ParsedCidr,
  splitCidr,
  subnetCount,
} from "./ip/cidr.ts";
export { isJsonObject, type Json, jsonEqual, type JsonObject } from "./json.ts";
export { arrayIndex, atJsonPointer, formatJsonPointer, parseJsonPointer } from "./json-pointer.ts";
export { type Logger, type LogFields, silentLogger } from "./logger.ts";
export { mergePatch } from "./merge-patch.ts";
export { type Random, systemRandom } from "./random.ts";
