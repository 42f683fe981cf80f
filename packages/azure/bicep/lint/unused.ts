import { findDecorator } from "../checker/decorators.ts";
import { nameSpan } from "../checker/check-names.ts";
import type { FileModel } from "../model/model.ts";
import type { BicepSymbol, DeclaredSymbol } from "../symbols/index.ts";
import type { LintRule } from "./rule.ts";

/** What is named anywhere in a file, apart from its own declaration. */
function usedSymbols(model: FileModel): ReadonlySet<BicepSymbol> {
  const used = new Set(model.bindings.symbols.values());
  // Who calls a variable that hides a function has named it.
  for (const { name } of model.bindings.ofKind("call")) {
    const own = model.declarations.byName.get(name.name);
    if (own) used.add(own);
  }
  return used;
}

function unusedRule(code: string, what: string, isConcerned: (symbol: DeclaredSymbol) => boolean): LintRule {
  return {
    code,
    level: "warning",
    check({ model, report }) {
      const used = usedSymbols(model);
      for (const symbol of model.declarations.all) {
        const at = isConcerned(symbol) && !used.has(symbol) && symbol.name !== "" ? nameSpan(symbol) : undefined;
        if (at) report(at, `${what} "${symbol.name}" is declared but never used.`);
      }
    },
  };
}

export const unusedRules: readonly LintRule[] = [
  unusedRule("no-unused-params", "Parameter", (symbol) => symbol.kind === "parameter"),
  unusedRule(
    "no-unused-vars",
    "Variable",
    (symbol) => symbol.kind === "variable" && !findDecorator(symbol.node.decorators, "export"),
  ),
  unusedRule(
    "no-unused-types",
    "Type",
    (symbol) => symbol.kind === "type" && !findDecorator(symbol.node.decorators, "export"),
  ),
  unusedRule("no-unused-imports", "Import", (symbol) => symbol.kind === "import" || symbol.kind === "wildcard"),
  unusedRule(
    "no-unused-existing-resources",
    "Existing resource",
    (symbol) => symbol.kind === "resource" && symbol.node.isExisting && symbol.nested.size === 0,
  ),
];
