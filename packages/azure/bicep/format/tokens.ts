import { scan } from "../syntax/scanner.ts";
import { TokenKind } from "../syntax/token.ts";

/** A comment or pragma between tokens. */
export interface Trivia {
  readonly kind: "line" | "block" | "pragma";
  readonly text: string;
}

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Comments that belong to the token: those before it that the token before does not take, and those it takes. */
  readonly leading: readonly Trivia[];
  readonly trailing: readonly Trivia[];
}

const leadingKinds: ReadonlySet<TokenKind> = new Set([
  TokenKind.newLine,
  TokenKind.pipe,
  TokenKind.at,
  TokenKind.minus,
  TokenKind.endOfFile,
  TokenKind.leftParen,
  TokenKind.leftSquare,
  TokenKind.leftBrace,
  TokenKind.stringLeft,
]);
const trailingKinds: ReadonlySet<TokenKind> = new Set([
  TokenKind.rightParen,
  TokenKind.rightSquare,
  TokenKind.rightBrace,
  TokenKind.stringRight,
  TokenKind.question,
]);
const bothKinds: ReadonlySet<TokenKind> = new Set([
  TokenKind.exclamation,
  TokenKind.falseKeyword,
  TokenKind.trueKeyword,
  TokenKind.nullKeyword,
  TokenKind.stringComplete,
  TokenKind.integer,
  TokenKind.identifier,
]);

/** On which sides of a token comments stay with it. */
export function stickiness(kind: TokenKind): "none" | "leading" | "trailing" | "both" {
  if (leadingKinds.has(kind)) return "leading";
  if (trailingKinds.has(kind)) return "trailing";
  return bothKinds.has(kind) ? "both" : "none";
}

const triviaPattern = /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|#[^\r\n]*?(?=\/\/|\/\*|[\r\n]|$)/g;

function readTrivia(gap: string): readonly Trivia[] {
  if (gap.trim() === "") return [];
  return [...gap.matchAll(triviaPattern)].map(([text]) => {
    if (text.startsWith("#")) return { kind: "pragma", text: text.trim().split(/\s+/).join(" ") };
    return { kind: text.startsWith("//") ? "line" : "block", text };
  });
}

/** The tokens of a text with the comments around them. */
export function readTokens(text: string): readonly Token[] {
  const { tokens } = scan(text, () => undefined);
  const result: { -readonly [Key in keyof Token]: Token[Key] }[] = [];
  for (let index = 0; index < tokens.count; index++) {
    const kind = (tokens.kinds[index] ?? 0) as TokenKind;
    const start = tokens.starts[index] ?? text.length;
    const end = tokens.ends[index] ?? text.length;
    const before = result.at(-1);
    const trivia = readTrivia(text.slice(before?.end ?? 0, start));
    const sticks = before ? stickiness(before.kind) : "none";
    const isTaken = before !== undefined && (sticks === "trailing" || sticks === "both");
    if (isTaken) before.trailing = trivia;
    result.push({ kind, text: text.slice(start, end), start, end, leading: isTaken ? [] : trivia, trailing: [] });
  }
  return result;
}
