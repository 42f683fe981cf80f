import type { Type } from "./type.ts";

const never = new Set<Type["kind"]>(["error", "namespace"]);

/** The kinds of values that a type is made of when members are looked at one by one. */
function isObjectLike(type: Type): boolean {
  return type.kind === "object" || type.kind === "discriminated";
}

/**
 * Whether values of one type may stand where another is wanted. Members of objects and items of arrays are not looked
 * at: whoever assigns looks at them one by one, for better texts.
 */
export function isAssignable(source: Type, target: Type): boolean {
  if (source === target) return true;
  if (never.has(source.kind) || never.has(target.kind)) return source.kind === "error";
  if (source.kind === "any" || target.kind === "any" || source.kind === "never") return true;
  if (target.kind === "reference") return target.accepts(source);
  if (source.kind === "resource" || source.kind === "module") {
    if (source.kind === target.kind) return true;
    return isAssignable(source.body, target);
  }
  if (source.kind === "scope") return target.kind === "scope" || isObjectLike(target);
  if (source.kind === "union") return source.members.every((member) => isAssignable(member, target));
  if (target.kind === "union") return target.members.some((member) => isAssignable(source, member));
  switch (target.kind) {
    case "null":
      return source.kind === "null";
    case "bool":
      return source.kind === "bool" || source.kind === "bool-literal";
    case "int":
      return source.kind === "int" || source.kind === "int-literal";
    case "string":
      return source.kind === "string" || source.kind === "string-literal";
    case "string-literal":
      if (source.kind === "string-literal") return source.value === target.value;
      return source.kind === "string" && source.isLoose === true;
    case "int-literal":
      if (source.kind === "int-literal") return source.value === target.value;
      return source.kind === "int" && source.isLoose === true;
    case "bool-literal":
      if (source.kind === "bool-literal") return source.value === target.value;
      return source.kind === "bool" && source.isLoose === true;
    case "array":
    case "tuple":
      return source.kind === "array" || source.kind === "tuple";
    case "object":
    case "discriminated":
      return isObjectLike(source);
    case "lambda":
      return (
        source.kind === "lambda" &&
        source.parameters.length <= target.parameters.length + target.optional.length &&
        source.parameters.length >= target.parameters.length &&
        isAssignable(source.result, target.result)
      );
    default:
      return false;
  }
}
