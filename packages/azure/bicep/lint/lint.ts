import type { Checker } from "../checker/checker.ts";
import { artifactRules } from "./artifacts.ts";
import { declarationRules } from "./declarations.ts";
import { descriptionRules } from "./descriptions.ts";
import { limitRules } from "./limits.ts";
import { locationRules } from "./locations.ts";
import { modernRules } from "./modern.ts";
import { nestedDeploymentRules } from "./nested-deployments.ts";
import { resourceIdRules } from "./resource-ids.ts";
import { resourceRules } from "./resources.ts";
import type { LintRule } from "./rule.ts";
import { secretRules } from "./secrets.ts";
import { secureInputRules } from "./secure-inputs.ts";
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
  ...declarationRules,
  ...descriptionRules,
  ...resourceIdRules,
  ...nestedDeploymentRules,
  ...artifactRules,
  ...secureInputRules,
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
