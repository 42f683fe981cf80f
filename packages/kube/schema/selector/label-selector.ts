import type { LabelSelector as LabelSelectorObject } from "../model/meta-v1.gen.ts";

export type LabelOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted. */
  readonly values: readonly string[];
}

export type Labels = Readonly<Record<string, string>>;

/** A compiled label selector. */
export interface LabelSelector {
  /** Sorted by key. */
  readonly requirements: readonly LabelRequirement[];
  /** True when it selects everything. */
  readonly empty: boolean;
  matches(labels: Labels | undefined): boolean;
  /** The text form: `app=web,tier in (a,b)`. */
  toString(): string;
}

const noLabels: Labels = {};

function meets(requirement: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.operator) {
    case "=":
    case "==":
    case "in":
      return value !== undefined && requirement.values.includes(value);
    case "!=":
    case "notin":
      return value === undefined || !requirement.values.includes(value);
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "gt":
    case "lt": {
      if (value === undefined || !/^[+-]?[0-9]+$/.test(value)) return false;
      const [actual, bound] = [BigInt(value.replace("+", "")), BigInt((requirement.values[0] ?? "0").replace("+", ""))];
      return requirement.operator === "gt" ? actual > bound : actual < bound;
    }
  }
}

/** Text of one requirement. */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${values.join(",")})`;
    case "gt":
      return `${key}>${values[0] ?? ""}`;
    case "lt":
      return `${key}<${values[0] ?? ""}`;
    default:
      return `${key}${operator}${values[0] ?? ""}`;
  }
}

/** Compiles requirements; all must hold. */
export function labelSelector(requirements: readonly LabelRequirement[]): LabelSelector {
  const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    requirements: sorted,
    empty: sorted.length === 0,
    matches: (labels) => sorted.every((requirement) => meets(requirement, labels ?? noLabels)),
    toString: () => sorted.map(formatRequirement).join(","),
  };
}

/** Selects nothing: what an absent selector object means. */
export const nothingSelector: LabelSelector = {
  requirements: [],
  empty: false,
  matches: () => false,
  toString: () => "",
};

/** Selects everything. */
export const everythingSelector: LabelSelector = labelSelector([]);

const operators: Readonly<Record<string, LabelOperator>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};

/**
 * Compiles the `LabelSelector` of a spec. Absent selects nothing, empty selects everything. Operators that validation
 * refuses select nothing.
 */
export function labelSelectorOf(selector: LabelSelectorObject | null | undefined): LabelSelector {
  if (selector === null || selector === undefined) return nothingSelector;
  const requirements: LabelRequirement[] = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: "=",
    values: [value],
  }));
  for (const { key, operator, values } of selector.matchExpressions ?? []) {
    const known = operators[operator];
    if (known === undefined) return nothingSelector;
    requirements.push({ key, operator: known, values: [...new Set(values ?? [])].sort() });
  }
  return labelSelector(requirements);
}

/** Compiles a plain map as Services have it; an empty or absent map selects nothing. */
export function labelSelectorOfMap(labels: Labels | null | undefined): LabelSelector {
  const entries = Object.entries(labels ?? {});
  if (entries.length === 0) return nothingSelector;
  return labelSelector(entries.map(([key, value]) => ({ key, operator: "=", values: [value] })));
}
