export * from "./type.ts";
export * from "./unions.ts";
export { quotedBicep, typeName } from "./names.ts";
export { isAssignable } from "./assignable.ts";
