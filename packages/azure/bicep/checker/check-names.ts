import { nameErrors } from "../diagnostics/name-errors.ts";
import type { DeclaredSymbol, ResourceSymbol } from "../symbols/index.ts";
import type { Identifier, LocalNode } from "../syntax/index.ts";
import type { Checker } from "./checker.ts";

const reserved = ["az", "sys"];

/** Where the name of a declaration stands; undefined where it is missing. */
export function nameSpan(symbol: DeclaredSymbol): { readonly start: number; readonly end: number } | undefined {
  const { node } = symbol;
  if (node.kind === "import-item") return node.alias ?? node.original;
  if (node.kind === "import-declaration") return node.wildcard;
  if (node.kind === "extension-declaration") return node.alias ?? node.specification;
  return node.name.isMissing ? undefined : node.name;
}

function groupBy<Item>(items: Iterable<Item>, key: (item: Item) => string): Iterable<readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups.values();
}

/** Finds names that are declared twice, reserved, or too much like another. */
export function checkNames(c: Checker): void {
  const { all } = c.model.declarations;
  const named = all.filter((symbol) => symbol.name !== "" && nameSpan(symbol) !== undefined);
  const unnamed = new Set(["output", "metadata", "assert", "extension-config", "assignment"]);
  for (const group of groupBy(
    named.filter((symbol) => !unnamed.has(symbol.kind)),
    (symbol) => symbol.name,
  )) {
    if (group.length > 1) reportDoubles(c, group);
  }
  for (const kind of ["output", "assignment", "metadata", "assert"] as const) {
    for (const group of groupBy(
      named.filter((symbol) => symbol.kind === kind),
      (symbol) => symbol.name,
    )) {
      if (group.length > 1) reportDoubles(c, group);
    }
  }
  for (const symbol of named) checkReserved(c, symbol);
  // The template keeps its loops of variables under this name.
  const loops = named.find((symbol) => symbol.kind === "variable" && symbol.name.toLowerCase() === "copy");
  const at = loops && nameSpan(loops);
  if (at) c.report(at, nameErrors.reservedForLoops, "copy");
  checkCasing(c);
  for (const resource of c.model.declarations.resources) checkNested(c, resource);
  checkLocals(c);
}

function reportDoubles(c: Checker, group: readonly DeclaredSymbol[]): void {
  for (const symbol of group) {
    const at = nameSpan(symbol);
    if (!at) continue;
    const row =
      symbol.kind === "output" || symbol.kind === "metadata" ? nameErrors.duplicateOutput : nameErrors.duplicate;
    c.report(at, row, symbol.name);
  }
}

function checkReserved(c: Checker, symbol: DeclaredSymbol): void {
  const at = nameSpan(symbol);
  if (!at) return;
  const isNamed = !["output", "metadata", "assert", "extension", "assignment"].includes(symbol.kind);
  if (isNamed && reserved.includes(symbol.name)) c.report(at, nameErrors.reservedSymbol, symbol.name, reserved);
  if (symbol.kind === "type" && symbol.name === "resource") {
    c.report(at, nameErrors.reservedTypeName, symbol.name);
  }
  if (symbol.kind === "metadata" && symbol.name.startsWith("_")) {
    c.report(at, nameErrors.reservedMetadata, symbol.name);
  }
  if (symbol.kind === "variable" && c.model.tree.kind === "parameters" && symbol.name === "base") {
    c.report(at, nameErrors.baseReserved);
  }
}

const plurals = { parameter: "parameters", variable: "variables", output: "outputs", type: "types", assert: "asserts" };

function checkCasing(c: Checker): void {
  for (const [kind, plural] of Object.entries(plurals)) {
    const symbols = c.model.declarations.all.filter((symbol) => symbol.kind === kind && symbol.name !== "");
    for (const group of groupBy(symbols, (symbol) => symbol.name.toLowerCase())) {
      const names = [...new Set(group.map((symbol) => symbol.name))];
      if (names.length < 2) continue;
      for (const symbol of group) {
        const at = nameSpan(symbol);
        if (at) c.report(at, nameErrors.casingOnly, plural, names);
      }
    }
  }
}

function checkNested(c: Checker, resource: ResourceSymbol): void {
  const names: Identifier[] = [];
  for (const member of resource.body.object?.members ?? []) {
    if (member.kind === "resource-declaration" && !member.name.isMissing) names.push(member.name);
  }
  reportTwice(c, names);
}

function reportTwice(c: Checker, names: readonly Identifier[]): void {
  for (const group of groupBy(names, ({ name }) => name)) {
    if (group.length > 1) for (const name of group) c.report(name, nameErrors.duplicate, name.name);
  }
}

function checkLocals(c: Checker): void {
  const { ofKind } = c.model.bindings;
  const present = (locals: readonly (LocalNode | undefined)[]): readonly Identifier[] =>
    locals.flatMap((local) => (local && !local.name.isMissing ? [local.name] : []));
  for (const { item, index } of ofKind("for")) reportTwice(c, present([item, index]));
  for (const { parameters } of ofKind("lambda")) reportTwice(c, present(parameters));
  for (const { parameters } of ofKind("function-declaration")) reportTwice(c, present(parameters));
}
