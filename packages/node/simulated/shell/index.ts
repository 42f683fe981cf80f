export { createInput, type FindProgram, type Program, type ProgramCall } from "./program.ts";
export { parseShell } from "./parser.ts";
export { runShell } from "./interpreter.ts";
