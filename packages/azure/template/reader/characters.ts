/** Character codes that the reader asks for by name. */
export const chars = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  doubleQuote: 34,
  singleQuote: 39,
  asterisk: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

export function isDigit(code: number): boolean {
  return code >= chars.zero && code <= chars.nine;
}

const identifier = /[\p{L}\p{Nd}_$]/u;

/** Letters, digits, `_` and `$`: what a member name without quotes may hold. */
export function isIdentifier(code: number): boolean {
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === 95 || code === 36;
  }
  return identifier.test(String.fromCharCode(code));
}

/** White space between tokens, beyond the four of JSON. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code >= 128 && /\s/.test(String.fromCharCode(code)));
}
