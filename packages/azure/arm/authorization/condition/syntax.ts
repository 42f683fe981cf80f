/** A condition of a role assignment, read (Azure role assignment condition format, version 2.0). */
export type Condition =
  | { readonly kind: "and" | "or"; readonly sides: readonly [Condition, Condition] }
  | { readonly kind: "not"; readonly of: Condition }
  /** `ActionMatches{'…'}`: is the call this action? `SubOperationMatches` asks for a part of a data action. */
  | { readonly kind: "action" | "subOperation"; readonly pattern: string }
  | { readonly kind: "exists"; readonly attribute: Attribute }
  | { readonly kind: "compare"; readonly left: Operand; readonly comparison: Comparison; readonly right: Operand };

/** `@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId]`. */
export interface Attribute {
  /** `Request`, `Resource`, `Principal`, `Environment`. */
  readonly source: string;
  /** What stands between the brackets. */
  readonly name: string;
}

export type Literal = string | number | boolean;

export type Operand =
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "values"; readonly values: readonly Literal[] };

export interface Comparison {
  /** How values of the left side and of the right side are put together; `AnyAny` for single values. */
  readonly quantifier: Quantifier;
  /** A key of {@link operators}, negation taken off. */
  readonly operator: Operator;
  /** `StringNotEquals` and its like. */
  readonly negated: boolean;
}

export type Quantifier = "AnyAny" | "AllAny" | "AnyAll" | "AllAll";

export const quantifiers: Readonly<Record<string, Quantifier>> = {
  foranyofanyvalues: "AnyAny",
  forallofanyvalues: "AllAny",
  foranyofallvalues: "AnyAll",
  forallofallvalues: "AllAll",
};

export type Operator =
  | "equals"
  | "equalsIgnoreCase"
  | "startsWith"
  | "startsWithIgnoreCase"
  | "like"
  | "likeIgnoreCase"
  | "greater"
  | "greaterOrEqual"
  | "less"
  | "lessOrEqual"
  | "guid"
  | "bool"
  | "ip";

/** Operators by their name in lower case. */
export const operators: ReadonlyMap<string, { readonly operator: Operator; readonly negated: boolean }> = new Map(
  Object.entries({
    ...pair("string", "equals", "equals"),
    ...pair("string", "equalsignorecase", "equalsIgnoreCase"),
    ...pair("string", "startswith", "startsWith"),
    ...pair("string", "startswithignorecase", "startsWithIgnoreCase"),
    ...pair("string", "like", "like"),
    ...pair("string", "likeignorecase", "likeIgnoreCase"),
    ...pair("numeric", "equals", "equals"),
    ...one("numericgreaterthan", "greater"),
    ...one("numericgreaterthanequals", "greaterOrEqual"),
    ...one("numericlessthan", "less"),
    ...one("numericlessthanequals", "lessOrEqual"),
    ...pair("datetime", "equals", "equals"),
    ...one("datetimegreaterthan", "greater"),
    ...one("datetimegreaterthanequals", "greaterOrEqual"),
    ...one("datetimelessthan", "less"),
    ...one("datetimelessthanequals", "lessOrEqual"),
    ...pair("guid", "equals", "guid"),
    ...pair("bool", "equals", "bool"),
    ...pair("ip", "match", "ip"),
  }),
);

function one(name: string, operator: Operator) {
  return { [name]: { operator, negated: false } };
}

/** `StringEquals` and `StringNotEquals`. */
function pair(type: string, name: string, operator: Operator) {
  return { [`${type}${name}`]: { operator, negated: false }, [`${type}not${name}`]: { operator, negated: true } };
}
