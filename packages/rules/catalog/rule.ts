import type { ClusterFacts } from "./facts.ts";

/**
 * How a rule was broken, in a form that serves three readers: the resource provider (which refuses or warns), `check`
 * (which shows the place) and the documentation (which lists the rules).
 */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong, with the values that are. */
  readonly message: string;
  /** The member of the body that is to blame: `properties.networkProfile.serviceCidr`. */
  readonly path: string;
  /** Present when AKS refuses this. */
  readonly refusal?: Refusal;
}

export type Severity = "error" | "warning" | "info";

/** The answer of AKS to a cluster that breaks the rule. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** As AKS spells it: `networkProfile.serviceCIDR`. */
  readonly target: string;
  readonly when: RefusalRow["when"];
}

/** A row of a rule's table of refusals. */
export interface RefusalRow {
  readonly status: number;
  /**
   * AKS's code where a public source gives it. Where AKS is known to refuse and the code is not known it is one of
   * ours: those begin with `Byocni`.
   */
  readonly code: string;
  /** Text with `{name}` places. */
  readonly message: string;
  /** `always`, or `current`: only under the strictness that refuses what the published article's samples still do. */
  readonly when: "always" | "current";
  /** Where code and text are known from. */
  readonly source: string;
}

/** One rule: a file in `rules/` and a line in `registry.ts`. */
export interface Rule {
  /** `reserved-ranges`. Stable: users name it to leave it out. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** Why it matters, in one or two sentences. */
  readonly why: string;
  /** Public source of the rule. */
  readonly source: string;
  /** Since when AKS or its documentation says so: `2025-12-15`. */
  readonly since?: string;
  /** What to do about it. */
  readonly fix: string;
  /** `cluster`: about the cluster as a whole; `pool`: about each pool, also when a pool is changed alone. */
  readonly about: "cluster" | "pool";
  /** What AKS answers, by a name of the rule's own. */
  readonly refusals?: Readonly<Record<string, RefusalRow>>;
  check(facts: ClusterFacts): Iterable<Problem>;
}

/** A finding without what the rule says for all of its findings. */
export interface Problem {
  readonly message: string;
  readonly path: string;
  /** When it is less (or more) grave than the rule in general. */
  readonly severity?: Severity;
  readonly refusal?: Refusal;
}

/** Fills a row of a refusal table. */
export function refuse(row: RefusalRow, values: Readonly<Record<string, string | number>>, target: string): Refusal {
  const message = row.message.replace(/\{([A-Za-z]+)\}/g, (place, name: string) => String(values[name] ?? place));
  return { status: row.status, code: row.code, message, target, when: row.when };
}
