import { cidrContains, parseAddress, parseCidr } from "@byocni/base/core";
import { actionMatches } from "../role.ts";
import type { Attribute, Comparison, Condition, Literal, Operand, Operator, Quantifier } from "./syntax.ts";

/** What a condition is about. */
export interface ConditionFacts {
  readonly action: string;
  /** Values by `request:microsoft.authorization/roleassignments:roledefinitionid`, all in lower case. */
  readonly attributes?: Readonly<Record<string, readonly Literal[]>>;
  /** True when the attributes are not known yet: what depends on them stays open. */
  readonly open?: boolean;
}

/**
 * Is the condition fulfilled? An attribute that is not there makes its comparison false. Undefined: it depends on
 * attributes that are not known yet.
 */
export function fulfills(condition: Condition, facts: ConditionFacts): boolean | undefined {
  switch (condition.kind) {
    case "and": {
      const [left, right] = condition.sides.map((side) => fulfills(side, facts));
      if (left === false || right === false) return false;
      return left === undefined || right === undefined ? undefined : true;
    }
    case "or": {
      const [left, right] = condition.sides.map((side) => fulfills(side, facts));
      if (left === true || right === true) return true;
      return left === undefined || right === undefined ? undefined : false;
    }
    case "not": {
      const inner = fulfills(condition.of, facts);
      return inner === undefined ? undefined : !inner;
    }
    case "action":
      return actionMatches(condition.pattern, facts.action);
    case "subOperation":
      return false;
    case "exists":
      return facts.open === true ? undefined : valuesOf(condition.attribute, facts) !== undefined;
    case "compare": {
      if (facts.open === true) return undefined;
      const left = operandValues(condition.left, facts);
      const right = operandValues(condition.right, facts);
      return left !== undefined && right !== undefined && compares(left, right, condition.comparison);
    }
  }
}

function operandValues(operand: Operand, facts: ConditionFacts): readonly Literal[] | undefined {
  return operand.kind === "values" ? operand.values : valuesOf(operand.attribute, facts);
}

function valuesOf({ source, name }: Attribute, { attributes }: ConditionFacts): readonly Literal[] | undefined {
  return attributes?.[`${source}:${name}`.toLowerCase()];
}

function compares(left: readonly Literal[], right: readonly Literal[], comparison: Comparison): boolean {
  const { quantifier, operator, negated } = comparison;
  const holds = (a: Literal, b: Literal): boolean => tests[operator](a, b) !== negated;
  const byQuantifier: Readonly<Record<Quantifier, () => boolean>> = {
    AnyAny: () => left.some((a) => right.some((b) => holds(a, b))),
    AllAny: () => left.every((a) => right.some((b) => holds(a, b))),
    AnyAll: () => left.some((a) => right.every((b) => holds(a, b))),
    AllAll: () => left.every((a) => right.every((b) => holds(a, b))),
  };
  return byQuantifier[quantifier]();
}

type Test = (a: Literal, b: Literal) => boolean;

const lower = (value: Literal): string => String(value).toLowerCase();

const tests: Readonly<Record<Operator, Test>> = {
  equals: (a, b) => String(a) === String(b),
  equalsIgnoreCase: (a, b) => lower(a) === lower(b),
  startsWith: (a, b) => String(a).startsWith(String(b)),
  startsWithIgnoreCase: (a, b) => lower(a).startsWith(lower(b)),
  like: (a, b) => likes(String(a), String(b)),
  likeIgnoreCase: (a, b) => likes(lower(a), lower(b)),
  greater: (a, b) => order(a, b) > 0,
  greaterOrEqual: (a, b) => order(a, b) >= 0,
  less: (a, b) => order(a, b) < 0,
  lessOrEqual: (a, b) => order(a, b) <= 0,
  // Written with dashes or without (Azure's own built-in roles write both).
  guid: (a, b) => lower(a).replaceAll("-", "") === lower(b).replaceAll("-", ""),
  bool: (a, b) => lower(a) === lower(b),
  ip: (a, b) => isIn(String(a), String(b)),
};

/** Numbers as numbers, times as times. NaN, and so no order, for anything else. */
function order(a: Literal, b: Literal): number {
  const value = (item: Literal): number => (typeof item === "number" ? item : Date.parse(String(item)));
  return value(a) - value(b);
}

/** `*` for any characters, `?` for one. */
function likes(text: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

function isIn(address: string, range: string): boolean {
  const [parsed, cidr] = [parseAddress(address), parseCidr(range)];
  return parsed.ok && cidr.ok && cidrContains(cidr.value.cidr, parsed.value);
}
