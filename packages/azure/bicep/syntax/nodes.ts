import type { BooleanNode, ErrorNode, Identifier, IntegerNode, NodeBase, NullNode } from "./leaf-nodes.ts";

/** `'a${b}c'`: one segment more than expressions. A plain string has one segment. */
export interface StringNode extends NodeBase {
  readonly kind: "string";
  readonly segments: readonly string[];
  readonly expressions: readonly Expression[];
  readonly isMultiLine: boolean;
}

export interface ArrayNode extends NodeBase {
  readonly kind: "array";
  readonly items: readonly (Expression | SpreadNode)[];
}

export interface SpreadNode extends NodeBase {
  readonly kind: "spread";
  readonly expression: Expression;
}

export interface PropertyNode extends NodeBase {
  readonly kind: "property";
  readonly key: Identifier | StringNode | ErrorNode;
  readonly value: Expression;
}

export type ObjectMember = PropertyNode | SpreadNode | ResourceStatement | ErrorNode;

export interface ObjectNode extends NodeBase {
  readonly kind: "object";
  readonly members: readonly ObjectMember[];
  /** The first property of each name; only of objects with many, where looking through the members would take long. */
  readonly named?: ReadonlyMap<string, PropertyNode>;
}

export interface ParenthesizedNode extends NodeBase {
  readonly kind: "parenthesized";
  readonly expression: Expression;
}

export type UnaryOperator = "!" | "-" | "+";

export interface UnaryNode extends NodeBase {
  readonly kind: "unary";
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

export type BinaryOperator =
  | "||"
  | "&&"
  | "??"
  | "=="
  | "!="
  | "=~"
  | "!~"
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

export interface BinaryNode extends NodeBase {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface TernaryNode extends NodeBase {
  readonly kind: "ternary";
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

/** `name(args)`. */
export interface CallNode extends NodeBase {
  readonly kind: "call";
  readonly name: Identifier;
  readonly args: readonly Expression[];
}

/** `base.name(args)`. */
export interface MethodCallNode extends NodeBase {
  readonly kind: "method-call";
  readonly base: Expression;
  readonly name: Identifier;
  readonly args: readonly Expression[];
}

/** `base.name`, `base.?name`. */
export interface PropertyAccessNode extends NodeBase {
  readonly kind: "property-access";
  readonly base: Expression;
  readonly isSafe: boolean;
  readonly name: Identifier;
}

/** `base[index]`, `base[?index]`, `base[^index]`. */
export interface IndexAccessNode extends NodeBase {
  readonly kind: "index-access";
  readonly base: Expression;
  readonly isSafe: boolean;
  readonly isFromEnd: boolean;
  readonly index: Expression;
}

/** `parent::child`. */
export interface NestedAccessNode extends NodeBase {
  readonly kind: "nested-access";
  readonly base: Expression;
  readonly name: Identifier;
}

/** `base!`. */
export interface NonNullNode extends NodeBase {
  readonly kind: "non-null";
  readonly base: Expression;
}

/** A name that stands for a value. */
export interface VariableNode extends NodeBase {
  readonly kind: "variable";
  readonly name: Identifier;
}

/** A name declared inside an expression: the item or index of a loop, or a parameter of a lambda or function. */
export interface LocalNode extends NodeBase {
  readonly kind: "local";
  readonly name: Identifier;
  /** Only for parameters of functions. */
  readonly type?: TypeNode;
}

export interface LambdaNode extends NodeBase {
  readonly kind: "lambda";
  readonly parameters: readonly LocalNode[];
  readonly body: Expression;
}

/** `[for item in source: body]`, `[for (item, index) in source: body]`. */
export interface ForNode extends NodeBase {
  readonly kind: "for";
  readonly item?: LocalNode;
  readonly index?: LocalNode;
  readonly source: Expression;
  readonly body: Expression;
}

/** `if (condition) { … }`: only as the body of a resource or module. */
export interface IfNode extends NodeBase {
  readonly kind: "if";
  readonly condition: Expression;
  readonly body: Expression;
}

export type Expression =
  | StringNode
  | IntegerNode
  | BooleanNode
  | NullNode
  | ArrayNode
  | ObjectNode
  | ParenthesizedNode
  | UnaryNode
  | BinaryNode
  | TernaryNode
  | CallNode
  | MethodCallNode
  | PropertyAccessNode
  | IndexAccessNode
  | NestedAccessNode
  | NonNullNode
  | VariableNode
  | LambdaNode
  | ForNode
  | IfNode
  | ErrorNode;

/** A name that stands for a type. */
export interface TypeNameNode extends NodeBase {
  readonly kind: "type-name";
  readonly name: Identifier;
}

/** `name<arguments>`, `base.name<arguments>`. */
export interface TypeInstantiationNode extends NodeBase {
  readonly kind: "type-instantiation";
  readonly base?: TypeNode;
  readonly name: Identifier;
  readonly args: readonly TypeNode[];
}

/** `base.name`. */
export interface TypePropertyAccessNode extends NodeBase {
  readonly kind: "type-property-access";
  readonly base: TypeNode;
  readonly name: Identifier;
}

/** `base.*`: the type of additional properties. */
export interface TypeAdditionalAccessNode extends NodeBase {
  readonly kind: "type-additional-access";
  readonly base: TypeNode;
}

/** `base[0]`, `base['name']`. */
export interface TypeIndexAccessNode extends NodeBase {
  readonly kind: "type-index-access";
  readonly base: TypeNode;
  readonly index: Expression;
}

/** `base[*]`: the type of an array's items. */
export interface TypeItemsAccessNode extends NodeBase {
  readonly kind: "type-items-access";
  readonly base: TypeNode;
}

export interface ArrayTypeNode extends NodeBase {
  readonly kind: "array-type";
  readonly item: TypeNode;
}

/** `base?`, `base!`. */
export interface PostfixTypeNode extends NodeBase {
  readonly kind: "nullable-type" | "non-nullable-type";
  readonly base: TypeNode;
}

export interface UnionTypeNode extends NodeBase {
  readonly kind: "union-type";
  readonly members: readonly TypeNode[];
}

export interface TypePropertyNode extends NodeBase, Decorated {
  readonly kind: "type-property";
  readonly key: Identifier | StringNode | ErrorNode;
  readonly type: TypeNode;
}

/** `*: type`. */
export interface TypeAdditionalNode extends NodeBase, Decorated {
  readonly kind: "type-additional";
  readonly type: TypeNode;
}

export interface ObjectTypeNode extends NodeBase {
  readonly kind: "object-type";
  readonly members: readonly (TypePropertyNode | TypeAdditionalNode | ErrorNode)[];
}

export interface TupleItemNode extends NodeBase, Decorated {
  readonly kind: "tuple-item";
  readonly type: TypeNode;
}

export interface TupleTypeNode extends NodeBase {
  readonly kind: "tuple-type";
  readonly items: readonly (TupleItemNode | ErrorNode)[];
}

export interface StringTypeNode extends NodeBase {
  readonly kind: "string-type";
  readonly literal: StringNode;
}

export interface IntegerTypeNode extends NodeBase {
  readonly kind: "integer-type";
  readonly value: bigint;
}

export interface BooleanTypeNode extends NodeBase {
  readonly kind: "boolean-type";
  readonly value: boolean;
}

export type NullTypeNode = NodeBase & { readonly kind: "null-type" };

export interface UnaryTypeNode extends NodeBase {
  readonly kind: "unary-type";
  readonly operator: "!" | "-" | "+";
  readonly operand: TypeNode;
}

export interface ParenthesizedTypeNode extends NodeBase {
  readonly kind: "parenthesized-type";
  readonly type: TypeNode;
}

/** `resource 'type@version'` as the type of a parameter or output. */
export interface ResourceTypeNode extends NodeBase {
  readonly kind: "resource-type";
  readonly type?: StringNode | ErrorNode;
}

export type TypeNode =
  | TypeNameNode
  | TypeInstantiationNode
  | TypePropertyAccessNode
  | TypeAdditionalAccessNode
  | TypeIndexAccessNode
  | TypeItemsAccessNode
  | ArrayTypeNode
  | PostfixTypeNode
  | UnionTypeNode
  | ObjectTypeNode
  | TupleTypeNode
  | StringTypeNode
  | IntegerTypeNode
  | BooleanTypeNode
  | NullTypeNode
  | UnaryTypeNode
  | ParenthesizedTypeNode
  | ResourceTypeNode
  | ErrorNode;

/** `@expression` before a declaration or a type's member. */
export interface Decorator extends NodeBase {
  readonly kind: "decorator";
  readonly expression: Expression;
}

interface Decorated {
  readonly decorators: readonly Decorator[];
}

interface StatementBase extends NodeBase, Decorated {
  /** Where the keyword stands. */
  readonly keyword: { readonly start: number; readonly end: number };
}

export interface TargetScopeStatement extends StatementBase {
  readonly kind: "target-scope";
  readonly value: Expression;
}

export interface MetadataStatement extends StatementBase {
  readonly kind: "metadata-declaration";
  readonly name: Identifier;
  readonly value: Expression;
}

export interface ParameterStatement extends StatementBase {
  readonly kind: "parameter-declaration";
  readonly name: Identifier;
  readonly type: TypeNode;
  readonly defaultValue?: Expression;
}

export interface VariableStatement extends StatementBase {
  readonly kind: "variable-declaration";
  readonly name: Identifier;
  readonly type?: TypeNode;
  readonly value: Expression;
}

export interface TypeStatement extends StatementBase {
  readonly kind: "type-declaration";
  readonly name: Identifier;
  readonly type: TypeNode;
}

export interface FunctionStatement extends StatementBase {
  readonly kind: "function-declaration";
  readonly name: Identifier;
  readonly parameters: readonly LocalNode[];
  readonly returnType: TypeNode;
  readonly body: Expression;
}

export interface OutputStatement extends StatementBase {
  readonly kind: "output-declaration";
  readonly name: Identifier;
  readonly type: TypeNode;
  readonly value: Expression;
}

export interface AssertStatement extends StatementBase {
  readonly kind: "assert-declaration";
  readonly name: Identifier;
  readonly value: Expression;
}

export interface ResourceStatement extends StatementBase {
  readonly kind: "resource-declaration";
  readonly name: Identifier;
  readonly type: StringNode | ErrorNode;
  readonly isExisting: boolean;
  readonly value: Expression;
}

/** A module, or a test of one (which only object bodies may have). */
export interface ModuleStatement extends StatementBase {
  readonly kind: "module-declaration" | "test-declaration";
  readonly name: Identifier;
  readonly path: StringNode | ErrorNode;
  readonly value: Expression;
}

export interface ExtensionStatement extends StatementBase {
  readonly kind: "extension-declaration";
  readonly specification: Identifier | StringNode | ErrorNode;
  readonly config?: ObjectNode | ErrorNode;
  readonly alias?: Identifier;
}

/** One name of an import list. */
export interface ImportItem extends NodeBase {
  readonly kind: "import-item";
  readonly original: Identifier | StringNode | ErrorNode;
  readonly alias?: Identifier;
}

export interface ImportStatement extends StatementBase {
  readonly kind: "import-declaration";
  readonly items?: readonly ImportItem[];
  /** `* as wildcard`. */
  readonly wildcard?: Identifier;
  readonly path: StringNode | ErrorNode;
}

/** `using 'file'`, `using none`: parameter files only. */
export interface UsingStatement extends StatementBase {
  readonly kind: "using-declaration";
  readonly path: StringNode | ErrorNode | "none";
  readonly config?: ObjectNode | ErrorNode;
}

export interface ExtendsStatement extends StatementBase {
  readonly kind: "extends-declaration";
  readonly path: StringNode | ErrorNode;
}

/** `param name = value`: parameter files only. */
export interface AssignmentStatement extends StatementBase {
  readonly kind: "parameter-assignment";
  readonly name: Identifier;
  readonly value: Expression;
}

export interface ExtensionConfigStatement extends StatementBase {
  readonly kind: "extension-config";
  readonly name: Identifier;
  readonly config: ObjectNode | ErrorNode;
}

/** Decorators that no declaration follows. */
export type MissingStatement = NodeBase & Decorated & { readonly kind: "missing-declaration" };

export type Statement =
  | TargetScopeStatement
  | MetadataStatement
  | ParameterStatement
  | VariableStatement
  | TypeStatement
  | FunctionStatement
  | OutputStatement
  | AssertStatement
  | ResourceStatement
  | ModuleStatement
  | ExtensionStatement
  | ImportStatement
  | UsingStatement
  | ExtendsStatement
  | AssignmentStatement
  | ExtensionConfigStatement
  | MissingStatement
  | ErrorNode;
