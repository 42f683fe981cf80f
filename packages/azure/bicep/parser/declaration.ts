import type { Decorator, Expression, NodeBase, Statement } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { anyExpression, parseExpression } from "./expression.ts";
import { isAbsent, recovering, stops, type Stops } from "./recovery.ts";
import { advance, expectCharacter, tokenSpan, type ParserState } from "./state.ts";

/** What a declaration's parser is given: the decorators before it and where it starts. */
export interface Lead {
  readonly decorators: readonly Decorator[];
  readonly start: number;
}

export type StatementParser = (p: ParserState, lead: Lead) => Statement;

/** Common fields of a declaration; the keyword is taken. */
export function begin(p: ParserState, lead: Lead) {
  const keyword = tokenSpan(p);
  advance(p);
  return { decorators: lead.decorators, keyword, start: lead.start };
}

/** The `=` of a declaration. */
export function assignment(p: ParserState, previous: NodeBase | undefined, kinds: Stops = stops.newLine) {
  return recovering(p, kinds, isAbsent(previous), () => {
    expectCharacter(p, TokenKind.assignment, "=");
    return undefined;
  });
}

export function valueAfter(p: ParserState, previous: NodeBase | undefined): Expression {
  return recovering(p, stops.newLine, isAbsent(previous), () => parseExpression(p, anyExpression));
}
