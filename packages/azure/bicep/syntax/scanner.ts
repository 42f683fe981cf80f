import type { Span } from "@byocni/base/lang";
import { scanErrors } from "../diagnostics/scan-errors.ts";
import { Char, isBlank, isDigit, isIdentifierPart, isIdentifierStart, isNewLine } from "./characters.ts";
import { scanMultiLineString, scanString, type ReportScanError } from "./string-scanner.ts";
import { TokenKind, type Pragma, type TokenList } from "./token.ts";

/** An open construct of a string hole: the string itself, or a brace inside the hole. */
type Opened = "brace" | "string" | { readonly dollars: number };

const maxIdentifierLength = 255;
const keywords: ReadonlyMap<string, TokenKind> = new Map([
  ["true", TokenKind.trueKeyword],
  ["false", TokenKind.falseKeyword],
  ["null", TokenKind.nullKeyword],
]);
const pragmaKinds = ["disable-next-line", "disable-diagnostics", "restore-diagnostics"] as const;

/** Tokens of one to three characters by their first one, longest first. */
const punctuation: readonly (readonly (readonly [string, TokenKind])[] | undefined)[] = byFirstUnit([
  ["@", TokenKind.at],
  ["(", TokenKind.leftParen],
  [")", TokenKind.rightParen],
  ["[", TokenKind.leftSquare],
  ["]", TokenKind.rightSquare],
  [",", TokenKind.comma],
  ["...", TokenKind.ellipsis],
  [".", TokenKind.dot],
  ["??", TokenKind.doubleQuestion],
  ["?", TokenKind.question],
  ["::", TokenKind.doubleColon],
  [":", TokenKind.colon],
  [";", TokenKind.semicolon],
  ["+", TokenKind.plus],
  ["-", TokenKind.minus],
  ["%", TokenKind.modulo],
  ["*", TokenKind.asterisk],
  ["/", TokenKind.slash],
  ["^", TokenKind.hat],
  ["!=", TokenKind.notEquals],
  ["!~", TokenKind.notEqualsInsensitive],
  ["!", TokenKind.exclamation],
  ["<=", TokenKind.lessOrEqual],
  ["<", TokenKind.less],
  [">=", TokenKind.greaterOrEqual],
  [">", TokenKind.greater],
  ["==", TokenKind.equals],
  ["=~", TokenKind.equalsInsensitive],
  ["=>", TokenKind.arrow],
  ["=", TokenKind.assignment],
  ["&&", TokenKind.and],
  ["||", TokenKind.or],
  ["|", TokenKind.pipe],
]);

function byFirstUnit(
  all: readonly (readonly [string, TokenKind])[],
): readonly (readonly (readonly [string, TokenKind])[] | undefined)[] {
  const table: (readonly [string, TokenKind])[][] = [];
  for (const one of all) (table[one[0].charCodeAt(0)] ??= []).push(one);
  return Array.from({ length: 128 }, (_, unit) => table[unit]);
}

export interface ScanResult {
  readonly tokens: TokenList;
  readonly pragmas: readonly Pragma[];
}

/** Splits a text into tokens. Whatever the text is, the tokens cover all that is not blank or comment. */
export function scan(text: string, report: ReportScanError): ScanResult {
  const capacity = (text.length >> 1) + 16;
  let kinds = new Uint8Array(capacity);
  let starts = new Int32Array(capacity);
  let ends = new Int32Array(capacity);
  let count = 0;
  const pragmas: Pragma[] = [];
  const opened: Opened[] = [];
  let index = 0;

  const grow = (): void => {
    const bigger = kinds.length * 2;
    const copy = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    kinds = copy(kinds, new Uint8Array(bigger));
    starts = copy(starts, new Int32Array(bigger));
    ends = copy(ends, new Int32Array(bigger));
  };
  const push = (kind: TokenKind, start: number, end: number): void => {
    if (count === kinds.length) grow();
    kinds[count] = kind;
    starts[count] = start;
    ends[count] = end;
    count++;
    index = end;
  };

  const skipTrivia = (): void => {
    let afterComment = false;
    while (index < text.length) {
      const unit = text.charCodeAt(index);
      if (isBlank(unit)) index++;
      else if (unit === Char.slash && text.charCodeAt(index + 1) === Char.slash) {
        while (index < text.length && !isNewLine(text.charCodeAt(index))) index++;
        afterComment = true;
      } else if (unit === Char.slash && text.charCodeAt(index + 1) === Char.asterisk) {
        const close = text.indexOf("*/", index + 2);
        if (close === -1) report({ start: index, end: text.length }, scanErrors.commentNotTerminated);
        index = close === -1 ? text.length : close + 2;
        afterComment = true;
      } else if (unit === Char.hash && !afterComment && isAtLineStart(text, index)) {
        const pragma = scanPragma(text, index, report);
        if (pragma === undefined) return;
        pragmas.push(pragma);
        index = pragma.end;
      } else return;
    }
  };

  const closeBrace = (start: number): void => {
    const open = opened.at(-1);
    if (open === undefined || open === "brace") {
      if (open === "brace") opened.pop();
      push(TokenKind.rightBrace, start, start + 1);
      return;
    }
    const { kind, end } =
      open === "string"
        ? scanString(text, start, start + 1, false, report)
        : scanMultiLineString(text, start, start + 1, false, open.dollars, report);
    if (kind === TokenKind.stringRight) opened.pop();
    push(kind, start, end);
  };

  const openString = (start: number): void => {
    let quotes = start;
    while (text.charCodeAt(quotes) === Char.dollar) quotes++;
    const dollars = quotes - start;
    if (text.startsWith("'''", quotes)) {
      const { kind, end } = scanMultiLineString(text, start, quotes + 3, true, dollars, report);
      if (kind === TokenKind.stringLeft) opened.push({ dollars });
      push(kind, start, end);
      return;
    }
    if (dollars > 0) {
      reportUnrecognized({ start, end: quotes });
      push(TokenKind.unrecognized, start, quotes);
      return;
    }
    const { kind, end } = scanString(text, start, start + 1, true, report);
    if (kind === TokenKind.stringLeft) opened.push("string");
    push(kind, start, end);
  };

  const reportUnrecognized = (span: Span): void => {
    const token = text.slice(span.start, span.end);
    report(span, token === '"' ? scanErrors.doubleQuote : scanErrors.tokenNotRecognized, token);
  };

  const scanOther = (start: number, unit: number): void => {
    if (isDigit(unit)) {
      let end = start + 1;
      while (isDigit(text.charCodeAt(end))) end++;
      push(TokenKind.integer, start, end);
      return;
    }
    for (const [spelling, kind] of (unit < punctuation.length ? punctuation[unit] : undefined) ?? []) {
      if (spelling.length === 1 || text.startsWith(spelling, start)) {
        push(kind, start, start + spelling.length);
        return;
      }
    }
    reportUnrecognized({ start, end: start + 1 });
    push(TokenKind.unrecognized, start, start + 1);
  };

  while (true) {
    skipTrivia();
    if (index >= text.length) break;
    const start = index;
    const unit = text.charCodeAt(start);
    if (isIdentifierStart(unit)) {
      let end = start + 1;
      while (isIdentifierPart(text.charCodeAt(end))) end++;
      const keyword = end - start === 4 || end - start === 5 ? keywords.get(text.slice(start, end)) : undefined;
      if (end - start > maxIdentifierLength) {
        report({ start, end }, scanErrors.identifierTooLong, maxIdentifierLength);
      }
      push(keyword ?? TokenKind.identifier, start, end);
    } else if (isNewLine(unit)) {
      if (opened.length > 0) {
        // A hole cannot hold a line end: all open strings end here, and the line end is scanned again.
        report({ start, end: start }, scanErrors.stringNotTerminatedBeforeNewLine);
        opened.length = 0;
        push(TokenKind.stringRight, start, start);
      } else {
        let end = start + 1;
        while (isNewLine(text.charCodeAt(end))) end++;
        push(TokenKind.newLine, start, end);
      }
    } else if (unit === Char.leftBrace) {
      if (opened.length > 0) opened.push("brace");
      push(TokenKind.leftBrace, start, start + 1);
    } else if (unit === Char.rightBrace) closeBrace(start);
    else if (unit === Char.quote || unit === Char.dollar) openString(start);
    else scanOther(start, unit);
  }
  push(TokenKind.endOfFile, text.length, text.length);
  return { tokens: { count, kinds, starts, ends }, pragmas };
}

function isAtLineStart(text: string, index: number): boolean {
  let before = index - 1;
  while (before >= 0 && isBlank(text.charCodeAt(before))) before--;
  return before < 0 || isNewLine(text.charCodeAt(before));
}

/** Reads `#disable-next-line code code …` at `index`; the codes end at a blank-separated word that is no code. */
function scanPragma(text: string, index: number, report: ReportScanError): Pragma | undefined {
  const kind = pragmaKinds.find((name) => text.startsWith(name, index + 1));
  if (kind === undefined) return undefined;
  let end = index + 1 + kind.length;
  const codes: string[] = [];
  let cursor = end;
  while (cursor < text.length && !isNewLine(text.charCodeAt(cursor))) {
    if (isBlank(text.charCodeAt(cursor))) {
      cursor++;
      continue;
    }
    const from = cursor;
    while (isIdentifierPart(text.charCodeAt(cursor)) || text[cursor] === "-") cursor++;
    if (cursor === from) break;
    codes.push(text.slice(from, cursor));
    end = cursor;
  }
  const needsCodes = kind === "disable-next-line";
  if (codes.length === 0 && needsCodes) report({ start: end, end }, scanErrors.pragmaCodesMissing);
  return { kind, codes, start: index, end };
}
