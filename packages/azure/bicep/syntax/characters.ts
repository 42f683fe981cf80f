/** ASCII code units that the scanner asks for. */
export const Char = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  hash: 35,
  dollar: 36,
  quote: 39,
  asterisk: 42,
  slash: 47,
  backslash: 92,
  leftBrace: 123,
  rightBrace: 125,
} as const;

export function isNewLine(unit: number): boolean {
  return unit === Char.lineFeed || unit === Char.carriageReturn;
}

export function isBlank(unit: number): boolean {
  return unit === Char.space || unit === Char.tab;
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isHexDigit(unit: number): boolean {
  return isDigit(unit) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
}

/** Identifiers are ASCII letters, digits and underscores. */
export function isIdentifierStart(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95;
}

export function isIdentifierPart(unit: number): boolean {
  return isIdentifierStart(unit) || isDigit(unit);
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** True for a text that could be written as an identifier (keywords included). */
export function isIdentifier(text: string): boolean {
  return identifier.test(text);
}
