export { type ErrorNode, errorDetails, errorLine, unfoldError } from "./error-tree.ts";
export type { LiveLines } from "./live-lines.ts";
export { type LogLevel, createLineLogger } from "./logger.ts";
export { createOutput, type Output, plainStyles, type Styles } from "./output.ts";
export { type DrawnStep, readableDuration, stepLines } from "./step-tree.ts";
export { formatTable } from "./table.ts";
export { type PropertyChange, type ResourceChange, whatIfLines } from "./what-if.ts";
