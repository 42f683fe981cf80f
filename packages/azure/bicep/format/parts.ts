import { forEachChild, type SyntaxNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import type { Token } from "./tokens.ts";

/** What a node is made of, in the order of the text: nodes, and the tokens that belong to none of them. */
export type Part =
  | { readonly kind: "node"; readonly node: SyntaxNode; readonly start: number }
  | { readonly kind: "token"; readonly token: Token; readonly start: number };

/** The first token that does not begin before `offset`. */
export function tokenAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tokens between two places. */
export function tokensBetween(tokens: readonly Token[], start: number, end: number): readonly Token[] {
  const found: Token[] = [];
  for (let index = tokenAt(tokens, start); index < tokens.length; index++) {
    const token = tokens[index];
    if (!token || token.end > end) break;
    if (token.kind !== TokenKind.endOfFile) found.push(token);
  }
  return found;
}

/** Takes the text between `start` and `end` apart. */
export function partsBetween(
  tokens: readonly Token[],
  start: number,
  end: number,
  nodes: readonly SyntaxNode[],
): readonly Part[] {
  const parts: Part[] = [];
  const addTokens = (from: number, to: number): void => {
    for (const token of tokensBetween(tokens, from, to)) parts.push({ kind: "token", token, start: token.start });
  };
  let at = start;
  for (const node of nodes) {
    addTokens(at, node.start);
    parts.push({ kind: "node", node, start: node.start });
    at = node.end;
  }
  addTokens(at, end);
  return parts;
}

export function partsOf(tokens: readonly Token[], node: SyntaxNode): readonly Part[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => children.push(child));
  return partsBetween(
    tokens,
    node.start,
    node.end,
    children.filter((child) => child.end > child.start).toSorted((a, b) => a.start - b.start),
  );
}
