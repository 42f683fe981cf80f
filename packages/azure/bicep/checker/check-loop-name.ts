import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { LocalSymbol } from "../symbols/index.ts";
import { forEachChild, type Expression, type ForNode, type Identifier, type SyntaxNode } from "../syntax/index.ts";
import type { Checker } from "./checker.ts";

function uses(c: Checker, value: Expression, locals: ReadonlySet<LocalSymbol>): boolean {
  let found = false;
  const visit = (node: SyntaxNode): void => {
    const symbol = node.kind === "variable" ? c.model.bindings.symbols.get(node) : undefined;
    if (symbol?.kind === "local" && locals.has(symbol)) found = true;
    if (!found) forEachChild(node, visit);
  };
  visit(value);
  return found;
}

/** In a loop, what identifies a deployed thing has to differ from turn to turn. */
export function reportConstantName(
  c: Checker,
  at: Identifier,
  loop: ForNode,
  values: readonly Expression[],
  properties: readonly string[],
): void {
  const { item, index } = loop;
  if (!item || values.length === 0) return;
  const locals = [item, index].flatMap((local) => (local ? (c.model.bindings.locals.get(local) ?? []) : []));
  if (values.some((value) => uses(c, value, new Set(locals)))) return;
  c.report(at, resourceErrors.uniqueNameInLoop, item.name.name, index?.name.name, properties);
}
