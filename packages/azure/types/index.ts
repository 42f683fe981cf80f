export * from "./api-version.ts";
export * from "./async-operation.ts";
export * from "./cloud-error.ts";
export * from "./odata-filter.ts";
export * from "./principal.ts";
export * from "./resource-id.ts";
