import type { DeclaredSymbol } from "../symbols/index.ts";
import type { LintRule } from "./rule.ts";

function limitRule(code: string, limit: number, kind: DeclaredSymbol["kind"], message: string): LintRule {
  return {
    code,
    level: "error",
    check({ model, report }) {
      const own = model.declarations.all.filter((symbol) => symbol.kind === kind);
      const first = own[0];
      const count = kind === "resource" ? model.declarations.resources.length : own.length;
      if (count > limit && first && "name" in first.node) report(first.node.name, `${message} is limited to ${limit}.`);
    },
  };
}

/** How much a template may hold. */
export const limitRules: readonly LintRule[] = [
  limitRule("max-asserts", 32, "assert", "Too many predeployment conditions. Number of 'assert' statements"),
  limitRule("max-outputs", 64, "output", "Too many outputs. Number of outputs"),
  limitRule("max-params", 256, "parameter", "Too many parameters. Number of parameters"),
  limitRule("max-resources", 800, "resource", "Too many resources. Number of resources"),
  limitRule("max-variables", 512, "variable", "Too many variables. Number of variables"),
];
