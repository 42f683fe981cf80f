export { assert, BugError, unreachable } from "./assert.ts";
export { type Clock, sleep, systemClock, type Timer } from "./clock.ts";
export { type Closeable, type Closer, createCloser } from "./closer.ts";
export { isJsonObject, type Json, jsonEqual, type JsonObject } from "./json.ts";
export { type Logger, type LogFields, silentLogger } from "./logger.ts";
export { type Random, systemRandom } from "./random.ts";
