import {
  forEachChild,
  type FunctionStatement,
  type LocalNode,
  type Statement,
  type SyntaxNode,
} from "../syntax/index.ts";
import type { Declarations } from "./declare.ts";
import type { BicepSymbol, LocalSymbol, ResourceSymbol } from "./symbol.ts";

/** What names mean in a file. */
export interface Bindings {
  /** The symbol that a `variable`, `call`, `type-name`, `type-instantiation` or `nested-access` node names. */
  readonly symbols: ReadonlyMap<SyntaxNode, BicepSymbol>;
  /** The symbol that a local declares. */
  readonly locals: ReadonlyMap<LocalNode, LocalSymbol>;
  readonly parents: ReadonlyMap<SyntaxNode, SyntaxNode>;
}

/** The names that are there without a declaration. */
export interface GlobalNames {
  namespace(name: string): BicepSymbol | undefined;
  function(name: string): BicepSymbol | undefined;
  type(name: string): BicepSymbol | undefined;
  /** `base` in parameters files. */
  value(name: string): BicepSymbol | undefined;
}

type Scope = {
  readonly names: ReadonlyMap<string, BicepSymbol>;
  readonly outer: Scope | undefined;
  /** A function's body sees no parameters, outputs and modules of the file. */
  readonly isFunction?: boolean;
};

/** `this`: within a resource's body, what asks after the resource as it is before the deployment. */
const self = { kind: "namespace", name: "this" } as const satisfies BicepSymbol;

/** Kinds of declarations that the body of a user-defined function may name. */
const visibleInFunctions: ReadonlySet<BicepSymbol["kind"]> = new Set([
  "variable",
  "import",
  "function",
  "wildcard",
  "resource",
  "type",
  "extension",
]);

export function bindNames(
  statements: readonly Statement[],
  declarations: Declarations,
  globals: GlobalNames,
): Bindings {
  const symbols = new Map<SyntaxNode, BicepSymbol>();
  const locals = new Map<LocalNode, LocalSymbol>();
  const parents = new Map<SyntaxNode, SyntaxNode>();

  const look = (
    name: string,
    scope: Scope | undefined,
    wanted: "value" | "function" | "type",
  ): BicepSymbol | undefined => {
    let isInFunction = false;
    for (let current = scope; current; current = current.outer) {
      const found = current.names.get(name);
      if (found && !(isInFunction && found.kind === "local")) return found;
      isInFunction ||= current.isFunction === true;
    }
    const declared = declarations.byName.get(name);
    if (declared && !(isInFunction && !visibleInFunctions.has(declared.kind))) {
      if (wanted !== "function") return declared;
      if (declared.kind === "function" || declared.kind === "import") return declared;
    }
    const global =
      wanted === "function" ? globals.function(name) : wanted === "type" ? globals.type(name) : globals.value(name);
    return global ?? globals.namespace(name);
  };
  const bind = (
    node: SyntaxNode,
    name: string,
    scope: Scope | undefined,
    wanted: "value" | "function" | "type",
  ): void => {
    const symbol = name === "" ? undefined : look(name, scope, wanted);
    if (symbol) symbols.set(node, symbol);
  };
  const declareLocals = (
    nodes: readonly (LocalNode | undefined)[],
    roles: readonly LocalSymbol["role"][],
    owner: LocalSymbol["owner"],
    outer: Scope | undefined,
  ): Scope => {
    const names = new Map<string, BicepSymbol>();
    for (const [index, node] of nodes.entries()) {
      if (!node) continue;
      const role = roles[index] ?? roles[0] ?? "lambda";
      const symbol: LocalSymbol = { kind: "local", name: node.name.name, node, role, owner };
      locals.set(node, symbol);
      if (symbol.name !== "" && !names.has(symbol.name)) names.set(symbol.name, symbol);
    }
    return { names, outer, isFunction: owner.kind === "function-declaration" };
  };

  const children = (node: SyntaxNode, scope: Scope | undefined): void => {
    forEachChild(node, (child) => walk(child, scope, node));
  };
  const walk = (node: SyntaxNode, scope: Scope | undefined, parent: SyntaxNode | undefined): void => {
    if (parent) parents.set(node, parent);
    switch (node.kind) {
      case "variable":
        bind(node, node.name.name, scope, "value");
        return;
      case "call":
        children(node, scope);
        bind(node, node.name.name, scope, "function");
        return;
      case "type-name":
        bind(node, node.name.name, scope, "type");
        return;
      case "type-instantiation":
        children(node, scope);
        if (!node.base) bind(node, node.name.name, scope, "type");
        return;
      case "nested-access": {
        children(node, scope);
        const base = resourceOf(node.base, symbols);
        const nested = base?.nested.get(node.name.name);
        if (nested) symbols.set(node, nested);
        return;
      }
      case "for": {
        if (node.item) walk(node.item, scope, node);
        if (node.index) walk(node.index, scope, node);
        walk(node.source, scope, node);
        walk(node.body, declareLocals([node.item, node.index], ["item", "index"], node, scope), node);
        return;
      }
      case "lambda": {
        for (const parameter of node.parameters) walk(parameter, scope, node);
        walk(node.body, declareLocals(node.parameters, ["lambda"], node, scope), node);
        return;
      }
      case "function-declaration":
        walkFunction(node, scope);
        return;
      case "resource-declaration": {
        const symbol = declarations.byNode.get(node);
        const names = new Map<string, BicepSymbol>(symbol?.kind === "resource" ? symbol.nested : []);
        if (!node.isExisting && !names.has(self.name)) names.set(self.name, self);
        for (const decorator of node.decorators) walk(decorator, scope, node);
        walk(node.type, scope, node);
        walk(node.value, { names, outer: scope }, node);
        return;
      }
      default:
        children(node, scope);
    }
  };
  const walkFunction = (node: FunctionStatement, scope: Scope | undefined): void => {
    for (const decorator of node.decorators) walk(decorator, scope, node);
    for (const parameter of node.parameters) walk(parameter, scope, node);
    walk(node.returnType, scope, node);
    walk(node.body, declareLocals(node.parameters, ["argument"], node, scope), node);
  };

  for (const statement of statements) walk(statement, undefined, undefined);
  return { symbols, locals, parents };
}

/** The resource that an expression names directly, indexing aside. */
function resourceOf(node: SyntaxNode, symbols: ReadonlyMap<SyntaxNode, BicepSymbol>): ResourceSymbol | undefined {
  let base = node;
  while (base.kind === "index-access" || base.kind === "non-null" || base.kind === "parenthesized") {
    base = base.kind === "parenthesized" ? base.expression : base.base;
  }
  const symbol = symbols.get(base);
  return symbol?.kind === "resource" ? symbol : undefined;
}
