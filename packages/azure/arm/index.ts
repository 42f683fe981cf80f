export type * from "./provider.ts";
export type * from "./resource.ts";
