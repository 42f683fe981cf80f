export type * from "./batch.ts";
export type * from "./core.ts";
export type * from "./meta.ts";
export type * from "./network.ts";
export type * from "./node.ts";
export type * from "./pod.ts";
export type * from "./policy.ts";
export type * from "./workload.ts";
