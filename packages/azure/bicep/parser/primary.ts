import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { Expression, LambdaNode, LocalNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseCall } from "./calls.ts";
import { anyExpression, parseExpression } from "./expression.ts";
import { parseInteger } from "./literals.ts";
import { parseFor } from "./loops.ts";
import { parseArray, parseObject } from "./objects.ts";
import { parseParenthesizedList, skipNewLinesBeforeBody, soleItem } from "./parentheses.ts";
import { recovering, stops } from "./recovery.ts";
import { parseString } from "./strings.ts";
import {
  advance,
  expectCharacter,
  fail,
  finished,
  identifierHere,
  isKeywordPastNewLines,
  kindAt,
  previousEnd,
  report,
  startOf,
  tokenSpan,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

export function parsePrimary(p: ParserState, context: ExpressionContext): Expression {
  switch (kindAt(p)) {
    case TokenKind.integer:
      return parseInteger(p);
    case TokenKind.trueKeyword:
    case TokenKind.falseKeyword: {
      const value = kindAt(p) === TokenKind.trueKeyword;
      const span = tokenSpan(p);
      advance(p);
      return finished(p, 1, { kind: "boolean", value, ...span });
    }
    case TokenKind.nullKeyword: {
      const span = tokenSpan(p);
      advance(p);
      return finished(p, 1, { kind: "null", ...span });
    }
    case TokenKind.stringComplete:
    case TokenKind.stringLeft:
      return parseString(p);
    case TokenKind.leftBrace:
      return context.complexLiterals ? parseObject(p, context) : fail(p, parseErrors.complexLiteral);
    case TokenKind.leftSquare:
      if (!context.complexLiterals) fail(p, parseErrors.complexLiteral);
      return isKeywordPastNewLines(p, "for", 1) ? parseFor(p, context, false) : parseArray(p);
    case TokenKind.leftParen:
      return parseParenthesizedOrLambda(p, context);
    case TokenKind.identifier:
      return parseNamed(p, context);
    default:
      return fail(p, parseErrors.expression);
  }
}

function parseNamed(p: ParserState, context: ExpressionContext): Expression {
  const name = identifierHere(p);
  if (kindAt(p) === TokenKind.leftParen) return parseCall(p, context, name);
  if (kindAt(p) === TokenKind.arrow) {
    const local: LocalNode = { kind: "local", name, start: name.start, end: name.end };
    return parseLambda(p, [local], name.start);
  }
  return finished(p, 1, { kind: "variable", name, start: name.start, end: name.end });
}

function parseLambda(p: ParserState, parameters: readonly LocalNode[], start: number): LambdaNode {
  expectCharacter(p, TokenKind.arrow, "=>");
  skipNewLinesBeforeBody(p);
  const body = recovering(p, stops.lambdaBody, false, () => parseExpression(p, anyExpression));
  return finished(p, p.height + 1, { kind: "lambda", parameters, body, start, end: body.end });
}

function parseParenthesizedOrLambda(p: ParserState, context: ExpressionContext): Expression {
  const start = startOf(p);
  const found = p.diagnostics.length;
  const list = parseParenthesizedList(p, true, () => parseExpression(p, context));
  if (kindAt(p) === TokenKind.arrow) {
    const parameters: LocalNode[] = [];
    for (const item of list.items) {
      if (item.kind === "variable") {
        parameters.push({ kind: "local", name: item.name, start: item.start, end: item.end });
      } else if (item.kind !== "error" && p.diagnostics.length === found) {
        report(p, item, parseErrors.variableIdentifier);
      }
    }
    return parseLambda(p, parameters, start);
  }
  const end = previousEnd(p);
  return finished(p, p.height + 1, {
    kind: "parenthesized",
    expression: soleItem(p, list, start),
    start,
    end,
  });
}
