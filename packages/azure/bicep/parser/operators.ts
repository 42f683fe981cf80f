import type { BinaryOperator, Expression, UnaryNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseExpression } from "./expression.ts";
import { parseMember } from "./members.ts";
import { isAbsent, recovering, stops } from "./recovery.ts";
import {
  advance,
  expectCharacter,
  finished,
  kindAt,
  kindPastNewLines,
  skipNewLines,
  startOf,
  tokenText,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

const precedences: Partial<Record<TokenKind, number>> = {
  [TokenKind.modulo]: 100,
  [TokenKind.asterisk]: 100,
  [TokenKind.slash]: 100,
  [TokenKind.plus]: 90,
  [TokenKind.minus]: 90,
  [TokenKind.greater]: 80,
  [TokenKind.greaterOrEqual]: 80,
  [TokenKind.less]: 80,
  [TokenKind.lessOrEqual]: 80,
  [TokenKind.equals]: 70,
  [TokenKind.notEquals]: 70,
  [TokenKind.equalsInsensitive]: 70,
  [TokenKind.notEqualsInsensitive]: 70,
  [TokenKind.and]: 50,
  [TokenKind.or]: 40,
  [TokenKind.doubleQuestion]: 30,
};

/** The whole of an expression: a ternary, or what is left of one. */
export function parseTernary(p: ParserState, context: ExpressionContext): Expression {
  const condition = parseBinary(p, context, 0);
  if (kindPastNewLines(p) !== TokenKind.question) return condition;
  let height = p.height;
  skipNewLines(p);
  advance(p);
  const whenTrue = recovering(p, stops.ternary, false, () => parseExpression(p, context));
  height = Math.max(height, p.height);
  if (whenTrue.kind !== "error" && kindPastNewLines(p) === TokenKind.colon) skipNewLines(p);
  const colon = recovering(p, stops.operand, isAbsent(whenTrue), () => {
    expectCharacter(p, TokenKind.colon, ":");
    return undefined;
  });
  const whenFalse = recovering(p, stops.operand, isAbsent(colon), () => parseExpression(p, context));
  height = Math.max(height, p.height);
  const { start } = condition;
  const { end } = whenFalse;
  return finished(p, height + 1, { kind: "ternary", condition, whenTrue, whenFalse, start, end });
}

function parseBinary(p: ParserState, context: ExpressionContext, precedence: number): Expression {
  let left = parseUnary(p, context);
  let height = p.height;
  while (true) {
    const own = precedences[kindAt(p)] ?? -1;
    if (own <= precedence) return finished(p, height, left);
    const operator = tokenText(p) as BinaryOperator;
    advance(p);
    const right = recovering(p, stops.operand, false, () => parseBinary(p, context, own));
    height = Math.max(height, p.height) + 1;
    left = { kind: "binary", operator, left, right, start: left.start, end: right.end };
    finished(p, height, left);
  }
}

function parseUnary(p: ParserState, context: ExpressionContext): Expression {
  const kind = kindAt(p);
  if (kind !== TokenKind.exclamation && kind !== TokenKind.minus && kind !== TokenKind.plus) {
    return parseMember(p, context);
  }
  const start = startOf(p);
  const operator = tokenText(p) as UnaryNode["operator"];
  advance(p);
  const operand = recovering(p, stops.operand, false, () => parseMember(p, context));
  return finished(p, p.height + 1, { kind: "unary", operator, operand, start, end: operand.end });
}
