import { fault } from "../errors/template-error.ts";
import type { ExpressionNode } from "./node.ts";
import { tokenize, type Token, type TokenKind } from "./tokenizer.ts";

/** Longest expression, brackets included (documented limit of templates). */
export const maxExpressionLength = 24_576;
/** Deepest nesting of calls and indexers: keeps recursion off the end of the stack. */
export const maxExpressionDepth = 256;

/**
 * Parses an expression without its brackets.
 *
 *     expression := primary ( "." identifier | "[" expression "]" )*
 *     primary    := literal | number | [ identifier "." ] identifier "(" [ expression ( "," expression )* ] ")"
 *
 * @throws ExpressionFault
 */
export function parseExpression(text: string): ExpressionNode {
  if (text.length + 2 > maxExpressionLength) {
    throw fault("expressionTooLong", maxExpressionLength, text.length + 2);
  }
  const tokens = tokenize(text);
  const end = tokens[tokens.length - 1] as Token;
  let at = 0;
  let depth = 0;

  const peek = (): Token => tokens[at] ?? end;
  const take = (kind: TokenKind): Token => {
    const token = peek();
    if (token.kind !== kind) throw fault("expressionToken", text, kind, token.kind);
    at++;
    return token;
  };

  const parse = (): ExpressionNode => {
    if (++depth > maxExpressionDepth) throw fault("expressionDepth", maxExpressionDepth);
    let node = parsePrimary();
    let steps = 0;
    for (;;) {
      const token = peek();
      if (token.kind === "Dot") {
        at++;
        const name = take("Identifier");
        node = { kind: "member", target: node, name: name.text, offset: name.offset };
      } else if (token.kind === "LeftSquareBracket") {
        at++;
        const index = parse();
        take("RightSquareBracket");
        node = { kind: "index", target: node, index, offset: token.offset };
      } else {
        depth--;
        return node;
      }
      if (++steps > maxExpressionDepth) throw fault("expressionDepth", maxExpressionDepth);
    }
  };

  const parsePrimary = (): ExpressionNode => {
    const token = peek();
    if (token.kind === "Literal") {
      at++;
      return { kind: "literal", value: token.text, offset: token.offset };
    }
    if (token.kind === "Integer" || token.kind === "Float") {
      at++;
      return { kind: "literal", value: Number(token.text), offset: token.offset };
    }
    const first = take("Identifier");
    let name = first;
    let namespace: string | undefined;
    if (peek().kind === "Dot") {
      at++;
      namespace = first.text;
      name = take("Identifier");
    }
    return {
      kind: "call",
      namespace,
      name: name.text,
      key: name.text.toLowerCase(),
      args: parseArguments(),
      offset: first.offset,
    };
  };

  const parseArguments = (): ExpressionNode[] => {
    take("LeftParenthesis");
    const args: ExpressionNode[] = [];
    if (peek().kind !== "RightParenthesis") {
      args.push(parse());
      while (peek().kind === "Comma") {
        at++;
        args.push(parse());
      }
    }
    take("RightParenthesis");
    return args;
  };

  const node = parse();
  take("EndOfData");
  return node;
}

/** Parses each text once. */
export interface ExpressionCache {
  /** @throws ExpressionFault each time for the same bad text. */
  parse(text: string): ExpressionNode;
}

export function createExpressionCache(): ExpressionCache {
  const nodes = new Map<string, ExpressionNode>();
  return {
    parse(text) {
      let node = nodes.get(text);
      if (!node) {
        node = parseExpression(text);
        nodes.set(text, node);
      }
      return node;
    },
  };
}
