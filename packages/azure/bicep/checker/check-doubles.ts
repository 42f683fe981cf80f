import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { propertyNamed, type Body, type Expression } from "../syntax/index.ts";
import type { Checker } from "./checker.ts";

/** The value of a name where it is known; a name that is put together at run time is never called a double. */
function literalName(c: Checker, node: Expression): string | undefined {
  const type = c.typeOf(node);
  return type?.kind === "string-literal" ? type.value : undefined;
}

function scopeText(c: Checker, node: Expression | undefined): string {
  const text = node ? c.model.source.text.slice(node.start, node.end).replaceAll(/\s+/g, "") : "";
  return text === `${c.model.targetScope}()` ? "" : text;
}

function isAlways(c: Checker, { condition }: Body): boolean {
  if (!condition) return true;
  const type = c.typeOf(condition.condition);
  return type.kind === "bool-literal" && type.value;
}

/** What a resource shares with one of the same name: that of its parents, and its own. */
function resourceKey(c: Checker, symbol: ResourceSymbol): string | undefined {
  const line = c.model.resources.ancestors(symbol);
  if (line.some(({ index }) => index)) return undefined;
  const keys: string[] = [];
  for (const one of [symbol, ...line.map(({ resource }) => resource)]) {
    const key = ownKey(c, one);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys.join("\n");
}

function ownKey(c: Checker, symbol: ResourceSymbol): string | undefined {
  const { resources } = c.model;
  const reference = resources.reference(symbol);
  const name = resources.nameNode(symbol);
  if (!reference || !name || resources.extensionOf(symbol) !== undefined) return undefined;
  if (!isAlways(c, symbol.body)) return undefined;
  const own = literalName(c, name);
  const scope = scopeText(c, propertyNamed(symbol.body.object, "scope")?.value);
  return own === undefined ? undefined : [reference.type.toLowerCase(), own, scope].join("\n");
}

function moduleKey(c: Checker, symbol: ModuleSymbol): string | undefined {
  const name = propertyNamed(symbol.body.object, "name")?.value;
  const isKnown = c.model.program.target(c.model, symbol.node.path).kind !== "problem";
  if (!name || !isKnown) return undefined;
  if (!isAlways(c, symbol.body)) return undefined;
  const own = literalName(c, name);
  const scope = scopeText(c, propertyNamed(symbol.body.object, "scope")?.value);
  return own === undefined ? undefined : `${own}\n${scope}`;
}

/** Finds resources and modules that would be deployed under the same name. */
export function checkDoubles(c: Checker): void {
  const { all, resources } = c.model.declarations;
  for (const group of grouped(resources, (symbol) => resourceKey(c, symbol))) {
    const names = told(group);
    for (const symbol of group) {
      const name = c.model.resources.nameNode(symbol);
      if (name) c.report(name, resourceErrors.sameName, names);
    }
  }
  const modules = all.filter((symbol) => symbol.kind === "module");
  for (const group of grouped(modules, (symbol) => moduleKey(c, symbol))) {
    const names = told(group);
    for (const symbol of group) {
      const name = propertyNamed(symbol.body.object, "name")?.value;
      if (name) c.report(name, resourceErrors.sameModuleName, names);
    }
  }
}

/** So many of the same name are told to each of them. */
const toldOfGroup = 100;

function told(group: readonly (ResourceSymbol | ModuleSymbol)[]): readonly string[] {
  const names = group.slice(0, toldOfGroup).map((symbol) => symbol.name);
  return group.length > toldOfGroup ? [...names, "…"] : names;
}

function grouped<Symbol extends ResourceSymbol | ModuleSymbol>(
  symbols: readonly Symbol[],
  keyOf: (symbol: Symbol) => string | undefined,
): readonly (readonly Symbol[])[] {
  if (symbols.length < 2) return [];
  const groups = new Map<string, Symbol[]>();
  for (const symbol of symbols) {
    const key = keyOf(symbol);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(symbol);
    else groups.set(key, [symbol]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
