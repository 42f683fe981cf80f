import { parseErrors } from "../diagnostics/parse-errors.ts";
import type {
  ArrayNode,
  ErrorNode,
  Expression,
  Identifier,
  ObjectMember,
  ObjectNode,
  SpreadNode,
  StringNode,
} from "../syntax/index.ts";
import { namedMembers } from "../syntax/shapes.ts";
import { TokenKind } from "../syntax/token.ts";
import { anyExpression, parseExpression } from "./expression.ts";
import { listKinds, parseList } from "./lists.ts";
import { isAbsent, recovering, stops, type Stops } from "./recovery.ts";
import { expectString } from "./strings.ts";
import {
  accept,
  expectCharacter,
  fail,
  finished,
  identifierHere,
  isKeyword,
  kindAt,
  previousEnd,
  startOf,
  type ExpressionContext,
  type ParserState,
} from "./state.ts";

export function parseArray(p: ParserState): ArrayNode {
  const start = startOf(p);
  expectCharacter(p, TokenKind.leftSquare, "[");
  const items = parseList(p, listKinds.array, () =>
    recovering(p, stops.item, false, (): Expression | SpreadNode =>
      kindAt(p) === TokenKind.ellipsis ? parseSpread(p, arraySpreadStops) : parseExpression(p, anyExpression),
    ),
  );
  const { height } = p;
  expectCharacter(p, TokenKind.rightSquare, "]");
  return finished(p, height + 1, { kind: "array", items, start, end: previousEnd(p) });
}

const arraySpreadStops: Stops = [TokenKind.comma, TokenKind.newLine, TokenKind.rightSquare];
const objectSpreadStops: Stops = [TokenKind.comma, TokenKind.newLine, TokenKind.rightBrace];

function parseSpread(p: ParserState, kinds: Stops): SpreadNode {
  const start = startOf(p);
  accept(p, TokenKind.ellipsis);
  const expression = recovering(p, kinds, false, () => parseExpression(p, anyExpression));
  return { kind: "spread", expression, start, end: expression.end };
}

export function parseObject(p: ParserState, context: ExpressionContext): ObjectNode {
  const start = startOf(p);
  expectCharacter(p, TokenKind.leftBrace, "{");
  const members = parseList(p, listKinds.object, () => parseMemberOfObject(p, context));
  const { height } = p;
  expectCharacter(p, TokenKind.rightBrace, "}");
  return finished(p, height + 1, {
    kind: "object",
    members,
    ...namedMembers(members),
    start,
    end: previousEnd(p),
  });
}

function parseMemberOfObject(p: ParserState, context: ExpressionContext): ObjectMember {
  return recovering(p, stops.property, false, (): ObjectMember => {
    // `resource` followed by a name is a nested declaration; otherwise it is the name of a property.
    const declares = isKeyword(p, "resource") && kindAt(p, 1) === TokenKind.identifier;
    if (context.resources && (kindAt(p) === TokenKind.at || declares)) {
      const statement = p.grammar.nestedDeclaration(p);
      return statement.kind === "resource-declaration"
        ? statement
        : { kind: "error", start: statement.start, end: statement.end };
    }
    if (kindAt(p) === TokenKind.ellipsis) return parseSpread(p, objectSpreadStops);
    const start = startOf(p);
    const key = recovering(p, stops.propertyKey, false, () => parseKey(p));
    const colon = recovering(p, stops.property, isAbsent(key), () => {
      expectCharacter(p, TokenKind.colon, ":");
      return undefined;
    });
    const value = recovering(p, stops.property, isAbsent(colon), () => parseExpression(p, anyExpression));
    return { kind: "property", key, value, start, end: Math.max(key.end, value.end) };
  });
}

/** The name of a property: a word or a string. */
export function parseKey(p: ParserState): Identifier | StringNode | ErrorNode {
  if (kindAt(p) === TokenKind.identifier) return identifierHere(p);
  if (kindAt(p) === TokenKind.stringComplete || kindAt(p) === TokenKind.stringLeft) {
    return expectString(p, parseErrors.propertyName);
  }
  return fail(p, parseErrors.propertyName);
}
