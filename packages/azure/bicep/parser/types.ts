import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { ErrorNode, TypeAdditionalNode, TypeNode, TypePropertyNode, UnaryTypeNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { parseDecorators } from "./decorators.ts";
import { memberName } from "./calls.ts";
import { parseExpression, simpleExpression } from "./expression.ts";
import { listKinds, parseList } from "./lists.ts";
import { parseKey } from "./objects.ts";
import { parseInteger } from "./literals.ts";
import { isAbsent, recovering, stops } from "./recovery.ts";
import { expectString, parseString } from "./strings.ts";
import {
  accept,
  advance,
  expectCharacter,
  fail,
  finished,
  identifierHere,
  isKeyword,
  kindAt,
  missing,
  nested,
  previousEnd,
  skipNewLines,
  startOf,
  tokenSpan,
  tokenText,
  type ParserState,
} from "./state.ts";

/** The type of a parameter, output or variable; `resource 'type'` is allowed there. */
export function parseDeclaredType(p: ParserState, isResourceNameOptional: boolean): TypeNode {
  if (!isKeyword(p, "resource") || kindAt(p, 1) === TokenKind.less) return parseType(p);
  const { start, end } = tokenSpan(p);
  advance(p);
  const isString = kindAt(p) === TokenKind.stringComplete || kindAt(p) === TokenKind.stringLeft;
  if (isResourceNameOptional && !isString) return { kind: "resource-type", start, end };
  const type = recovering(p, stops.assignment, false, () => expectString(p, parseErrors.resourceTypeString));
  return { kind: "resource-type", type, start, end: type.end };
}

export function parseType(p: ParserState): TypeNode {
  return nested(p, parseUnion);
}

function atUnionBar(p: ParserState): boolean {
  return kindAt(p) === TokenKind.pipe || (kindAt(p) === TokenKind.newLine && kindAt(p, 1) === TokenKind.pipe);
}

function parseUnion(p: ParserState): TypeNode {
  const start = startOf(p);
  const leadingBar = atUnionBar(p);
  if (leadingBar) {
    skipNewLines(p);
    advance(p);
  }
  const first = parsePostfixed(p);
  if (!leadingBar && !atUnionBar(p)) return first;
  const members: TypeNode[] = [first];
  let { height } = p;
  while (atUnionBar(p)) {
    skipNewLines(p);
    advance(p);
    // A line end after the bar would make the next declaration's keyword a member.
    if (kindAt(p) === TokenKind.newLine) members.push(missing(p, parseErrors.typeLiteral));
    else members.push(recovering(p, [], false, parsePostfixed));
    height = Math.max(height, p.height);
  }
  return finished(p, height + 1, { kind: "union-type", members, start, end: previousEnd(p) });
}

/** A type with its `?` and `!`. */
function parsePostfixed(p: ParserState): TypeNode {
  let current = parsePrefixed(p);
  let { height } = p;
  while (true) {
    const kind =
      kindAt(p) === TokenKind.question
        ? ("nullable-type" as const)
        : kindAt(p) === TokenKind.exclamation
          ? ("non-nullable-type" as const)
          : undefined;
    if (kind === undefined) return current;
    advance(p);
    height++;
    current = finished(p, height, { kind, base: current, start: current.start, end: previousEnd(p) });
  }
}

function parsePrefixed(p: ParserState): TypeNode {
  const kind = kindAt(p);
  if (kind !== TokenKind.minus && kind !== TokenKind.exclamation && kind !== TokenKind.plus) {
    return parseMemberType(p);
  }
  const start = startOf(p);
  const operator = tokenText(p) as UnaryTypeNode["operator"];
  advance(p);
  const operand = recovering(p, stops.operand, false, parseMemberType);
  return finished(p, p.height + 1, { kind: "unary-type", operator, operand, start, end: operand.end });
}

function parseMemberType(p: ParserState): TypeNode {
  let current = parsePrimaryType(p);
  let { height } = p;
  while (true) {
    p.height = 0;
    const next = parseTypeAccess(p, current);
    if (next === undefined) return finished(p, height, current);
    height = Math.max(height, p.height) + 1;
    current = finished(p, height, next);
  }
}

function parseTypeAccess(p: ParserState, base: TypeNode): TypeNode | undefined {
  const { start } = base;
  if (accept(p, TokenKind.leftSquare)) {
    if (accept(p, TokenKind.rightSquare)) return { kind: "array-type", item: base, start, end: previousEnd(p) };
    if (accept(p, TokenKind.asterisk)) {
      expectCharacter(p, TokenKind.rightSquare, "]");
      return { kind: "type-items-access", base, start, end: previousEnd(p) };
    }
    const index = parseExpression(p, simpleExpression);
    expectCharacter(p, TokenKind.rightSquare, "]");
    return { kind: "type-index-access", base, index, start, end: previousEnd(p) };
  }
  if (!accept(p, TokenKind.dot)) return undefined;
  if (accept(p, TokenKind.asterisk)) {
    return { kind: "type-additional-access", base, start, end: previousEnd(p) };
  }
  const name = memberName(p);
  if (kindAt(p) === TokenKind.less) {
    const args = parseTypeArguments(p);
    return { kind: "type-instantiation", base, name, args, start, end: previousEnd(p) };
  }
  return { kind: "type-property-access", base, name, start, end: Math.max(name.end, previousEnd(p)) };
}

function parseTypeArguments(p: ParserState): readonly TypeNode[] {
  expectCharacter(p, TokenKind.less, "<");
  const args = parseList(p, listKinds.typeArguments, () => recovering(p, stops.typeArgument, false, parseType));
  if (!accept(p, TokenKind.greater)) missing(p, parseErrors.character, ">");
  return args;
}

function parsePrimaryType(p: ParserState): TypeNode {
  const span = tokenSpan(p);
  switch (kindAt(p)) {
    case TokenKind.integer: {
      const { value, start, end } = parseInteger(p);
      return { kind: "integer-type", value, start, end };
    }
    case TokenKind.trueKeyword:
    case TokenKind.falseKeyword: {
      const value = kindAt(p) === TokenKind.trueKeyword;
      advance(p);
      return finished(p, 1, { kind: "boolean-type", value, ...span });
    }
    case TokenKind.nullKeyword:
      advance(p);
      return finished(p, 1, { kind: "null-type", ...span });
    case TokenKind.stringComplete:
    case TokenKind.stringLeft: {
      const literal = parseString(p);
      if (literal.kind === "error") return literal;
      return { kind: "string-type", literal, start: literal.start, end: literal.end };
    }
    case TokenKind.leftBrace:
      return parseObjectType(p);
    case TokenKind.leftSquare:
      return parseTupleType(p);
    case TokenKind.leftParen:
      return parseParenthesizedType(p);
    case TokenKind.identifier: {
      const name = identifierHere(p);
      const { start } = name;
      if (kindAt(p) !== TokenKind.less) return finished(p, 1, { kind: "type-name", name, start, end: name.end });
      const args = parseTypeArguments(p);
      return { kind: "type-instantiation", name, args, start, end: previousEnd(p) };
    }
    default:
      return fail(p, parseErrors.type);
  }
}

function parseParenthesizedType(p: ParserState): TypeNode {
  const start = startOf(p);
  expectCharacter(p, TokenKind.leftParen, "(");
  if (kindAt(p) === TokenKind.rightParen) {
    const inner = missing(p, parseErrors.oneParenthesized);
    advance(p);
    return { kind: "parenthesized-type", type: inner, start, end: previousEnd(p) };
  }
  const type = recovering(p, stops.parenthesized, false, parseType);
  const { height } = p;
  recovering(p, stops.closeParen, isAbsent(type), () => {
    expectCharacter(p, TokenKind.rightParen, ")");
    return undefined;
  });
  return finished(p, height + 1, { kind: "parenthesized-type", type, start, end: previousEnd(p) });
}

function parseObjectType(p: ParserState): TypeNode {
  const start = startOf(p);
  expectCharacter(p, TokenKind.leftBrace, "{");
  const members = parseList(p, listKinds.object, parseObjectTypeMember);
  const { height } = p;
  expectCharacter(p, TokenKind.rightBrace, "}");
  return finished(p, height + 1, { kind: "object-type", members, start, end: previousEnd(p) });
}

function parseObjectTypeMember(p: ParserState): TypePropertyNode | TypeAdditionalNode | ErrorNode {
  const start = startOf(p);
  const decorators = parseDecorators(p);
  const isAdditional = kindAt(p) === TokenKind.asterisk;
  const key = recovering(p, stops.propertyKey, false, () => {
    if (accept(p, TokenKind.asterisk)) return missing(p);
    const kind = kindAt(p);
    const isKey = kind === TokenKind.identifier || kind === TokenKind.stringComplete || kind === TokenKind.stringLeft;
    return isKey ? parseKey(p) : fail(p, parseErrors.propertyNameOrMatcher);
  });
  const suppressed = !isAdditional && isAbsent(key);
  const colon = recovering(p, stops.property, suppressed, () => {
    expectCharacter(p, TokenKind.colon, ":");
    return undefined;
  });
  const type = recovering(p, stops.property, isAbsent(colon), parseType);
  const end = Math.max(type.end, previousEnd(p));
  if (isAdditional) return { kind: "type-additional", decorators, type, start, end };
  return { kind: "type-property", decorators, key, type, start, end };
}

function parseTupleType(p: ParserState): TypeNode {
  const start = startOf(p);
  expectCharacter(p, TokenKind.leftSquare, "[");
  const items = parseList(p, listKinds.array, () =>
    recovering(p, stops.item, false, () => {
      const itemStart = startOf(p);
      const decorators = parseDecorators(p);
      const type = parseType(p);
      return { kind: "tuple-item" as const, decorators, type, start: itemStart, end: type.end };
    }),
  );
  const { height } = p;
  expectCharacter(p, TokenKind.rightSquare, "]");
  return finished(p, height + 1, { kind: "tuple-type", items, start, end: previousEnd(p) });
}
