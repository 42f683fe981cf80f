import type { Checker } from "../checker/checker.ts";
import { limitRules } from "./limits.ts";
import { locationRules } from "./locations.ts";
import { modernRules } from "./modern.ts";
import { resourceRules } from "./resources.ts";
import type { LintRule } from "./rule.ts";
import { secretRules } from "./secrets.ts";
import { styleRules } from "./style.ts";
import { unusedRules } from "./unused.ts";

/** All rules of the linter. */
export const lintRules: readonly LintRule[] = [
  ...limitRules,
  ...unusedRules,
  ...styleRules,
  ...secretRules,
  ...locationRules,
  ...resourceRules,
  ...modernRules,
];

/** Looks at a file that was checked; what is found goes where the file's other diagnostics are. */
export function lintFile(checker: Checker): void {
  const { model } = checker;
  const { configuration, source, collector } = model;
  if (!configuration.isLinterEnabled) return;
  for (const { code, level: ownLevel, check } of lintRules) {
    const level = configuration.ruleLevels.get(code) ?? ownLevel;
    if (level === "off") continue;
    check({
      model,
      checker,
      options: configuration.ruleOptions.get(code) ?? {},
      report: (span, message) =>
        collector.add({
          code,
          level,
          message,
          source,
          span: { start: span.start, end: span.end },
          helpUri: `https://aka.ms/bicep/linter-diagnostics#${code}`,
        }),
    });
  }
}
