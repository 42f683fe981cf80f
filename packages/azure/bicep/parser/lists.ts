import { parseErrors } from "../diagnostics/parse-errors.ts";
import { TokenKind } from "../syntax/token.ts";
import { accept, advance, isAtEnd, kindAt, missing, skipNewLines, type ParserState } from "./state.ts";

/** How one kind of list is written. */
export interface ListKind {
  readonly close: TokenKind;
  /** `lines`: items on lines of their own or divided by commas. `commas`: always commas, lines as liked. */
  readonly separator: "lines" | "commas";
}

export const listKinds = {
  object: { close: TokenKind.rightBrace, separator: "lines" },
  array: { close: TokenKind.rightSquare, separator: "lines" },
  arguments: { close: TokenKind.rightParen, separator: "commas" },
  typeArguments: { close: TokenKind.greater, separator: "commas" },
} as const satisfies Record<string, ListKind>;

/** Parses items up to (not including) the closing token. `height` of the state becomes that of the highest item. */
export function parseList<T>(p: ParserState, kind: ListKind, parseItem: (p: ParserState) => T): readonly T[] {
  const items: T[] = [];
  let height = 0;
  const item = (): void => {
    const before = p.position;
    p.height = 0;
    items.push(parseItem(p));
    height = Math.max(height, p.height);
    // An item that took nothing would be parsed for ever.
    if (p.position === before && !isAtEnd(p) && !separates(p) && kindAt(p) !== kind.close) advance(p);
  };
  if (kindAt(p) !== kind.close) {
    skipNewLines(p);
    while (!isAtEnd(p) && kindAt(p) !== kind.close) {
      item();
      if (isAtEnd(p) || kindAt(p) === kind.close) break;
      const goesOn = kind.separator === "lines" ? afterLineItem(p) : afterArgument(p, kind.close, item);
      if (!goesOn) break;
    }
  }
  p.height = height;
  return items;
}

function separates(p: ParserState): boolean {
  return kindAt(p) === TokenKind.newLine || kindAt(p) === TokenKind.comma;
}

function afterLineItem(p: ParserState): boolean {
  if (kindAt(p) === TokenKind.newLine) skipNewLines(p);
  else if (accept(p, TokenKind.comma)) {
    if (kindAt(p) === TokenKind.newLine) {
      missing(p, parseErrors.newLineAfterComma);
      advance(p);
    }
  } else missing(p, parseErrors.newLineOrComma);
  return true;
}

function afterArgument(p: ParserState, close: TokenKind, item: () => void): boolean {
  if (kindAt(p) === TokenKind.newLine) {
    let ahead = 1;
    while (kindAt(p, ahead) === TokenKind.newLine) ahead++;
    // At the file's end the line ends are left alone, so that the missing character is reported where it belongs.
    if (kindAt(p, ahead) === TokenKind.endOfFile) return false;
    if (kindAt(p, ahead) !== close) missing(p, parseErrors.comma);
    skipNewLines(p);
  } else if (accept(p, TokenKind.comma)) {
    skipNewLines(p);
    // A comma before the closing token: the missing argument is parsed for its diagnostic.
    if (kindAt(p) === close) item();
  } else missing(p, parseErrors.newLineOrComma);
  return true;
}
