import type { Diagnostic, DiagnosticTemplate, Span } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { Expression } from "../syntax/index.ts";
import { isAssignable, typeName, type Type, type UnionType } from "../types/index.ts";
import type { Assign, AssignContext } from "./assign-context.ts";
import type { Checker } from "./checker.ts";

/** What is found when a value is tried on a type; nothing is reported. */
function tried(c: Checker, run: (trial: Checker) => void): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const note =
    (isWarning: boolean) =>
    <Arguments extends readonly unknown[]>(
      span: Span,
      { code, level, message }: DiagnosticTemplate<Arguments>,
      ...args: Arguments
    ): void => {
      const own = isWarning ? "warning" : level;
      if (own === "off") return;
      const place = { start: span.start, end: span.end };
      found.push({ code, level: own, message: message(...args), source: c.model.source, span: place });
    };
  run({ ...c, report: note(false), warn: note(true) });
  return found;
}

/** Gives a value to one of several types: what is said is what is wrong with all that could take it. */
export function assignUnion(
  c: Checker,
  node: Expression,
  type: Type,
  target: UnionType,
  context: AssignContext,
  assign: Assign,
): void {
  if (type.kind === "union") {
    for (const member of type.members) assignMember(c, node, member, target, context, assign);
  } else assignOne(c, node, type, target, context, assign);
}

function assignMember(
  c: Checker,
  node: Expression,
  member: Type,
  target: UnionType,
  context: AssignContext,
  assign: Assign,
): void {
  if (!isAssignable(member, target)) {
    c.report(node, typeErrors.argumentMismatch, typeName(member), typeName(target));
    return;
  }
  const found = tried(c, (trial) => assignOne(trial, node, member, target, context, assign));
  replay(c, found);
  if (found.some(({ level }) => level === "error")) {
    c.report(node, typeErrors.argumentMismatch, typeName(member), typeName(target));
  }
}

function assignOne(
  c: Checker,
  node: Expression,
  type: Type,
  target: UnionType,
  context: AssignContext,
  assign: Assign,
): void {
  const attempts = target.members
    .filter((member) => isAssignable(type, member))
    .map((member) => tried(c, (trial) => assign(trial, node, type, member, context)));
  const viable = attempts.filter((found) => found.every(({ level }) => level !== "error"));
  if (viable.length === 0) for (const found of attempts) replay(c, found);
  else if (viable.every((found) => found.length > 0)) for (const found of viable) replay(c, found);
}

function replay(c: Checker, found: readonly Diagnostic[]): void {
  for (const { code, level, message, span } of found) c.report(span, { code, level, message: () => message });
}
