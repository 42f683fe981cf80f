import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { Expression } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { memberName, parseArguments } from "./calls.ts";
import { parseExpression } from "./expression.ts";
import { parsePrimary } from "./primary.ts";
import {
  accept,
  expectCharacter,
  finished,
  kindAt,
  missing,
  missingIdentifier,
  previousEnd,
  report,
  startOf,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

/** A primary expression with all the accesses that follow it. */
export function parseMember(p: ParserState, context: ExpressionContext): Expression {
  let current = parsePrimary(p, context);
  let height = p.height;
  while (true) {
    p.height = 0;
    const next = parseAccess(p, context, current);
    if (next === undefined) return finished(p, height, current);
    height = Math.max(height, p.height) + 1;
    current = finished(p, height, next);
  }
}

function parseAccess(p: ParserState, context: ExpressionContext, base: Expression): Expression | undefined {
  const { start } = base;
  if (accept(p, TokenKind.leftSquare)) {
    const isSafe = accept(p, TokenKind.question);
    const isFromEnd = accept(p, TokenKind.hat);
    const index =
      kindAt(p) === TokenKind.rightSquare ? missing(p, parseErrors.emptyIndexer) : parseExpression(p, context);
    expectCharacter(p, TokenKind.rightSquare, "]");
    return { kind: "index-access", base, isSafe, isFromEnd, index, start, end: previousEnd(p) };
  }
  if (kindAt(p) === TokenKind.dot) return parseDotted(p, context, base);
  if (accept(p, TokenKind.doubleColon)) {
    const name = memberName(p);
    return { kind: "nested-access", base, name, start, end: name.end };
  }
  if (accept(p, TokenKind.exclamation)) return { kind: "non-null", base, start, end: previousEnd(p) };
  return undefined;
}

function parseDotted(p: ParserState, context: ExpressionContext, base: Expression): Expression {
  accept(p, TokenKind.dot);
  const questionAt = startOf(p);
  const isSafe = accept(p, TokenKind.question);
  const name = memberName(p);
  if (kindAt(p) !== TokenKind.leftParen) {
    const end = Math.max(name.end, previousEnd(p));
    return { kind: "property-access", base, isSafe, name, start: base.start, end };
  }
  const args = parseArguments(p, context);
  if (isSafe) report(p, { start: questionAt, end: questionAt + 1 }, parseErrors.safeMethodCall);
  const safeName = isSafe ? missingIdentifier({ start: questionAt, end: name.end }) : name;
  return { kind: "method-call", base, name: safeName, args, start: base.start, end: previousEnd(p) };
}
