import { TokenKind } from "../syntax/token.ts";
import type { DiagnosticTemplate } from "@byocni/base/lang";
import type { ErrorNode, Identifier, NodeBase } from "../syntax/index.ts";
import {
  advance,
  endOf,
  fail,
  identifierHere,
  isAtEnd,
  kindAt,
  missingIdentifier,
  ParseFailure,
  startOf,
  type ParserState,
} from "./state.ts";

/** Sets of token kinds at which skipping stops. */
export const stops = {
  newLine: [TokenKind.newLine],
  assignment: [TokenKind.assignment, TokenKind.newLine],
  name: [TokenKind.identifier, TokenKind.newLine],
  typeOfParameter: [TokenKind.assignment, TokenKind.leftBrace, TokenKind.newLine],
  string: [TokenKind.stringComplete, TokenKind.stringLeft, TokenKind.newLine],
  property: [TokenKind.newLine, TokenKind.rightBrace],
  propertyKey: [TokenKind.colon, TokenKind.newLine, TokenKind.rightBrace],
  item: [TokenKind.newLine, TokenKind.rightSquare],
  argument: [TokenKind.newLine, TokenKind.comma, TokenKind.rightParen],
  typeArgument: [TokenKind.newLine, TokenKind.comma, TokenKind.greater],
  lambdaBody: [TokenKind.newLine, TokenKind.rightParen],
  operand: [
    TokenKind.stringRight,
    TokenKind.rightBrace,
    TokenKind.rightParen,
    TokenKind.rightSquare,
    TokenKind.newLine,
  ],
  ternary: [
    TokenKind.colon,
    TokenKind.stringRight,
    TokenKind.rightBrace,
    TokenKind.rightParen,
    TokenKind.rightSquare,
    TokenKind.newLine,
  ],
  parenthesized: [
    TokenKind.stringRight,
    TokenKind.rightBrace,
    TokenKind.rightParen,
    TokenKind.rightSquare,
    TokenKind.newLine,
    TokenKind.comma,
  ],
  closeParen: [TokenKind.stringRight, TokenKind.rightBrace, TokenKind.rightSquare, TokenKind.newLine],
  loopSource: [TokenKind.colon, TokenKind.rightSquare, TokenKind.newLine],
  condition: [TokenKind.leftBrace, TokenKind.newLine],
  conditionInLoop: [TokenKind.rightSquare, TokenKind.leftBrace, TokenKind.newLine],
  hole: [TokenKind.stringMiddle, TokenKind.stringRight, TokenKind.newLine],
  importItem: [TokenKind.comma, TokenKind.newLine],
} as const satisfies Record<string, readonly TokenKind[]>;

export type Stops = readonly TokenKind[];

/** Moves to the first token of a kind in `kinds`, or to the end. */
export function synchronize(p: ParserState, kinds: Stops): void {
  while (!isAtEnd(p) && !kinds.includes(kindAt(p))) advance(p);
}

/** The tokens from `from` up to the current one as an error node. */
export function skippedSince(p: ParserState, from: number): ErrorNode {
  const start = startOf(p, from);
  return { kind: "error", start, end: p.position > from ? endOf(p, p.position - 1) : start };
}

/**
 * Runs `parse`; where it fails, skips to one of `kinds` and gives an error node for what was skipped. What was found
 * before the failure is dropped with the failed tree; the failure itself is reported unless `suppressed`.
 */
export function recovering<T>(
  p: ParserState,
  kinds: Stops,
  suppressed: boolean,
  parse: (p: ParserState) => T,
): T | ErrorNode {
  const { position, depth } = p;
  const found = p.diagnostics.length;
  try {
    return parse(p);
  } catch (failure) {
    // A declaration that is too deep is given up as a whole.
    if (!(failure instanceof ParseFailure) || p.tooDeepAt !== undefined) throw failure;
    p.diagnostics.length = found;
    p.depth = depth;
    synchronize(p, kinds);
    if (!suppressed) {
      const { code, message, span } = failure;
      p.diagnostics.push({ code, level: "error", message, source: p.source, span });
    }
    p.height = 0;
    return skippedSince(p, position);
  }
}

/** An identifier, or a missing one after skipping to one of `kinds`. */
export function identifierOr(p: ParserState, template: DiagnosticTemplate<[]>, kinds: Stops): Identifier {
  const node = recovering(p, kinds, false, () => {
    if (kindAt(p) !== TokenKind.identifier) fail(p, template);
    return identifierHere(p);
  });
  return node.kind === "identifier" ? node : missingIdentifier(node);
}

/** True when a part is missing altogether: what follows it is then not worth a diagnostic. */
export function isAbsent(part: NodeBase | undefined): boolean {
  if (part === undefined || part.start !== part.end) return false;
  return part.kind === "error" || (part as Identifier).isMissing === true;
}
