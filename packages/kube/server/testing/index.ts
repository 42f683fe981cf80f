export { createTestApi, type JsonAny, type TestApi, type TestReply, type WatchEvent } from "./test-api.ts";
