import { fileErrors } from "../diagnostics/file-errors.ts";
import { forEachChild, type SyntaxNode } from "../syntax/index.ts";
import type { Checker } from "./checker.ts";

const computed: ReadonlySet<SyntaxNode["kind"]> = new Set([
  "index-access",
  "property-access",
  "nested-access",
  "binary",
  "call",
  "method-call",
  "for",
  "parenthesized",
  "ternary",
  "variable",
  "non-null",
]);

/** Reports all parts of a value that are not written out; nothing is worked out beforehand, however simple. */
export function requireConstant(c: Checker, node: SyntaxNode): void {
  const isComputed =
    computed.has(node.kind) ||
    (node.kind === "string" && node.expressions.length > 0) ||
    (node.kind === "unary" && node.operator !== "-");
  if (isComputed) c.report(node, fileErrors.notConstant);
  else forEachChild(node, (child) => requireConstant(c, child));
}
