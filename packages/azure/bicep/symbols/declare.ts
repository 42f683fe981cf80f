import { plainString, unwrapBody, type ResourceStatement, type Statement } from "../syntax/index.ts";
import type { DeclaredSymbol, ResourceSymbol } from "./symbol.ts";

/** The declarations of a file. */
export interface Declarations {
  /** In the order of the text; doubles included, nested resources not. */
  readonly all: readonly DeclaredSymbol[];
  /** Every resource, all nested ones before those at the top. */
  readonly resources: readonly ResourceSymbol[];
  /** What a name stands for in the file: the first declaration, except outputs and metadata, which have no name there. */
  readonly byName: ReadonlyMap<string, DeclaredSymbol>;
  readonly byNode: ReadonlyMap<Statement, DeclaredSymbol>;
}

/** Symbols that do not take part in the file's names. */
const unnamedKinds: ReadonlySet<DeclaredSymbol["kind"]> = new Set(["output", "metadata", "assert", "extension-config"]);

export function declareSymbols(statements: readonly Statement[]): Declarations {
  const all: DeclaredSymbol[] = [];
  const resources: ResourceSymbol[] = [];
  const byNode = new Map<Statement, DeclaredSymbol>();
  const byName = new Map<string, DeclaredSymbol>();
  const add = (symbol: DeclaredSymbol, node: Statement): void => {
    all.push(symbol);
    byNode.set(node, symbol);
    if (symbol.name !== "" && !unnamedKinds.has(symbol.kind) && !byName.has(symbol.name)) {
      byName.set(symbol.name, symbol);
    }
  };
  const declareResource = (node: ResourceStatement, container?: ResourceSymbol): ResourceSymbol => {
    const body = unwrapBody(node.value);
    const symbol: ResourceSymbol = {
      kind: "resource",
      name: node.name.name,
      node,
      body,
      isCollection: body.loop !== undefined,
      nested: new Map(),
      ...(container === undefined ? {} : { container }),
    };
    byNode.set(node, symbol);
    for (const member of body.object?.members ?? []) {
      if (member.kind !== "resource-declaration") continue;
      const child = declareResource(member, symbol);
      if (child.name !== "" && !symbol.nested.has(child.name)) symbol.nested.set(child.name, child);
    }
    return symbol;
  };
  /** Resources inside come first: those deepest inside, then those around them. */
  const listNested = (symbol: ResourceSymbol): void => {
    const inside = [...nestedOf(symbol, byNode)];
    for (const child of inside) listNested(child);
    for (const child of inside) resources.push(child);
  };
  for (const node of statements) {
    switch (node.kind) {
      case "parameter-declaration":
        add({ kind: "parameter", name: node.name.name, node }, node);
        break;
      case "variable-declaration":
        add({ kind: "variable", name: node.name.name, node }, node);
        break;
      case "type-declaration":
        add({ kind: "type", name: node.name.name, node }, node);
        break;
      case "function-declaration":
        add({ kind: "function", name: node.name.name, node }, node);
        break;
      case "output-declaration":
        add({ kind: "output", name: node.name.name, node }, node);
        break;
      case "metadata-declaration":
        add({ kind: "metadata", name: node.name.name, node }, node);
        break;
      case "assert-declaration":
        add({ kind: "assert", name: node.name.name, node }, node);
        break;
      case "parameter-assignment":
        add({ kind: "assignment", name: node.name.name, node }, node);
        break;
      case "extension-config":
        add({ kind: "extension-config", name: node.name.name, node }, node);
        break;
      case "resource-declaration":
        add(declareResource(node), node);
        break;
      case "module-declaration": {
        const body = unwrapBody(node.value);
        add({ kind: "module", name: node.name.name, node, body, isCollection: body.loop !== undefined }, node);
        break;
      }
      case "test-declaration":
        add({ kind: "test", name: node.name.name, node }, node);
        break;
      case "extension-declaration": {
        const { specification, alias } = node;
        const own = specification.kind === "identifier" ? specification.name : plainString(specification);
        const name = alias?.name ?? (own ?? "").split("@")[0] ?? "";
        add({ kind: "extension", name, node }, node);
        break;
      }
      case "import-declaration":
        if (node.wildcard) add({ kind: "wildcard", name: node.wildcard.name, node }, node);
        for (const item of node.items ?? []) {
          const original = item.original.kind === "identifier" ? item.original.name : plainString(item.original);
          const name = item.alias?.name ?? original ?? "";
          const symbol = { kind: "import", name, node: item, statement: node, original: original ?? "" } as const;
          all.push(symbol);
          if (name !== "" && !byName.has(name)) byName.set(name, symbol);
        }
        break;
      default:
    }
  }
  const outer = all.filter((symbol) => symbol.kind === "resource");
  for (const symbol of outer) listNested(symbol);
  for (const symbol of outer) resources.push(symbol);
  return { all, resources, byName, byNode };
}

function nestedOf(symbol: ResourceSymbol, byNode: ReadonlyMap<Statement, DeclaredSymbol>): readonly ResourceSymbol[] {
  return (symbol.body.object?.members ?? []).flatMap((member) => {
    const child = member.kind === "resource-declaration" ? byNode.get(member) : undefined;
    return child?.kind === "resource" ? [child] : [];
  });
}
