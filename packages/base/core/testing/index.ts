export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { createRecordingLogger, type LogRecord, type RecordingLogger } from "./recording-logger.ts";
export { createSeededRandom } from "./seeded-random.ts";
