import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { ErrorNode, Expression, StringNode } from "../syntax/index.ts";
import { multiLineTokenValue, stringTokenValue } from "../syntax/string-scanner.ts";
import { TokenKind } from "../syntax/token.ts";
import { anyExpression, parseExpression } from "./expression.ts";
import { recovering, skippedSince, stops, synchronize } from "./recovery.ts";
import {
  advance,
  fail,
  finished,
  isAtEnd,
  kindAt,
  previousEnd,
  report,
  startOf,
  tokenSpan,
  type ParserState,
} from "./state.ts";
import type { DiagnosticTemplate } from "@byocni/base/lang";

/** How a string's pieces are read: undefined = one line, a number = multi-line with so many `$` before a hole. */
function dollarsOf(p: ParserState): number | undefined {
  const start = startOf(p);
  let index = start;
  while (p.text[index] === "$") index++;
  return p.text.startsWith("'''", index) && tokenSpan(p).end >= index + 3 ? index - start : undefined;
}

function pieceValue(p: ParserState, dollars: number | undefined): string | undefined {
  const { start, end } = tokenSpan(p);
  return dollars === undefined
    ? stringTokenValue(p.text, start, end, kindAt(p))
    : multiLineTokenValue(p.text, start, end, kindAt(p), dollars);
}

/** A string with or without holes; the current token begins one. An unfinished string gives an error node. */
export function parseString(p: ParserState): StringNode | ErrorNode {
  const first = p.position;
  const start = startOf(p);
  const dollars = dollarsOf(p);
  const segments: string[] = [];
  const expressions: Expression[] = [];
  let height = 0;
  let isBroken = false;
  while (true) {
    const kind = kindAt(p);
    const value = pieceValue(p, dollars);
    if (value === undefined) isBroken = true;
    segments.push(value ?? "");
    advance(p);
    if (kind === TokenKind.stringComplete || kind === TokenKind.stringRight) break;
    expressions.push(parseHole(p));
    height = Math.max(height, p.height);
    if (kindAt(p) !== TokenKind.stringMiddle && kindAt(p) !== TokenKind.stringRight) {
      isBroken = true;
      break;
    }
  }
  if (isBroken) return finished(p, 0, skippedSince(p, first));
  const isMultiLine = dollars !== undefined;
  return finished(p, height + 1, {
    kind: "string",
    segments,
    expressions,
    isMultiLine,
    start,
    end: previousEnd(p),
  });
}

function atPiece(p: ParserState): boolean {
  return kindAt(p) === TokenKind.stringMiddle || kindAt(p) === TokenKind.stringRight;
}

/** What stands in `${…}`. */
function parseHole(p: ParserState): Expression {
  const from = p.position;
  const expression = recovering(p, stops.hole, false, () => parseExpression(p, anyExpression));
  if (atPiece(p) || kindAt(p) === TokenKind.newLine || isAtEnd(p)) return expression;
  const rest = startOf(p);
  synchronize(p, stops.hole);
  report(p, { start: rest, end: previousEnd(p) }, parseErrors.interpolation);
  return skippedSince(p, from);
}

/** A string that must be whole; otherwise fails with `template` at its first token. */
export function expectString(p: ParserState, template: DiagnosticTemplate<[]>): StringNode {
  const kind = kindAt(p);
  if (kind !== TokenKind.stringComplete && kind !== TokenKind.stringLeft) fail(p, template);
  const { position } = p;
  const node = parseString(p);
  if (node.kind === "string") return node;
  p.position = position;
  fail(p, template);
}
