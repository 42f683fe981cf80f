import type { Diagnostic, DiagnosticTemplate, SourceText, Span } from "@byocni/base/lang";
import type { ErrorNode, Expression, Identifier, Statement } from "../syntax/index.ts";
import { TokenKind, type TokenList } from "../syntax/token.ts";
import { parseErrors } from "../diagnostics/parse-errors.ts";

/** What an expression may be made of where it stands. */
export interface ExpressionContext {
  /** Objects and arrays. */
  readonly complexLiterals: boolean;
  /** `resource` declarations inside objects. */
  readonly resources?: boolean;
}

/** The rules that are reached again from below: given once, so that the rules' files need not import one another. */
export interface Grammar {
  readonly expression: (p: ParserState, context: ExpressionContext) => Expression;
  /** A declaration inside an object. */
  readonly nestedDeclaration: (p: ParserState) => Statement;
}

/** The state of a parse: where it stands, and what it has found. One a file. */
export interface ParserState {
  readonly source: SourceText;
  readonly text: string;
  readonly tokens: TokenList;
  readonly grammar: Grammar;
  position: number;
  diagnostics: Diagnostic[];
  /** How deep the parser has gone down. */
  depth: number;
  /** The height of the tree that was finished last. */
  height: number;
  /** Where a declaration was first found to be too deep; the declaration's other findings are dropped then. */
  tooDeepAt: number | undefined;
}

/** How deep parts may nest in one another: deeper texts would overflow the stack of whoever walks the tree. */
export const nestingLimit = 200;
/** How high a tree may grow by chains (`a.b.c`, `1 + 1 + 1`), which nest without brackets. */
const heightLimit = 1000;

/** Unwinds to the nearest recovery. Not an Error: it is thrown often and needs no stack. */
export class ParseFailure {
  readonly span: Span;
  readonly code: string;
  readonly message: string;
  constructor(span: Span, code: string, message: string) {
    this.span = span;
    this.code = code;
    this.message = message;
  }
}

export function fail<Arguments extends readonly unknown[]>(
  p: ParserState,
  template: DiagnosticTemplate<Arguments>,
  ...args: Arguments
): never {
  const span = tokenSpan(p);
  // A line end is not shown: what is missing is missing before it.
  const at = kindAt(p) === TokenKind.newLine ? { start: span.start, end: span.start } : span;
  throw new ParseFailure(at, template.code, template.message(...args));
}

export function report<Arguments extends readonly unknown[]>(
  p: ParserState,
  span: Span,
  template: DiagnosticTemplate<Arguments>,
  ...args: Arguments
): void {
  p.diagnostics.push({
    code: template.code,
    level: "error",
    message: template.message(...args),
    source: p.source,
    span: { start: span.start, end: span.end },
  });
}

export function kindAt(p: ParserState, ahead = 0): TokenKind {
  const index = Math.min(p.position + ahead, p.tokens.count - 1);
  return (p.tokens.kinds[index] ?? 0) as TokenKind;
}

/** The kind of the next token that is not a line end. */
export function kindPastNewLines(p: ParserState, ahead = 0): TokenKind {
  let offset = ahead;
  while (kindAt(p, offset) === TokenKind.newLine) offset++;
  return kindAt(p, offset);
}

export function startOf(p: ParserState, index = p.position): number {
  return p.tokens.starts[index] ?? p.text.length;
}

export function endOf(p: ParserState, index: number): number {
  return p.tokens.ends[index] ?? p.text.length;
}

/** Where the token before the current one ends. */
export function previousEnd(p: ParserState): number {
  return p.position === 0 ? 0 : endOf(p, p.position - 1);
}

export function tokenSpan(p: ParserState, index = p.position): Span {
  return { start: startOf(p, index), end: endOf(p, index) };
}

export function tokenText(p: ParserState, ahead = 0): string {
  const index = Math.min(p.position + ahead, p.tokens.count - 1);
  return p.text.slice(startOf(p, index), endOf(p, index));
}

export function isAtEnd(p: ParserState): boolean {
  return kindAt(p) === TokenKind.endOfFile;
}

export function advance(p: ParserState): void {
  if (!isAtEnd(p)) p.position++;
}

export function isKeyword(p: ParserState, keyword: string, ahead = 0): boolean {
  return kindAt(p, ahead) === TokenKind.identifier && tokenText(p, ahead) === keyword;
}

export function isKeywordPastNewLines(p: ParserState, keyword: string, ahead = 0): boolean {
  let offset = ahead;
  while (kindAt(p, offset) === TokenKind.newLine) offset++;
  return isKeyword(p, keyword, offset);
}

export function accept(p: ParserState, kind: TokenKind): boolean {
  if (kindAt(p) !== kind) return false;
  advance(p);
  return true;
}

export function expectCharacter(p: ParserState, kind: TokenKind, character: string): void {
  if (!accept(p, kind)) fail(p, parseErrors.character, character);
}

export function expectKeyword(p: ParserState, keyword: string, template?: DiagnosticTemplate<[]>): void {
  if (isKeyword(p, keyword)) advance(p);
  else if (template) fail(p, template);
  else fail(p, parseErrors.keyword, keyword);
}

export function skipNewLines(p: ParserState): void {
  while (kindAt(p) === TokenKind.newLine) p.position++;
}

/** An error node of no width before the current token, with a diagnostic when a template is given. */
export function missing<Arguments extends readonly unknown[]>(
  p: ParserState,
  template?: DiagnosticTemplate<Arguments>,
  ...args: Arguments
): ErrorNode {
  const start = startOf(p);
  if (template) report(p, { start, end: start }, template, ...args);
  return { kind: "error", start, end: start };
}

export function identifierHere(p: ParserState): Identifier {
  const { start, end } = tokenSpan(p);
  const name = p.text.slice(start, end);
  advance(p);
  return { kind: "identifier", name, isMissing: false, start, end };
}

export function missingIdentifier(span: Span): Identifier {
  return { kind: "identifier", name: "", isMissing: true, start: span.start, end: span.end };
}

/** Goes one level down for the time of `parse`. A declaration that is too deep fails as a whole. */
export function nested<T>(p: ParserState, parse: (p: ParserState) => T): T {
  if (p.depth >= nestingLimit) tooDeep(p);
  p.depth++;
  try {
    return parse(p);
  } finally {
    p.depth--;
  }
}

/** Notes that a tree of the given height was finished. */
export function finished<T>(p: ParserState, height: number, node: T): T {
  if (height > heightLimit) tooDeep(p);
  p.height = height;
  return node;
}

function tooDeep(p: ParserState): never {
  p.tooDeepAt ??= startOf(p);
  fail(p, parseErrors.nesting, nestingLimit);
}
