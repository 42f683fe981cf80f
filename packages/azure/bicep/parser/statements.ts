import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { Identifier, Statement } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseDecorators } from "./decorators.ts";
import { assignment, begin, valueAfter, type StatementParser } from "./declaration.ts";
import { anyExpression } from "./expression.ts";
import { parseFunction } from "./functions.ts";
import { parseExtension, parseImport } from "./imports.ts";
import { parseBody } from "./loops.ts";
import { parseObject } from "./objects.ts";
import { identifierOr, isAbsent, recovering, stops, type Stops } from "./recovery.ts";
import { expectString } from "./strings.ts";
import { parseDeclaredType, parseType } from "./types.ts";
import {
  accept,
  advance,
  fail,
  isAtEnd,
  isKeyword,
  isKeywordPastNewLines,
  kindAt,
  previousEnd,
  skipNewLines,
  startOf,
  tokenText,
  type ParserState,
} from "./state.ts";
import type { DiagnosticTemplate } from "@byocni/base/lang";

function named(p: ParserState, template: DiagnosticTemplate<[]>, kinds: Stops): Identifier {
  return identifierOr(p, template, kinds);
}

const parseTargetScope: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  assignment(p, undefined);
  const value = valueAfter(p, undefined);
  return { kind: "target-scope", ...head, value, end: previousEnd(p) };
};

const parseMetadata: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.metadataIdentifier, stops.assignment);
  const value = valueAfter(p, assignment(p, name));
  return { kind: "metadata-declaration", ...head, name, value, end: previousEnd(p) };
};

const parseParameter: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.parameterIdentifier, stops.name);
  const type = recovering(p, stops.typeOfParameter, isAbsent(name), () => parseDeclaredType(p, false));
  const defaultValue = recovering(p, stops.newLine, isAbsent(type), () => {
    if (kindAt(p) === TokenKind.newLine || isAtEnd(p)) return undefined;
    if (!accept(p, TokenKind.assignment)) fail(p, parseErrors.parameterContinuation);
    return valueAfter(p, undefined);
  });
  const rest = { name, type, end: previousEnd(p) };
  if (defaultValue === undefined) return { kind: "parameter-declaration", ...head, ...rest };
  return { kind: "parameter-declaration", ...head, ...rest, defaultValue };
};

export const parseVariable: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.variableIdentifier, stops.name);
  const type = recovering(p, stops.assignment, isAbsent(name), () => {
    const kind = kindAt(p);
    if (kind === TokenKind.newLine || kind === TokenKind.assignment || isAtEnd(p)) return undefined;
    return parseDeclaredType(p, false);
  });
  const value = valueAfter(p, assignment(p, type ?? name));
  const rest = { name, value, end: previousEnd(p) };
  return { kind: "variable-declaration", ...head, ...rest, ...(type === undefined ? {} : { type }) };
};

export const parseTypeDeclaration: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.typeIdentifier, stops.assignment);
  assignment(p, name);
  const type = recovering(p, stops.typeOfParameter, isAbsent(name), parseType);
  return { kind: "type-declaration", ...head, name, type, end: previousEnd(p) };
};

const parseOutput: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.outputIdentifier, stops.name);
  const type = recovering(p, stops.assignment, isAbsent(name), () => parseDeclaredType(p, true));
  const value = valueAfter(p, assignment(p, type));
  return { kind: "output-declaration", ...head, name, type, value, end: previousEnd(p) };
};

const parseAssert: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.assertIdentifier, stops.assignment);
  const value = valueAfter(p, assignment(p, name));
  return { kind: "assert-declaration", ...head, name, value, end: previousEnd(p) };
};

const parseResource: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.resourceIdentifier, stops.string);
  const type = recovering(p, stops.assignment, isAbsent(name), () => expectString(p, parseErrors.resourceTypeString));
  const isExisting = isKeyword(p, "existing");
  if (isExisting) advance(p);
  const equals = assignment(p, type, [TokenKind.leftBrace, TokenKind.newLine]);
  if (equals === undefined && isKeywordPastNewLines(p, "if")) skipNewLines(p);
  const context = { complexLiterals: true, resources: true };
  const value = recovering(p, stops.newLine, isAbsent(equals), () => parseBody(p, context));
  return { kind: "resource-declaration", ...head, name, type, isExisting, value, end: previousEnd(p) };
};

const parseModule: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.moduleIdentifier, stops.string);
  const path = recovering(p, stops.assignment, isAbsent(name), () => expectString(p, parseErrors.modulePath));
  const equals = assignment(p, path, [TokenKind.leftBrace, TokenKind.newLine]);
  if (isKeywordPastNewLines(p, "if")) skipNewLines(p);
  const value = recovering(p, stops.newLine, isAbsent(equals), () => parseBody(p, anyExpression));
  return { kind: "module-declaration", ...head, name, path, value, end: previousEnd(p) };
};

const parseTest: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = named(p, parseErrors.testIdentifier, stops.string);
  const path = recovering(p, stops.assignment, isAbsent(name), () => expectString(p, parseErrors.testPath));
  const equals = assignment(p, path, [TokenKind.leftBrace, TokenKind.newLine]);
  const value = recovering(p, stops.newLine, isAbsent(equals), () => parseObject(p, anyExpression));
  return { kind: "test-declaration", ...head, name, path, value, end: previousEnd(p) };
};

/** The declarations of a Bicep file by their keyword. */
const declarations: ReadonlyMap<string, StatementParser> = new Map<string, StatementParser>([
  ["targetScope", parseTargetScope],
  ["metadata", parseMetadata],
  ["type", parseTypeDeclaration],
  ["param", parseParameter],
  ["var", parseVariable],
  ["func", parseFunction],
  ["resource", parseResource],
  ["output", parseOutput],
  ["module", parseModule],
  ["test", parseTest],
  ["import", parseImport],
  ["extension", parseExtension],
  ["assert", parseAssert],
]);

/** A declaration of a Bicep file, with its decorators. */
export function parseDeclaration(p: ParserState): Statement {
  const start = startOf(p);
  const decorators = parseDecorators(p);
  const parse = kindAt(p) === TokenKind.identifier ? declarations.get(tokenText(p)) : undefined;
  if (parse) return parse(p, { decorators, start });
  if (decorators.length === 0) fail(p, parseErrors.declarationNotRecognized);
  return { kind: "missing-declaration", decorators, start, end: decorators.at(-1)?.end ?? start };
}

/** A resource inside a resource. */
export function parseNestedDeclaration(p: ParserState): Statement {
  return recovering(p, stops.newLine, false, (): Statement => {
    const start = startOf(p);
    const decorators = parseDecorators(p);
    if (isKeyword(p, "resource")) return parseResource(p, { decorators, start });
    if (decorators.length === 0) fail(p, parseErrors.declarationNotRecognized);
    return { kind: "missing-declaration", decorators, start, end: decorators.at(-1)?.end ?? start };
  });
}
