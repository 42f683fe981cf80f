import { fileErrors } from "../diagnostics/file-errors.ts";
import { parameterErrors } from "../diagnostics/parameter-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { CallNode, Expression, MethodCallNode } from "../syntax/index.ts";
import { anyType, errorType, stringLiteral, stringType, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";
import { loadedContent } from "./loaded-content.ts";
import { typeOfJson } from "./json-types.ts";

/** The name that `nameof` gives for an expression. */
export function nameOf(node: Expression): string | undefined {
  switch (node.kind) {
    case "variable":
      return node.name.name;
    case "property-access":
    case "nested-access":
      return node.name.isMissing ? undefined : node.name.name;
    case "index-access":
      return node.index.kind === "string" && node.index.expressions.length === 0 ? node.index.segments[0] : undefined;
    case "parenthesized":
      return nameOf(node.expression);
    case "non-null":
      return nameOf(node.base);
    default:
      return undefined;
  }
}

/** The value of an environment variable, or what is given for the case that it is not set. */
function environmentType(c: Checker, node: CallNode | MethodCallNode, [name, fallback]: readonly Type[]): Type {
  const at = node.args[0] ?? node;
  if (name?.kind !== "string-literal") {
    c.report(at, fileErrors.notConstant);
    return errorType;
  }
  const value = c.model.program.host.environment?.(name.value);
  if (value !== undefined) return stringLiteral(value);
  if (fallback) return fallback.kind === "string-literal" ? fallback : stringType;
  c.report(at, parameterErrors.environmentUnset, name.value);
  return errorType;
}

/** The type of a call whose result the compiler itself works out. */
export function compileTimeResult(
  c: Checker,
  name: string,
  node: CallNode | MethodCallNode,
  types: readonly Type[],
): Type {
  if (name === "nameof") {
    const [target] = node.args;
    if (!target || node.args.length !== 1) {
      const at = { start: node.name.end, end: node.end };
      c.report(at, typeErrors.argumentCount, "1 argument", node.args.length);
      return errorType;
    }
    c.typeOf(target);
    const found = nameOf(target);
    if (found !== undefined) return stringLiteral(found);
    c.report(target, typeErrors.nameofTarget);
    return errorType;
  }
  if (name === "readEnvironmentVariable") return environmentType(c, node, types);
  const loaded = loadedContent(c, name, node.args, types);
  if (loaded === undefined) return anyType;
  if ("problem" in loaded) {
    c.report(loaded.span, loaded.problem, ...loaded.args);
    return errorType;
  }
  return typeof loaded.value === "string" && (name === "loadTextContent" || name === "loadFileAsBase64")
    ? stringType
    : typeOfJson(loaded.value);
}
