/** Kinds of tokens. Numbers, so that a file's tokens fit into flat arrays. */
export const TokenKind = {
  endOfFile: 0,
  newLine: 1,
  identifier: 2,
  integer: 3,
  stringComplete: 4,
  stringLeft: 5,
  stringMiddle: 6,
  stringRight: 7,
  trueKeyword: 8,
  falseKeyword: 9,
  nullKeyword: 10,
  unrecognized: 11,
  at: 12,
  leftBrace: 13,
  rightBrace: 14,
  leftParen: 15,
  rightParen: 16,
  leftSquare: 17,
  rightSquare: 18,
  comma: 19,
  dot: 20,
  ellipsis: 21,
  question: 22,
  doubleQuestion: 23,
  colon: 24,
  doubleColon: 25,
  semicolon: 26,
  assignment: 27,
  arrow: 28,
  plus: 29,
  minus: 30,
  asterisk: 31,
  slash: 32,
  modulo: 33,
  exclamation: 34,
  less: 35,
  lessOrEqual: 36,
  greater: 37,
  greaterOrEqual: 38,
  equals: 39,
  notEquals: 40,
  equalsInsensitive: 41,
  notEqualsInsensitive: 42,
  and: 43,
  or: 44,
  pipe: 45,
  hat: 46,
} as const;

export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** The tokens of one file as parallel arrays; the last one is `endOfFile`. Comments and blanks are not tokens. */
export interface TokenList {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** A `#disable-next-line`, `#disable-diagnostics` or `#restore-diagnostics` line. */
export interface Pragma {
  readonly kind: "disable-next-line" | "disable-diagnostics" | "restore-diagnostics";
  readonly codes: readonly string[];
  readonly start: number;
  readonly end: number;
}
