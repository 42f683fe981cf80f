import type { SyntaxNode } from "../syntax/index.ts";
import { typeName, withoutNull } from "../types/index.ts";
import type { LintRule } from "./rule.ts";

const useSafeAccess: LintRule = {
  code: "use-safe-access",
  level: "warning",
  check(c) {
    const text = (node: SyntaxNode): string => c.model.source.text.slice(node.start, node.end);
    for (const node of c.model.bindings.ofKind("ternary")) {
      if (node.condition.kind !== "call") continue;
      const { condition, whenTrue } = node;
      const [base, key] = condition.args;
      if (condition.name.name !== "contains" || condition.args.length !== 2 || !base || !key) continue;
      if (whenTrue.kind === "property-access") {
        const isSame = text(whenTrue.base) === text(base) && text(key) === `'${whenTrue.name.name}'`;
        if (!isSame) continue;
      } else if (whenTrue.kind === "index-access") {
        if (text(whenTrue.base) !== text(base) || text(whenTrue.index) !== text(key)) continue;
      } else continue;
      const type = c.checker.typeOf(base);
      if (typeName(withoutNull(type) ?? type) === "string") continue;
      c.report(node, "The syntax can be simplified by using the safe access (.?) operator.");
    }
  },
};

const noExplicitAny: LintRule = {
  code: "no-explicit-any",
  level: "warning",
  check(c) {
    for (const node of c.model.bindings.ofKind("type-name")) {
      if (node.name.name !== "any" || c.model.bindings.symbols.get(node)?.kind !== "ambient-type") continue;
      c.report(node, "Avoid using an explicit 'any' type whenever possible.");
    }
  },
};

const userDefinedTypes: LintRule = {
  code: "use-user-defined-types",
  level: "off",
  check(c) {
    for (const node of c.model.bindings.ofKind("type-name")) {
      if (node.name.name === "object" || node.name.name === "array") {
        c.report(node, "Use user-defined types instead of 'object' or 'array'.");
      }
    }
  },
};

const day = 24 * 60 * 60 * 1000;
const dateOf = (version: string): number => Date.parse(version.slice(0, "2000-01-01".length));

/** The newest version of a type, and how old a version may be measured from it (not from a clock). */
const recentApiVersions: LintRule = {
  code: "use-recent-api-versions",
  level: "off",
  check(c) {
    const { maxAllowedAgeInDays } = c.options;
    const limit = typeof maxAllowedAgeInDays === "number" ? maxAllowedAgeInDays : 730;
    for (const symbol of c.model.declarations.resources) {
      const reference = c.model.resources.reference(symbol);
      const { apiVersion } = reference ?? {};
      if (!reference || apiVersion === undefined || symbol.node.isExisting) continue;
      const known = c.model.program.resourceTypes.versions(reference.type);
      const stable = known.filter((version) => /^\d{4}-\d{2}-\d{2}$/.test(version));
      const newest = stable.at(-1);
      if (newest === undefined || !known.includes(apiVersion)) continue;
      const isPreview = !stable.includes(apiVersion);
      const lead = `Use more recent API version for '${reference.type}'.`;
      if (isPreview && dateOf(newest) > dateOf(apiVersion)) {
        c.report(
          symbol.node.type,
          `${lead} '${apiVersion}' is a preview version and there is a more recent non-preview version available. Acceptable versions: ${newest}`,
        );
      } else if (!isPreview && apiVersion !== newest && dateOf(newest) - dateOf(apiVersion) > limit * day) {
        const age = Math.round((dateOf(newest) - dateOf(apiVersion)) / day);
        c.report(
          symbol.node.type,
          `${lead} '${apiVersion}' is ${age} days old, should be no more than ${limit} days old, or the most recent. Acceptable versions: ${newest}`,
        );
      }
    }
  },
};

/** Newer ways of saying things. */
export const modernRules: readonly LintRule[] = [useSafeAccess, noExplicitAny, userDefinedTypes, recentApiVersions];
