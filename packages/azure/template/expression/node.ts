/** A parsed expression. Offsets count from 0 in the expression text without its brackets. */
export type ExpressionNode =
  | { readonly kind: "literal"; readonly value: string | number; readonly offset: number }
  | CallNode
  | { readonly kind: "member"; readonly target: ExpressionNode; readonly name: string; readonly offset: number }
  | {
      readonly kind: "index";
      readonly target: ExpressionNode;
      readonly index: ExpressionNode;
      readonly offset: number;
    };

/** A function call; `namespace` is set for user-defined functions. */
export interface CallNode {
  readonly kind: "call";
  readonly namespace: string | undefined;
  readonly name: string;
  /** The name in lower case: function names compare without regard to case. */
  readonly key: string;
  readonly args: readonly ExpressionNode[];
  readonly offset: number;
}

/** Calls `visit` for every node, outer ones first. */
export function visitNodes(node: ExpressionNode, visit: (node: ExpressionNode) => void): void {
  visit(node);
  if (node.kind === "call") {
    for (const arg of node.args) visitNodes(arg, visit);
  } else if (node.kind === "member") {
    visitNodes(node.target, visit);
  } else if (node.kind === "index") {
    visitNodes(node.target, visit);
    visitNodes(node.index, visit);
  }
}
