import { decoratorName } from "../model/exports.ts";
import type { Bindings } from "../symbols/index.ts";
import { plainString, propertyNamed, type SyntaxNode } from "../syntax/index.ts";
import type { FileModel } from "../model/model.ts";
import { visitNodes, type LintContext, type LintRule } from "./rule.ts";

const cloudHosts = [
  "azuredatalakeanalytics.net",
  "azuredatalakestore.net",
  "batch.core.windows.net",
  "core.windows.net",
  "database.windows.net",
  "datalake.azure.net",
  "gallery.azure.com",
  "graph.windows.net",
  "login.microsoftonline.com",
  "management.azure.com",
  "management.core.windows.net",
  "vault.azure.net",
];

function texts(value: unknown, fallback: readonly string[]): readonly string[] {
  return Array.isArray(value)
    ? value.filter((one) => typeof one === "string").map((one) => one.toLowerCase())
    : fallback;
}

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Where hosts stand in a text, as whole words. Hosts are in lower case. */
function findHosts(text: string, hosts: readonly string[]): readonly Found[] {
  const folded = text.toLowerCase();
  const found: Found[] = [];
  for (const host of hosts) {
    if (host === "") continue;
    for (let at = folded.indexOf(host); at !== -1; at = folded.indexOf(host, at + host.length)) {
      const isPart = /[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ""}${text[at + host.length] ?? ""}`);
      if (!isPart) found.push({ start: at, end: at + host.length });
    }
  }
  return found;
}

/** True in what only tells of something. */
function isDescription({ parents }: Bindings, node: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at; at = parents.get(at)) {
    if (at.kind === "decorator" && ["description", "metadata"].includes(decoratorName(at) ?? "")) return true;
  }
  return false;
}

const environmentUrls: LintRule = {
  code: "no-hardcoded-env-urls",
  level: "warning",
  check(c) {
    if (c.model.tree.kind === "parameters") return;
    const hosts = texts(c.options["disallowedhosts"] ?? c.options["disallowedHosts"], cloudHosts);
    const excluded = texts(c.options["excludedhosts"] ?? c.options["excludedHosts"], ["schema.management.azure.com"]);
    const message =
      "Environment URLs should not be hardcoded. Use the environment() function to ensure compatibility across clouds. Found this disallowed host:";
    for (const node of c.model.bindings.ofKind("string")) {
      const text = c.model.source.text.slice(node.start, node.end);
      if (!text.includes(".")) continue;
      const all = findHosts(text, hosts);
      if (all.length === 0 || isDescription(c.model.bindings, node)) continue;
      const holes = node.expressions.map((one) => [one.start - node.start, one.end - node.start] as const);
      const free = findHosts(text, excluded);
      const found = all
        .filter(({ start, end }) => !free.some((one) => start < one.end && end > one.start))
        .filter(({ start, end }) => !holes.some(([from, to]) => start < to && end > from))
        .toSorted((a, b) => a.start - b.start || b.end - a.end);
      let last = -1;
      for (const { start, end } of found) {
        if (start < last) continue;
        last = end;
        c.report({ start: node.start + start, end: node.start + end }, `${message} "${text.slice(start, end)}"`);
      }
    }
  },
};

const hardcodedLocation: LintRule = {
  code: "no-hardcoded-location",
  level: "off",
  check(c) {
    const seen = new Set<unknown>();
    for (const symbol of c.model.declarations.resources) {
      const value = propertyNamed(symbol.body.object, "location")?.value;
      if (!value) continue;
      const target = c.model.bindings.symbols.get(value);
      const variable = target?.kind === "variable" ? target : undefined;
      const text = plainString(variable ? variable.node.value : value);
      if (text === undefined || text.toLowerCase() === "global") continue;
      const solution = `Please use a parameter value, an expression, or the string 'global'. Found: '${text}'`;
      if (!variable) {
        c.report(value, `A resource location should not use a hard-coded string or variable value. ${solution}`);
      } else if (!seen.has(variable)) {
        seen.add(variable);
        c.report(
          variable.node.name,
          `A resource location should not use a hard-coded string or variable value. Change variable '${variable.name}' into a parameter instead.`,
        );
      }
    }
  },
};

/** The words of `resourceGroup().location` and `deployment().location`. */
function locationCall(c: LintContext, node: SyntaxNode): string | undefined {
  if (node.kind !== "property-access" || node.name.name !== "location") return undefined;
  const { base } = node;
  if (base.kind !== "call" && base.kind !== "method-call") return undefined;
  const symbol = c.model.bindings.symbols.get(base.kind === "call" ? base : base.base);
  const isAzure = symbol?.kind === "built-in" || symbol?.kind === "namespace";
  const { name } = base.name;
  return isAzure && (name === "resourceGroup" || name === "deployment") ? `${name}().location` : undefined;
}

const locationExpressions: LintRule = {
  code: "no-loc-expr-outside-params",
  level: "off",
  check(c) {
    for (const node of c.model.bindings.ofKind("property-access")) {
      const words = locationCall(c, node);
      if (words === undefined || isInParameter(c, node)) continue;
      c.report(
        node,
        `Use a parameter here instead of '${words}'. 'resourceGroup().location' and 'deployment().location' should only be used as a default value for parameters.`,
      );
    }
  },
};

function isInParameter(c: LintContext, node: SyntaxNode): boolean {
  let parent = c.model.bindings.parents.get(node);
  while (parent && parent.kind !== "parameter-declaration") parent = c.model.bindings.parents.get(parent);
  return parent !== undefined;
}

/** Parameters of another file that decide on locations, and have default values. */
function locationParameters(c: LintContext, model: FileModel): readonly string[] {
  const inner: LintContext = { ...c, model };
  const names: string[] = [];
  const used = new Set<unknown>();
  for (const symbol of model.declarations.resources) {
    const value = propertyNamed(symbol.body.object, "location")?.value;
    if (value) visitNodes(model, value, (node) => void used.add(model.bindings.symbols.get(node)));
  }
  for (const symbol of model.declarations.all) {
    if (symbol.kind !== "parameter" || !symbol.node.defaultValue) continue;
    let isCalled = false;
    visitNodes(model, symbol.node.defaultValue, (node) => {
      if (locationCall(inner, node) !== undefined) isCalled = true;
    });
    if (isCalled || used.has(symbol)) names.push(symbol.name);
  }
  return names;
}

const explicitLocations: LintRule = {
  code: "explicit-values-for-loc-params",
  level: "off",
  check(c) {
    const known = new Map<FileModel, readonly string[]>();
    for (const symbol of c.model.declarations.all) {
      if (symbol.kind !== "module" || !symbol.body.object) continue;
      const target = c.model.program.target(c.model, symbol.node.path);
      if (target.kind !== "bicep") continue;
      const names = known.get(target.model) ?? locationParameters(c, target.model);
      known.set(target.model, names);
      const parameters = propertyNamed(symbol.body.object, "params");
      for (const name of names) {
        const { value } = parameters ?? {};
        if (value?.kind === "object" && propertyNamed(value, name)) continue;
        c.report(
          parameters ?? symbol.node.name,
          `Parameter '${name}' of module '${symbol.name}' isn't assigned an explicit value, and its default value may not give the intended behavior for a location-related parameter. You should assign an explicit value to the parameter.`,
        );
      }
    }
  },
};

/** Regions and clouds. */
export const locationRules: readonly LintRule[] = [
  environmentUrls,
  hardcodedLocation,
  locationExpressions,
  explicitLocations,
];
