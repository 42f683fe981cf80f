export { annotate, withoutAnnotations } from "./annotate.ts";
export { differences } from "./differences.ts";
export { createDiskHost } from "./disk-host.ts";
