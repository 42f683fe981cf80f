import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { CallNode, Expression, Identifier } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseExpression } from "./expression.ts";
import { listKinds, parseList } from "./lists.ts";
import { recovering, stops } from "./recovery.ts";
import {
  accept,
  expectCharacter,
  finished,
  identifierHere,
  kindAt,
  missing,
  missingIdentifier,
  previousEnd,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

/** The name after a dot; a missing one is reported and stands for nothing. */
export function memberName(p: ParserState): Identifier {
  if (kindAt(p) === TokenKind.identifier) return identifierHere(p);
  return missingIdentifier(missing(p, parseErrors.functionOrPropertyName));
}

/** `(argument, …)`. */
export function parseArguments(p: ParserState, context: ExpressionContext): readonly Expression[] {
  expectCharacter(p, TokenKind.leftParen, "(");
  const args = parseList(p, listKinds.arguments, () =>
    recovering(p, stops.argument, false, () => parseExpression(p, context)),
  );
  const { height } = p;
  if (!accept(p, TokenKind.rightParen)) missing(p, parseErrors.character, ")");
  p.height = height;
  return args;
}

export function parseCall(p: ParserState, context: ExpressionContext, name: Identifier): CallNode {
  const args = parseArguments(p, context);
  return finished(p, p.height + 1, { kind: "call", name, args, start: name.start, end: previousEnd(p) });
}
