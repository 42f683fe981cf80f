export * from "./type.ts";
export * from "./unions.ts";
export { typeName } from "./names.ts";
export { isAssignable } from "./assignable.ts";
