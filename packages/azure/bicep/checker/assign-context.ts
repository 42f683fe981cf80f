import type { Span } from "@byocni/base/lang";
import type { Expression } from "../syntax/index.ts";
import type { Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/** How a mismatch is said where a value is assigned. */
export interface AssignContext {
  /** Where to point when the value is not written here but reached through a name, and that name. */
  readonly origin?: Span & { readonly name: string };
  /** Types of resources are generated: what is wrong is then a warning that names the possibility. */
  readonly isResource?: boolean;
  readonly disallowsAny?: boolean;
  readonly onMismatch?: (expected: Type, actual: Type, span: Span) => void;
  /** What was compared already: recursive types end here. */
  readonly seen?: Map<Expression, Map<Type, Set<Type>>>;
}

/** `assign` itself, for those that it calls for the parts of a value. */
export type Assign = (c: Checker, node: Expression, type: Type, target: Type, context: AssignContext) => void;

/** The value of the variable that a name stands for. */
export function declaredValue(c: Checker, node: Expression): Expression | undefined {
  const symbol = c.model.bindings.symbols.get(node);
  return symbol?.kind === "variable" ? symbol.node.value : undefined;
}

/** Notes that a value was compared with a type; true when it was already. */
export function isDone(c: Checker, context: AssignContext, node: Expression, type: Type, target: Type): boolean {
  const known = context.seen?.get(node)?.get(type)?.has(target) === true;
  if (!known) remember(context.seen, node, type, target);
  return known;
}

function remember(seen: AssignContext["seen"], node: Expression, type: Type, target: Type): void {
  if (!seen) return;
  const byType = seen.get(node) ?? new Map<Type, Set<Type>>();
  const targets = byType.get(type) ?? new Set<Type>();
  targets.add(target);
  byType.set(type, targets);
  seen.set(node, byType);
}

/** The context with a list of what was compared. */
export function noted(context: AssignContext): AssignContext {
  return context.seen ? context : { ...context, seen: new Map() };
}
