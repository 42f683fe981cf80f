export { compileBicep, type CompileOptions, type CompileResult } from "./compile/compile.ts";
export { createMemoryHost, type FileHost } from "./host.ts";
export { loadResourceTypes } from "./resource-types/library.ts";
