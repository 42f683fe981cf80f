export { createInput, type FindProgram, type Input, type Program, type ProgramCall } from "./program.ts";
export { parseShell } from "./parser.ts";
export { runShell, type ShellCall } from "./interpreter.ts";
export type { ShellHost, Streams } from "./shell-state.ts";
