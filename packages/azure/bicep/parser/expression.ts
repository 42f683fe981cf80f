import type { Expression } from "../syntax/index.ts";
import { nested, type ExpressionContext, type ParserState } from "./state.ts";

export const anyExpression: ExpressionContext = { complexLiterals: true };
export const simpleExpression: ExpressionContext = { complexLiterals: false };

/** An expression of any kind, one level further down. */
export function parseExpression(p: ParserState, context: ExpressionContext): Expression {
  return nested(p, () => p.grammar.expression(p, context));
}
