export * from "./output.ts";
export * from "./table.ts";
