import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { ErrorNode, Statement, StringNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseDecorators } from "./decorators.ts";
import { anyExpression } from "./expression.ts";
import { parseExtension, parseSymbolImport } from "./imports.ts";
import { parseObject } from "./objects.ts";
import { identifierOr, isAbsent, recovering, stops } from "./recovery.ts";
import { assignment, begin, valueAfter, type StatementParser } from "./declaration.ts";
import { parseTypeDeclaration, parseVariable } from "./statements.ts";
import { expectString } from "./strings.ts";
import {
  expectKeyword,
  fail,
  isAtEnd,
  kindAt,
  missing,
  previousEnd,
  startOf,
  tokenText,
  type ParserState,
} from "./state.ts";

const parseUsing: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  let path: StringNode | ErrorNode | "none";
  if (kindAt(p) === TokenKind.identifier) {
    expectKeyword(p, "none");
    path = "none";
  } else if (kindAt(p) === TokenKind.stringComplete) path = expectString(p, parseErrors.importTarget);
  else path = missing(p, parseErrors.importTarget);
  if (kindAt(p) === TokenKind.newLine || isAtEnd(p)) {
    return { kind: "using-declaration", ...head, path, end: previousEnd(p) };
  }
  const suppressed = path !== "none" && isAbsent(path);
  const config = recovering(p, stops.newLine, suppressed, () => {
    expectKeyword(p, "with", parseErrors.withOrNewLine);
    return recovering(p, stops.newLine, false, () => parseObject(p, anyExpression));
  });
  return { kind: "using-declaration", ...head, path, config, end: previousEnd(p) };
};

const parseExtends: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const path = recovering(p, stops.newLine, false, () => expectString(p, parseErrors.extendsPath));
  return { kind: "extends-declaration", ...head, path, end: previousEnd(p) };
};

const parseAssignment: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = identifierOr(p, parseErrors.parameterIdentifier, stops.name);
  const value = valueAfter(p, assignment(p, name));
  return { kind: "parameter-assignment", ...head, name, value, end: previousEnd(p) };
};

const parseExtensionConfig: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = identifierOr(p, parseErrors.extensionAlias, stops.name);
  const config = recovering(p, stops.newLine, isAbsent(name), () => {
    expectKeyword(p, "with");
    return recovering(p, stops.newLine, false, () => parseObject(p, anyExpression));
  });
  return { kind: "extension-config", ...head, name, config, end: previousEnd(p) };
};

/** The declarations of a parameters file by their keyword. */
const declarations: ReadonlyMap<string, StatementParser> = new Map<string, StatementParser>([
  ["using", parseUsing],
  ["extends", parseExtends],
  ["param", parseAssignment],
  ["var", parseVariable],
  ["import", parseSymbolImport],
  ["extensionConfig", parseExtensionConfig],
  ["extension", parseExtension],
  ["type", parseTypeDeclaration],
]);
/** What the texts name as the statements of parameters files. */
export const parametersFileStatements = ["using", "extends", "param", "var", "type"];

/** A declaration of a parameters file, with its decorators. */
export function parseParametersDeclaration(p: ParserState): Statement {
  const start = startOf(p);
  const decorators = parseDecorators(p);
  const parse = kindAt(p) === TokenKind.identifier ? declarations.get(tokenText(p)) : undefined;
  return parse
    ? parse(p, { decorators, start })
    : fail(p, parseErrors.parametersFileDeclaration, parametersFileStatements);
}
