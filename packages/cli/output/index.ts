export * from "./output.ts";
export * from "./table.ts";
export { type LogLevel, createLineLogger } from "./logger.ts";
