export { createEngine, type Engine, type EngineOptions } from "./engine.ts";
export { EngineRunningError, isKnownStartFailure } from "./errors.ts";
