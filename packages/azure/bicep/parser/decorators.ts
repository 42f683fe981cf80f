import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { Decorator, Expression } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { memberName, parseArguments, parseCall } from "./calls.ts";
import { anyExpression } from "./expression.ts";
import { recovering, stops } from "./recovery.ts";
import {
  accept,
  advance,
  fail,
  finished,
  identifierHere,
  isAtEnd,
  kindAt,
  previousEnd,
  skipNewLines,
  startOf,
  type ParserState,
} from "./state.ts";

/** All `@…` lines before a declaration or member, with the line ends after them. */
export function parseDecorators(p: ParserState): readonly Decorator[] {
  if (kindAt(p) !== TokenKind.at) return [];
  const decorators: Decorator[] = [];
  while (kindAt(p) === TokenKind.at) {
    const start = startOf(p);
    advance(p);
    const expression = recovering(p, stops.newLine, false, () => parseDecoratorExpression(p));
    decorators.push({ kind: "decorator", expression, start, end: expression.end });
    recovering(p, stops.newLine, false, () => {
      if (!accept(p, TokenKind.newLine)) fail(p, parseErrors.newLine);
      return undefined;
    });
    skipNewLines(p);
    if (isAtEnd(p)) break;
  }
  return decorators;
}

function parseDecoratorExpression(p: ParserState): Expression {
  if (kindAt(p) !== TokenKind.identifier) fail(p, parseErrors.decoratorName);
  const name = identifierHere(p);
  let current: Expression =
    kindAt(p) === TokenKind.leftParen
      ? parseCall(p, anyExpression, name)
      : { kind: "variable", name, start: name.start, end: name.end };
  let { height } = p;
  while (accept(p, TokenKind.dot)) {
    const member = memberName(p);
    const start: number = current.start;
    if (kindAt(p) === TokenKind.leftParen) {
      const args = parseArguments(p, anyExpression);
      current = { kind: "method-call", base: current, name: member, args, start, end: previousEnd(p) };
    } else current = { kind: "property-access", base: current, isSafe: false, name: member, start, end: member.end };
    height = Math.max(height, p.height) + 1;
    finished(p, height, current);
  }
  return current;
}
