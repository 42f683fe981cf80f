import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { ErrorNode, Expression, LocalNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseExpression } from "./expression.ts";
import { isAbsent, recovering, stops } from "./recovery.ts";
import {
  accept,
  expectCharacter,
  isKeywordPastNewLines,
  kindAt,
  report,
  skipNewLines,
  startOf,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

/** Words that begin a declaration: a lambda's body is not looked for past a line that begins with one. */
const declarationKeywords: readonly string[] = [
  "assert",
  "import",
  "metadata",
  "param",
  "var",
  "resource",
  "output",
  "module",
  "type",
];
/** What stands between parentheses: expressions divided by commas. The current token is `(`. */
export interface ParenthesizedList<T> {
  readonly items: readonly (T | ErrorNode)[];
  readonly commas: number;
  readonly isClosed: boolean;
}

export function parseParenthesizedList<T extends Expression | LocalNode>(
  p: ParserState,
  allowNewLines: boolean,
  parseItem: (p: ParserState) => T,
): ParenthesizedList<T> {
  expectCharacter(p, TokenKind.leftParen, "(");
  const items: (T | ErrorNode)[] = [];
  let commas = 0;
  let height = 0;
  const newLines = (): void => {
    if (allowNewLines) skipNewLines(p);
  };
  newLines();
  while (kindAt(p) !== TokenKind.rightParen) {
    items.push(recovering(p, stops.parenthesized, false, parseItem));
    height = Math.max(height, p.height);
    newLines();
    if (!accept(p, TokenKind.comma)) break;
    commas++;
    newLines();
  }
  const close = recovering(p, stops.closeParen, isAbsent(items.at(-1)), () => {
    expectCharacter(p, TokenKind.rightParen, ")");
    return undefined;
  });
  p.height = height;
  return { items, commas, isClosed: close === undefined };
}

/** `(expression)`, as after `if`. */
export function parseParenthesized(
  p: ParserState,
  context: ExpressionContext,
): { readonly expression: Expression; readonly isClosed: boolean } {
  const start = startOf(p);
  const list = parseParenthesizedList(p, true, () => parseExpression(p, context));
  const expression = soleItem(p, list, start);
  return { expression, isClosed: list.isClosed };
}

/** The one expression between parentheses; anything else is reported. */
export function soleItem(p: ParserState, list: ParenthesizedList<Expression>, open: number): Expression {
  const [first] = list.items;
  if (first === undefined) {
    report(p, { start: open + 1, end: open + 1 }, parseErrors.oneParenthesized);
    return { kind: "error", start: open + 1, end: open + 1 };
  }
  const last = list.items.at(-1) ?? first;
  if (list.items.length === 1 && list.commas === 0) return first;
  report(p, { start: first.start, end: last.end }, parseErrors.oneParenthesized);
  return { kind: "error", start: first.start, end: last.end };
}

export function skipNewLinesBeforeBody(p: ParserState): void {
  if (!declarationKeywords.some((keyword) => isKeywordPastNewLines(p, keyword))) skipNewLines(p);
}
