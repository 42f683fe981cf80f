import type {
  Decorator,
  Expression,
  ImportItem,
  LocalNode,
  PropertyNode,
  SpreadNode,
  Statement,
  TupleItemNode,
  TypeAdditionalNode,
  TypeNode,
  TypePropertyNode,
} from "./nodes.ts";
import type { Identifier } from "./leaf-nodes.ts";

export type SyntaxNode =
  | Expression
  | Statement
  | TypeNode
  | Decorator
  | PropertyNode
  | SpreadNode
  | LocalNode
  | Identifier
  | ImportItem
  | TypePropertyNode
  | TypeAdditionalNode
  | TupleItemNode;

function each(nodes: readonly SyntaxNode[], visit: (child: SyntaxNode) => void): void {
  for (const child of nodes) visit(child);
}

/**
 * Calls `visit` for every direct child, in the order of the text. Identifiers that only name something are left out.
 * The kinds that texts are mostly made of are asked for first.
 */
export function forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  switch (node.kind) {
    case "property":
      if (node.key.kind !== "identifier") visit(node.key);
      visit(node.value);
      return;
    case "string":
      each(node.expressions, visit);
      return;
    case "object":
      each(node.members, visit);
      return;
    case "variable":
    case "integer":
    case "boolean":
    case "null":
    case "type-name":
      return;
    case "property-access":
      visit(node.base);
      return;
    case "array":
      each(node.items, visit);
      return;
    case "call":
      each(node.args, visit);
      return;
    case "spread":
    case "parenthesized":
    case "decorator":
      visit(node.expression);
      return;
    case "method-call":
      visit(node.base);
      each(node.args, visit);
      return;
    case "index-access":
    case "type-index-access":
      visit(node.base);
      visit(node.index);
      return;
    case "unary":
    case "unary-type":
      visit(node.operand);
      return;
    case "binary":
      visit(node.left);
      visit(node.right);
      return;
    case "ternary":
      visit(node.condition);
      visit(node.whenTrue);
      visit(node.whenFalse);
      return;
    case "nested-access":
    case "non-null":
    case "type-property-access":
    case "type-additional-access":
    case "type-items-access":
    case "nullable-type":
    case "non-nullable-type":
      visit(node.base);
      return;
    case "local":
      if (node.type) visit(node.type);
      return;
    case "lambda":
      each(node.parameters, visit);
      visit(node.body);
      return;
    case "for":
      if (node.item) visit(node.item);
      if (node.index) visit(node.index);
      visit(node.source);
      visit(node.body);
      return;
    case "if":
      visit(node.condition);
      visit(node.body);
      return;
    case "type-instantiation":
      if (node.base) visit(node.base);
      each(node.args, visit);
      return;
    case "array-type":
      visit(node.item);
      return;
    case "union-type":
      each(node.members, visit);
      return;
    case "object-type":
      each(node.members, visit);
      return;
    case "type-property":
      each(node.decorators, visit);
      if (node.key.kind !== "identifier") visit(node.key);
      visit(node.type);
      return;
    case "type-additional":
    case "tuple-item":
      each(node.decorators, visit);
      visit(node.type);
      return;
    case "parenthesized-type":
      visit(node.type);
      return;
    case "tuple-type":
      each(node.items, visit);
      return;
    case "string-type":
      visit(node.literal);
      return;
    case "resource-type":
      if (node.type) visit(node.type);
      return;
    case "target-scope":
    case "metadata-declaration":
    case "assert-declaration":
    case "parameter-assignment":
      each(node.decorators, visit);
      visit(node.value);
      return;
    case "parameter-declaration":
      each(node.decorators, visit);
      visit(node.type);
      if (node.defaultValue) visit(node.defaultValue);
      return;
    case "variable-declaration":
      each(node.decorators, visit);
      if (node.type) visit(node.type);
      visit(node.value);
      return;
    case "type-declaration":
      each(node.decorators, visit);
      visit(node.type);
      return;
    case "function-declaration":
      each(node.decorators, visit);
      each(node.parameters, visit);
      visit(node.returnType);
      visit(node.body);
      return;
    case "output-declaration":
      each(node.decorators, visit);
      visit(node.type);
      visit(node.value);
      return;
    case "resource-declaration":
      each(node.decorators, visit);
      visit(node.type);
      visit(node.value);
      return;
    case "module-declaration":
    case "test-declaration":
      each(node.decorators, visit);
      visit(node.path);
      visit(node.value);
      return;
    case "extension-declaration":
      each(node.decorators, visit);
      if (node.specification.kind !== "identifier") visit(node.specification);
      if (node.config) visit(node.config);
      return;
    case "import-declaration":
      each(node.decorators, visit);
      if (node.items) each(node.items, visit);
      visit(node.path);
      return;
    case "using-declaration":
      each(node.decorators, visit);
      if (node.path !== "none") visit(node.path);
      if (node.config) visit(node.config);
      return;
    case "extends-declaration":
      each(node.decorators, visit);
      visit(node.path);
      return;
    case "extension-config":
      each(node.decorators, visit);
      visit(node.config);
      return;
    case "identifier":
    case "import-item":
    case "integer-type":
    case "boolean-type":
    case "null-type":
    case "error":
      return;
    case "missing-declaration":
      each(node.decorators, visit);
      return;
  }
}
