import type { Diagnostic, SourceText } from "@byocni/base/lang";
import { parseErrors } from "../diagnostics/parse-errors.ts";
import { scan } from "../syntax/scanner.ts";
import type { Pragma, Statement } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseParametersDeclaration } from "./parameters-file.ts";
import { recovering, stops, synchronize } from "./recovery.ts";
import { parseTernary } from "./operators.ts";
import { parseDeclaration, parseNestedDeclaration } from "./statements.ts";
import {
  accept,
  advance,
  fail,
  isAtEnd,
  kindAt,
  report,
  skipNewLines,
  nestingLimit,
  ParseFailure,
  type Grammar,
  type ParserState,
} from "./state.ts";

/** `template`: a Bicep file; `parameters`: a `.bicepparam` file. */
export type FileKind = "template" | "parameters";

/** A file's tree. It stands for the whole text, whatever is wrong with it. */
export interface SyntaxTree {
  readonly kind: FileKind;
  readonly source: SourceText;
  readonly statements: readonly Statement[];
  readonly pragmas: readonly Pragma[];
  /** What scanner and parser found, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

const grammar: Grammar = { expression: parseTernary, nestedDeclaration: parseNestedDeclaration };

/** Parses a file. Takes time linear in the text's length; never throws. */
export function parse(source: SourceText, kind: FileKind): SyntaxTree {
  const scanned: Diagnostic[] = [];
  const { tokens, pragmas } = scan(source.text, (span, template, ...args) => {
    scanned.push({ code: template.code, level: "error", message: template.message(...args), source, span });
  });
  const p: ParserState = {
    source,
    text: source.text,
    tokens,
    grammar,
    position: 0,
    diagnostics: scanned,
    depth: 0,
    height: 0,
    tooDeepAt: undefined,
  };
  const declaration = kind === "template" ? parseDeclaration : parseParametersDeclaration;
  const statements: Statement[] = [];
  while (!isAtEnd(p)) {
    if (kindAt(p) === TokenKind.newLine) {
      advance(p);
      continue;
    }
    const { position } = p;
    const found = p.diagnostics.length;
    p.height = 0;
    const statement = parseStatement(p, declaration);
    if (statement === undefined) abandonTooDeep(p, found);
    else {
      statements.push(statement);
      if (statement.kind !== "error" && statement.kind !== "missing-declaration") endStatement(p);
    }
    if (p.position === position) advance(p);
  }
  return { kind, source, statements, pragmas, diagnostics: p.diagnostics };
}

/** A declaration, or undefined when it is nested too deeply. */
function parseStatement(p: ParserState, declaration: (p: ParserState) => Statement): Statement | undefined {
  try {
    return recovering(p, stops.newLine, false, declaration);
  } catch (failure) {
    if (failure instanceof ParseFailure) return undefined;
    throw failure;
  }
}

function endStatement(p: ParserState): void {
  if (isAtEnd(p)) return;
  recovering(p, stops.newLine, false, () => {
    if (!accept(p, TokenKind.newLine)) fail(p, parseErrors.newLine);
    return undefined;
  });
  skipNewLines(p);
}

/** A declaration that is too deep gets this one diagnostic; the rest of its line is skipped. */
function abandonTooDeep(p: ParserState, found: number): void {
  p.diagnostics.length = found;
  const start = p.tooDeepAt ?? 0;
  report(p, { start, end: start }, parseErrors.nesting, nestingLimit);
  p.tooDeepAt = undefined;
  p.depth = 0;
  synchronize(p, stops.newLine);
}
