import type { ClusterFacts } from "./facts.ts";
import { rules } from "./registry.ts";
import type { Finding, Rule } from "./rule.ts";

/** What is asked of the rules. */
export interface CheckOptions {
  /** `pool`: only rules about pools, for a pool that is changed alone. Default: all. */
  readonly about?: Rule["about"];
  /** Ids of rules to leave out. */
  readonly except?: ReadonlySet<string>;
}

/** Checks a cluster by all rules; findings come in the order of the registry. Pure. */
export function checkCluster(facts: ClusterFacts, options: CheckOptions = {}): readonly Finding[] {
  return rules
    .filter(({ id, about }) => !options.except?.has(id) && (options.about === undefined || options.about === about))
    .flatMap((rule) =>
      [...rule.check(facts)].map((problem) => ({ severity: rule.severity, ...problem, rule: rule.id })),
    );
}
