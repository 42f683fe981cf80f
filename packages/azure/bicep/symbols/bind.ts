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
  readonly parents: { get(node: SyntaxNode): SyntaxNode | undefined };
  /** All nodes of the file, each before what is in it, in the order of the text. */
  readonly nodes: readonly SyntaxNode[];
  /** The nodes of a kind, in the order of the text. */
  ofKind<Kind extends SyntaxNode["kind"]>(kind: Kind): readonly Extract<SyntaxNode, { readonly kind: Kind }>[];
  /** Where a node stands in `nodes`, and where what is in it ends. */
  extent(node: SyntaxNode): { readonly start: number; readonly end: number };
}

/** True for the kinds of nodes that `symbols` knows; asking here first is cheaper. */
export function canName({ kind }: SyntaxNode): boolean {
  switch (kind) {
    case "variable":
    case "call":
    case "type-name":
    case "type-instantiation":
    case "nested-access":
      return true;
    default:
      return false;
  }
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
  const nodes: SyntaxNode[] = [];
  const places = new Map<SyntaxNode, number>();
  const parents: number[] = [];
  const ends: number[] = [];
  let outer = -1;

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
    forEachChild(node, (child) => walk(child, scope));
  };
  const walk = (node: SyntaxNode, scope: Scope | undefined): void => {
    const place = nodes.length;
    const parent = outer;
    nodes.push(node);
    places.set(node, place);
    parents.push(parent);
    ends.push(place);
    outer = place;
    bindNode(node, scope);
    ends[place] = nodes.length;
    outer = parent;
  };
  const bindNode = (node: SyntaxNode, scope: Scope | undefined): void => {
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
        if (node.item) walk(node.item, scope);
        if (node.index) walk(node.index, scope);
        walk(node.source, scope);
        walk(node.body, declareLocals([node.item, node.index], ["item", "index"], node, scope));
        return;
      }
      case "lambda": {
        for (const parameter of node.parameters) walk(parameter, scope);
        walk(node.body, declareLocals(node.parameters, ["lambda"], node, scope));
        return;
      }
      case "function-declaration":
        walkFunction(node, scope);
        return;
      case "resource-declaration": {
        const symbol = declarations.byNode.get(node);
        const names = new Map<string, BicepSymbol>(symbol?.kind === "resource" ? symbol.nested : []);
        if (!node.isExisting && !names.has(self.name)) names.set(self.name, self);
        for (const decorator of node.decorators) walk(decorator, scope);
        walk(node.type, scope);
        walk(node.value, { names, outer: scope });
        return;
      }
      default:
        children(node, scope);
    }
  };
  const walkFunction = (node: FunctionStatement, scope: Scope | undefined): void => {
    for (const decorator of node.decorators) walk(decorator, scope);
    for (const parameter of node.parameters) walk(parameter, scope);
    walk(node.returnType, scope);
    walk(node.body, declareLocals(node.parameters, ["argument"], node, scope));
  };

  for (const statement of statements) walk(statement, undefined);
  let byKind: Map<string, SyntaxNode[]> | undefined;
  return {
    symbols,
    locals,
    nodes,
    parents: {
      get: (node) => {
        const parent = parents[places.get(node) ?? nodes.length] ?? -1;
        return parent === -1 ? undefined : nodes[parent];
      },
    },
    ofKind: <Kind extends SyntaxNode["kind"]>(kind: Kind) => {
      byKind ??= groupByKind(nodes);
      return (byKind.get(kind) ?? []) as Extract<SyntaxNode, { readonly kind: Kind }>[];
    },
    extent: (node) => {
      const start = places.get(node) ?? 0;
      return { start, end: ends[start] ?? 0 };
    },
  };
}

function groupByKind(nodes: readonly SyntaxNode[]): Map<string, SyntaxNode[]> {
  const groups = new Map<string, SyntaxNode[]>();
  for (const node of nodes) {
    const group = groups.get(node.kind);
    if (group) group.push(node);
    else groups.set(node.kind, [node]);
  }
  return groups;
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
