import { fault } from "../errors/template-error.ts";

/** Kinds of tokens, named as Resource Manager names them in its errors. */
export type TokenKind =
  | "Identifier"
  | "Literal"
  | "Integer"
  | "Float"
  | "LeftParenthesis"
  | "RightParenthesis"
  | "LeftSquareBracket"
  | "RightSquareBracket"
  | "Comma"
  | "Dot"
  | "EndOfData";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const punctuation: Readonly<Record<string, TokenKind>> = {
  "(": "LeftParenthesis",
  ")": "RightParenthesis",
  "[": "LeftSquareBracket",
  "]": "RightSquareBracket",
  ",": "Comma",
  ".": "Dot",
};

const space = /\s*/y;
const identifier = /[\p{L}_$][\p{L}\p{Nd}_$]*/uy;
const number = /-?\d+(\.\d+)?/y;

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/**
 * Splits an expression (without its brackets) into tokens; the last one is `EndOfData`. Strings are in single quotes,
 * `''` is a quote inside. @throws ExpressionFault
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += match(space, text, at)?.length ?? 0;
    if (at >= text.length) break;
    const offset = at;
    const char = text.charAt(at);
    const kind = punctuation[char];
    if (kind) {
      tokens.push({ kind, text: char, offset });
      at++;
    } else if (char === "'") {
      const value = scanQuoted(text, at);
      tokens.push({ kind: "Literal", text: value.text, offset });
      at = value.end;
    } else {
      const name = match(identifier, text, at);
      const digits = name === undefined ? match(number, text, at) : undefined;
      if (name !== undefined) tokens.push({ kind: "Identifier", text: name, offset });
      else if (digits !== undefined)
        tokens.push({ kind: digits.includes(".") ? "Float" : "Integer", text: digits, offset });
      else throw fault("expressionCharacter", text, char, at);
      at += (name ?? digits ?? "").length;
    }
  }
  tokens.push({ kind: "EndOfData", text: "", offset: text.length });
  return tokens;
}

function scanQuoted(text: string, from: number): { text: string; end: number } {
  let value = "";
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf("'", at);
    if (quote < 0) throw fault("expressionCharacter", text, "'", from);
    value += text.slice(at, quote);
    if (text.charAt(quote + 1) !== "'") return { text: value, end: quote + 1 };
    value += "'";
    at = quote + 2;
  }
}
