import type {
  AssertStatement,
  AssignmentStatement,
  Body,
  ExtensionConfigStatement,
  ExtensionStatement,
  ForNode,
  FunctionStatement,
  ImportItem,
  ImportStatement,
  LambdaNode,
  LocalNode,
  MetadataStatement,
  ModuleStatement,
  OutputStatement,
  ParameterStatement,
  ResourceStatement,
  TypeStatement,
  VariableStatement,
} from "../syntax/index.ts";

/** A named thing of a file. Symbols are compared by identity. */
interface SymbolBase<Kind extends string, Node> {
  readonly kind: Kind;
  readonly name: string;
  readonly node: Node;
}

export type ParameterSymbol = SymbolBase<"parameter", ParameterStatement>;
export type VariableSymbol = SymbolBase<"variable", VariableStatement>;
export type TypeSymbol = SymbolBase<"type", TypeStatement>;
export type FunctionSymbol = SymbolBase<"function", FunctionStatement>;
export type OutputSymbol = SymbolBase<"output", OutputStatement>;
export type MetadataSymbol = SymbolBase<"metadata", MetadataStatement>;
export type AssertSymbol = SymbolBase<"assert", AssertStatement>;
export type ExtensionSymbol = SymbolBase<"extension", ExtensionStatement>;
export type AssignmentSymbol = SymbolBase<"assignment", AssignmentStatement>;
export type ExtensionConfigSymbol = SymbolBase<"extension-config", ExtensionConfigStatement>;
export type TestSymbol = SymbolBase<"test", ModuleStatement>;

/** A name imported from another file: `original` is its name there. */
export interface ImportSymbol extends SymbolBase<"import", ImportItem> {
  readonly statement: ImportStatement;
  readonly original: string;
}

/** `* as name`. */
export type WildcardSymbol = SymbolBase<"wildcard", ImportStatement>;

export interface ResourceSymbol extends SymbolBase<"resource", ResourceStatement> {
  readonly body: Body;
  readonly isCollection: boolean;
  /** The resource that this one is written inside of. */
  readonly container?: ResourceSymbol;
  /** Resources written inside this one, by name. */
  readonly nested: Map<string, ResourceSymbol>;
}

export interface ModuleSymbol extends SymbolBase<"module", ModuleStatement> {
  readonly body: Body;
  readonly isCollection: boolean;
}

/** A name that lives inside an expression. */
export interface LocalSymbol extends SymbolBase<"local", LocalNode> {
  /** `item`, `index` of a loop; `lambda` parameter; `argument` of a user-defined function. */
  readonly role: "item" | "index" | "lambda" | "argument";
  readonly owner: ForNode | LambdaNode | FunctionStatement;
}

/** `sys` and `az`, also under the alias that an `extension` statement gives; `this` within a resource. */
export interface NamespaceSymbol {
  readonly kind: "namespace";
  readonly name: string;
}

/** A function of the language. */
export interface BuiltInSymbol {
  readonly kind: "built-in";
  readonly name: string;
  readonly namespace: "sys" | "az";
}

/** A type of the language: `string`, `int`, … */
export interface AmbientTypeSymbol {
  readonly kind: "ambient-type";
  readonly name: string;
}

/** `base` of a parameters file that extends another. */
export interface BaseParametersSymbol {
  readonly kind: "base-parameters";
  readonly name: "base";
}

/** Symbols that are declared at the top of a file or inside a resource. */
export type DeclaredSymbol =
  | ParameterSymbol
  | VariableSymbol
  | TypeSymbol
  | FunctionSymbol
  | OutputSymbol
  | MetadataSymbol
  | AssertSymbol
  | ExtensionSymbol
  | ImportSymbol
  | WildcardSymbol
  | ResourceSymbol
  | ModuleSymbol
  | TestSymbol
  | AssignmentSymbol
  | ExtensionConfigSymbol;

export type BicepSymbol =
  | DeclaredSymbol
  | LocalSymbol
  | NamespaceSymbol
  | BuiltInSymbol
  | AmbientTypeSymbol
  | BaseParametersSymbol;
