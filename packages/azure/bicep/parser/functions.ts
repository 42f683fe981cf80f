import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { Expression, LocalNode, TypeNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { anyExpression, parseExpression } from "./expression.ts";
import { parseParenthesizedList, skipNewLinesBeforeBody } from "./parentheses.ts";
import { identifierOr, isAbsent, recovering, stops } from "./recovery.ts";
import { begin, type StatementParser } from "./declaration.ts";
import { parseDeclaredType } from "./types.ts";
import {
  expectCharacter,
  identifierHere,
  kindAt,
  missing,
  missingIdentifier,
  previousEnd,
  type ParserState,
} from "./state.ts";

function parseParameter(p: ParserState): LocalNode {
  const name =
    kindAt(p) === TokenKind.identifier
      ? identifierHere(p)
      : missingIdentifier(missing(p, parseErrors.variableIdentifier));
  const type = recovering(p, stops.argument, false, () => parseDeclaredType(p, false));
  return { kind: "local", name, type, start: name.start, end: type.end };
}

interface Signature {
  readonly parameters: readonly LocalNode[];
  readonly returnType: TypeNode;
  readonly body: Expression;
}

function parseSignature(p: ParserState): Signature {
  const { items } = parseParenthesizedList(p, true, parseParameter);
  const parameters = items.filter((item) => item.kind === "local");
  const returnType = recovering(p, stops.lambdaBody, false, () => parseDeclaredType(p, false));
  const arrow = recovering(p, stops.lambdaBody, false, () => {
    expectCharacter(p, TokenKind.arrow, "=>");
    return undefined;
  });
  if (arrow === undefined) skipNewLinesBeforeBody(p);
  const body = recovering(p, stops.lambdaBody, false, () => parseExpression(p, anyExpression));
  return { parameters, returnType, body };
}

/** `func name(parameter type, …) type => expression`. */
export const parseFunction: StatementParser = (p, lead) => {
  const head = begin(p, lead);
  const name = identifierOr(p, parseErrors.variableIdentifier, stops.assignment);
  const signature = recovering(p, stops.newLine, isAbsent(name), (): Signature & { kind: "signature" } => ({
    kind: "signature",
    ...parseSignature(p),
  }));
  const end = previousEnd(p);
  if (signature.kind === "error") {
    const broken = { parameters: [], returnType: signature, body: signature };
    return { kind: "function-declaration", ...head, name, ...broken, end };
  }
  const { parameters, returnType, body } = signature;
  return { kind: "function-declaration", ...head, name, parameters, returnType, body, end };
};
