import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { LocalSymbol } from "../symbols/index.ts";
import { forEachChild, type Statement, type SyntaxNode } from "../syntax/index.ts";
import type { Checker } from "./checker.ts";

/** The template's graph is made before lambdas run: what decides on it cannot be asked for with their variables. */
export function checkLambdaVariables(c: Checker, root: Statement): void {
  const { symbols } = c.model.bindings;
  const variablesIn = (part: SyntaxNode, found: Set<LocalSymbol>): void => {
    const symbol = part.kind === "variable" ? symbols.get(part) : undefined;
    if (symbol?.kind === "local" && symbol.role === "lambda") found.add(symbol);
    forEachChild(part, (child) => variablesIn(child, found));
  };
  const namesIn = (parts: readonly SyntaxNode[]): readonly string[] => {
    const found = new Set<LocalSymbol>();
    for (const part of parts) variablesIn(part, found);
    return [...found].map((symbol) => symbol.name);
  };
  const needsGraph = (node: SyntaxNode): boolean => {
    if (node.kind !== "call" && node.kind !== "method-call") return false;
    const symbol = symbols.get(node.kind === "call" ? node : node.base);
    const isBuiltIn = symbol?.kind === "built-in" || symbol?.kind === "namespace";
    return isBuiltIn && c.model.program.functions.find(node.name.name)?.requiresInlining === true;
  };
  const visit = (node: SyntaxNode, isInLambda: boolean): void => {
    if (isInLambda && (node.kind === "call" || node.kind === "method-call") && needsGraph(node)) {
      const names = namesIn(node.args);
      if (names.length > 0) c.report(node, resourceErrors.lambdaInFunction, node.name.name, names);
    } else if (isInLambda && node.kind === "index-access") {
      const symbol = symbols.get(node.base);
      const names = symbol?.kind === "resource" || symbol?.kind === "module" ? namesIn([node.index]) : [];
      if (names.length > 0) c.report(node.index, resourceErrors.lambdaInIndex, names);
    }
    forEachChild(node, (child) => visit(child, isInLambda || node.kind === "lambda"));
  };
  visit(root, false);
}
