import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { Expression, ForNode, IfNode, LocalNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { anyExpression, parseExpression, simpleExpression } from "./expression.ts";
import { parseObject } from "./objects.ts";
import { parseParenthesized, parseParenthesizedList } from "./parentheses.ts";
import { isAbsent, recovering, stops } from "./recovery.ts";
import {
  expectCharacter,
  expectKeyword,
  fail,
  finished,
  identifierHere,
  isKeyword,
  kindAt,
  missing,
  previousEnd,
  report,
  skipNewLines,
  startOf,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

interface LoopVariables {
  readonly item?: LocalNode;
  readonly index?: LocalNode;
}

/** `[for …]`. `isBody`: the loop is the body of a resource or module, which only an object or condition can follow. */
export function parseFor(p: ParserState, context: ExpressionContext, isBody: boolean): ForNode {
  const start = startOf(p);
  expectCharacter(p, TokenKind.leftSquare, "[");
  skipNewLines(p);
  expectKeyword(p, "for");
  const found = p.diagnostics.length;
  const variables = parseLoopVariables(p);
  const inKeyword = recovering(p, stops.item, p.diagnostics.length > found, () => {
    expectKeyword(p, "in");
    return undefined;
  });
  const source = recovering(p, stops.loopSource, isAbsent(inKeyword), () => parseExpression(p, anyExpression));
  let { height } = p;
  const colon = recovering(p, stops.item, isAbsent(source), () => {
    expectCharacter(p, TokenKind.colon, ":");
    return undefined;
  });
  const body = recovering(p, stops.item, isAbsent(colon), () =>
    isBody ? parseLoopBody(p, context) : parseExpression(p, { ...context, complexLiterals: true }),
  );
  height = Math.max(height, p.height);
  if (body.kind !== "error") skipNewLines(p);
  recovering(p, stops.item, isAbsent(body), () => {
    expectCharacter(p, TokenKind.rightSquare, "]");
    return undefined;
  });
  const end = previousEnd(p);
  return finished(p, height + 1, { kind: "for", ...variables, source, body, start, end });
}

function parseLoopVariables(p: ParserState): LoopVariables {
  if (kindAt(p) === TokenKind.identifier) {
    const name = identifierHere(p);
    return { item: { kind: "local", name, start: name.start, end: name.end } };
  }
  if (kindAt(p) !== TokenKind.leftParen) {
    missing(p, parseErrors.loopVariableOrBlock);
    return {};
  }
  const start = startOf(p);
  const found = p.diagnostics.length;
  const { items } = parseParenthesizedList(p, false, () => parseExpression(p, simpleExpression));
  const locals = items.flatMap((item): LocalNode[] =>
    item.kind === "variable" ? [{ kind: "local", name: item.name, start: item.start, end: item.end }] : [],
  );
  const [item, index] = locals;
  if (p.diagnostics.length > found) {
    return { ...(item === undefined ? {} : { item }), ...(index === undefined ? {} : { index }) };
  }
  if (locals.length !== 2 || items.length !== 2 || item === undefined || index === undefined) {
    report(p, { start, end: previousEnd(p) }, parseErrors.loopBlockOfTwo, locals.length);
    return {};
  }
  return { item, index };
}

function parseLoopBody(p: ParserState, context: ExpressionContext): Expression {
  if (kindAt(p) === TokenKind.leftBrace) return parseObject(p, context);
  if (isKeyword(p, "if")) return parseIf(p, context, true);
  return fail(p, parseErrors.bodyStartOrIf);
}

/** `if (condition) { … }`. */
export function parseIf(p: ParserState, context: ExpressionContext, isInLoop: boolean): IfNode {
  const start = startOf(p);
  expectKeyword(p, "if");
  const outer = { complexLiterals: context.complexLiterals };
  const condition = recovering(p, isInLoop ? stops.conditionInLoop : stops.condition, false, () => {
    const open = startOf(p);
    const { expression, isClosed } = parseParenthesized(p, outer);
    return { kind: "condition", expression, isClosed, start: open, end: previousEnd(p) } as const;
  });
  let { height } = p;
  const suppressed = isAbsent(condition) || condition.kind === "error" || !condition.isClosed;
  const body = recovering(p, isInLoop ? stops.item : stops.newLine, suppressed, () => parseObject(p, context));
  height = Math.max(height, p.height);
  const expression: Expression = condition.kind === "error" ? condition : condition.expression;
  return finished(p, height + 1, { kind: "if", condition: expression, body, start, end: body.end });
}

/** The body of a resource or module: an object, a condition or a loop. */
export function parseBody(p: ParserState, context: ExpressionContext): Expression {
  if (isKeyword(p, "if")) return parseIf(p, context, false);
  if (kindAt(p) === TokenKind.leftBrace) return parseObject(p, context);
  if (kindAt(p) === TokenKind.leftSquare) return parseFor(p, context, true);
  return fail(p, parseErrors.bodyStart);
}
