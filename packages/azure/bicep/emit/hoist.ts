import type { Checker } from "../checker/checker.ts";
import { loadedContent } from "../checker/loaded-content.ts";
import type { Json } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import { forEachChild, type CallNode, type MethodCallNode, type SyntaxNode } from "../syntax/index.ts";
import type { HoistedVariable } from "./emitter.ts";

/** What a `load…` call gives; undefined for other calls. */
export function loadedJson(checker: Checker, node: CallNode | MethodCallNode): Json | undefined {
  const name = node.name.name;
  if (!name.startsWith("load")) return undefined;
  const loaded = loadedContent(checker, name, node.args, node.args.map(checker.typeOf));
  return loaded && "value" in loaded ? loaded.value : undefined;
}

/**
 * The calls whose result is put into a variable `$fxv#n`: contents of files, unless they are the whole value of a
 * variable already. Bodies of functions cannot name variables and keep the content.
 */
export function findHoisted(
  model: FileModel,
  checker: Checker,
): ReadonlyMap<CallNode | MethodCallNode, HoistedVariable> {
  const found = new Map<CallNode | MethodCallNode, HoistedVariable>();
  const { symbols, parents } = model.bindings;
  const visit = (node: SyntaxNode): void => {
    if (node.kind === "function-declaration") return;
    if ((node.kind === "call" || node.kind === "method-call") && node.name.name.startsWith("load")) {
      const symbol = symbols.get(node.kind === "call" ? node : node.base);
      const isBuiltIn = symbol?.kind === "built-in" || symbol?.kind === "namespace";
      const hoisting = isBuiltIn ? model.program.functions.find(node.name.name)?.hoisting : undefined;
      const isDirect = parents.get(node)?.kind === "variable-declaration";
      const value =
        hoisting === "always" || (hoisting === "indirect" && !isDirect) ? loadedJson(checker, node) : undefined;
      if (value !== undefined) found.set(node, { name: `$fxv#${found.size}`, value });
    }
    forEachChild(node, visit);
  };
  for (const statement of model.tree.statements) visit(statement);
  return found;
}
