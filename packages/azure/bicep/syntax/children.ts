import type {
  Decorator,
  Expression,
  Identifier,
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

/** Calls `visit` for every direct child, in the order of the text. Identifiers that only name something are left out. */
export function forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  const all = (children: readonly SyntaxNode[]): void => {
    for (const child of children) visit(child);
  };
  if ("decorators" in node) all(node.decorators);
  switch (node.kind) {
    case "string":
      all(node.expressions);
      return;
    case "array":
      all(node.items);
      return;
    case "object":
      all(node.members);
      return;
    case "property":
      if (node.key.kind !== "identifier") visit(node.key);
      visit(node.value);
      return;
    case "spread":
    case "parenthesized":
    case "decorator":
      visit(node.expression);
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
    case "call":
      all(node.args);
      return;
    case "method-call":
      visit(node.base);
      all(node.args);
      return;
    case "property-access":
    case "nested-access":
    case "non-null":
    case "type-property-access":
    case "type-additional-access":
    case "type-items-access":
    case "nullable-type":
    case "non-nullable-type":
      visit(node.base);
      return;
    case "index-access":
    case "type-index-access":
      visit(node.base);
      visit(node.index);
      return;
    case "local":
      if (node.type) visit(node.type);
      return;
    case "lambda":
      all(node.parameters);
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
      all(node.args);
      return;
    case "array-type":
      visit(node.item);
      return;
    case "union-type":
      all(node.members);
      return;
    case "object-type":
      all(node.members);
      return;
    case "type-property":
      if (node.key.kind !== "identifier") visit(node.key);
      visit(node.type);
      return;
    case "type-additional":
    case "tuple-item":
    case "parenthesized-type":
      visit(node.type);
      return;
    case "tuple-type":
      all(node.items);
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
      visit(node.value);
      return;
    case "parameter-declaration":
      visit(node.type);
      if (node.defaultValue) visit(node.defaultValue);
      return;
    case "variable-declaration":
      if (node.type) visit(node.type);
      visit(node.value);
      return;
    case "type-declaration":
      visit(node.type);
      return;
    case "function-declaration":
      all(node.parameters);
      visit(node.returnType);
      visit(node.body);
      return;
    case "output-declaration":
      visit(node.type);
      visit(node.value);
      return;
    case "resource-declaration":
      visit(node.type);
      visit(node.value);
      return;
    case "module-declaration":
    case "test-declaration":
      visit(node.path);
      visit(node.value);
      return;
    case "extension-declaration":
      if (node.specification.kind !== "identifier") visit(node.specification);
      if (node.config) visit(node.config);
      return;
    case "import-declaration":
      if (node.items) all(node.items);
      visit(node.path);
      return;
    case "using-declaration":
      if (node.path !== "none") visit(node.path);
      if (node.config) visit(node.config);
      return;
    case "extends-declaration":
      visit(node.path);
      return;
    case "extension-config":
      visit(node.config);
      return;
    case "integer":
    case "boolean":
    case "null":
    case "variable":
    case "identifier":
    case "import-item":
    case "type-name":
    case "integer-type":
    case "boolean-type":
    case "null-type":
    case "missing-declaration":
    case "error":
      return;
  }
}
