import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { ErrorNode, Identifier, ImportItem, ObjectNode, Statement, StringNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { anyExpression } from "./expression.ts";
import { listKinds, parseList } from "./lists.ts";
import { parseObject } from "./objects.ts";
import { identifierOr, isAbsent, recovering, skippedSince, stops } from "./recovery.ts";
import { begin, type Lead, type StatementParser } from "./declaration.ts";
import { expectString, parseString } from "./strings.ts";
import {
  accept,
  advance,
  expectCharacter,
  expectKeyword,
  fail,
  identifierHere,
  isAtEnd,
  isKeyword,
  kindAt,
  missing,
  previousEnd,
  report,
  tokenSpan,
  type ParserState,
} from "./state.ts";

/** `import` of names from a file; with a string it is the old spelling of `extension`. */
export const parseImport: StatementParser = (p, lead) => {
  const next = kindAt(p, 1);
  if (next === TokenKind.stringComplete || next === TokenKind.stringLeft) return parseExtension(p, lead);
  return parseSymbolImport(p, lead);
};

export function parseSymbolImport(p: ParserState, lead: Lead): Statement {
  const head = begin(p, lead);
  let items: readonly ImportItem[] | undefined;
  let wildcard: Identifier | undefined;
  switch (kindAt(p)) {
    case TokenKind.leftBrace:
      items = parseItems(p);
      break;
    case TokenKind.asterisk:
      wildcard = parseWildcard(p);
      break;
    case TokenKind.endOfFile:
    case TokenKind.newLine:
    case TokenKind.identifier:
      missing(p, parseErrors.importTarget);
      break;
    default:
      report(p, tokenSpan(p), parseErrors.importTarget);
      advance(p);
  }
  const path = recovering(p, stops.newLine, false, (): StringNode | ErrorNode => {
    expectKeyword(p, "from");
    return recovering(p, stops.newLine, false, () => expectString(p, parseErrors.modulePath));
  });
  return {
    kind: "import-declaration",
    ...head,
    ...(items === undefined ? {} : { items }),
    ...(wildcard === undefined ? {} : { wildcard }),
    path,
    end: previousEnd(p),
  };
}

function parseItems(p: ParserState): readonly ImportItem[] {
  expectCharacter(p, TokenKind.leftBrace, "{");
  const items = parseList(p, listKinds.object, parseItem);
  expectCharacter(p, TokenKind.rightBrace, "}");
  return items;
}

function parseItem(p: ParserState): ImportItem {
  const { start, end } = tokenSpan(p);
  const from = p.position;
  let original: ImportItem["original"];
  switch (kindAt(p)) {
    case TokenKind.identifier:
      original = identifierHere(p);
      break;
    case TokenKind.stringComplete:
      original = parseString(p);
      break;
    case TokenKind.stringLeft:
      parseString(p);
      original = skippedSince(p, from);
      report(p, original, parseErrors.compileTimeConstant);
      break;
    default:
      report(p, { start, end }, parseErrors.exportedSymbolName);
      advance(p);
      original = skippedSince(p, from);
  }
  if (isKeyword(p, "as")) {
    advance(p);
    const alias = identifierOr(p, parseErrors.typeIdentifier, stops.importItem);
    return { kind: "import-item", original, alias, start, end: previousEnd(p) };
  }
  if (original.kind === "string") report(p, original, parseErrors.importWithoutAlias);
  return { kind: "import-item", original, start, end: previousEnd(p) };
}

function parseWildcard(p: ParserState): Identifier | undefined {
  const node = recovering(p, stops.newLine, false, () => {
    accept(p, TokenKind.asterisk);
    expectKeyword(p, "as");
    if (kindAt(p) !== TokenKind.identifier) fail(p, parseErrors.namespaceIdentifier);
    return identifierHere(p);
  });
  return node.kind === "error" ? undefined : node;
}

/** `extension specification [with { … }] [as alias]`. */
export const parseExtension: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const specification =
    kindAt(p) === TokenKind.identifier
      ? identifierHere(p)
      : recovering(p, stops.newLine, false, () => expectString(p, parseErrors.extensionSpecification));
  const atEnd = (): boolean => kindAt(p) === TokenKind.newLine || isAtEnd(p);
  let config: ObjectNode | ErrorNode | undefined;
  if (!atEnd() && !isKeyword(p, "as")) {
    config = recovering(p, stops.newLine, isAbsent(specification), () => parseWith(p));
  }
  let alias: Identifier | undefined;
  if (!atEnd()) {
    const node = recovering(p, stops.newLine, isAbsent(config), () => {
      expectKeyword(p, "as", parseErrors.withOrAsOrNewLine);
      return identifierOr(p, parseErrors.extensionAlias, stops.newLine);
    });
    if (node.kind === "identifier") alias = node;
  }
  return {
    kind: "extension-declaration",
    ...head,
    specification,
    ...(config === undefined ? {} : { config }),
    ...(alias === undefined ? {} : { alias }),
    end: previousEnd(p),
  };
};

function parseWith(p: ParserState): ObjectNode | ErrorNode {
  expectKeyword(p, "with", parseErrors.withOrAsOrNewLine);
  return recovering(p, stops.newLine, false, () => parseObject(p, anyExpression));
}
