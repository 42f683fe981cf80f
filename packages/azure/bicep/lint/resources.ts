import type { FileModel } from "../model/model.ts";
import { formatReference } from "../model/references.ts";
import type { BicepSymbol, ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import {
  plainString,
  propertyKey,
  propertyNamed,
  type Expression,
  type StringNode,
  type SyntaxNode,
} from "../syntax/index.ts";
import { findProperty } from "./secrets.ts";
import { visitNodes, type LintContext, type LintRule } from "./rule.ts";

type Deployed = ResourceSymbol | ModuleSymbol;

/** What is deployed before a resource because its body names it, directly or through what it names. */
function createInferredDependencies(c: LintContext): (symbol: Deployed) => ReadonlySet<Deployed> {
  const { bindings, resources } = c.model;
  const direct = new Map<Deployed, ReadonlySet<Deployed>>();
  const named = (symbol: Deployed): ReadonlySet<Deployed> => {
    const known = direct.get(symbol);
    if (known) return known;
    const found = new Set<Deployed>();
    direct.set(symbol, found);
    const seen = new Set<BicepSymbol>();
    const look = (root: SyntaxNode): void =>
      visitNodes(c.model, root, (node) => {
        if (node.kind === "resource-declaration" && node !== symbol.node) return false;
        if (node.kind === "property" && propertyKey(node) === "dependsOn") {
          const owner = bindings.parents.get(node);
          if (owner === symbol.body.object) return false;
        }
        const target = bindings.symbols.get(node);
        if (target?.kind === "resource" || target?.kind === "module") found.add(target);
        else if (target?.kind === "variable" && !seen.has(target)) {
          seen.add(target);
          look(target.node.value);
        }
        return undefined;
      });
    look(symbol.node.value);
    if (symbol.kind === "resource") {
      const parent = resources.parent(symbol);
      if (parent) found.add(parent.resource);
    }
    return found;
  };
  return (symbol) => {
    const all = new Set<Deployed>();
    const queue = [...named(symbol)];
    for (let next = queue.pop(); next; next = queue.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      queue.push(...named(next));
    }
    return all;
  };
}

/** Twice what a template may hold needs fewer steps; larger ones are refused, and their dependencies not looked at. */
const mostSteps = 10_000_000;

const unnecessaryDependsOn: LintRule = {
  code: "no-unnecessary-dependson",
  level: "warning",
  check(c) {
    const inferred = createInferredDependencies(c);
    const { all, resources } = c.model.declarations;
    const modules = all.filter((symbol) => symbol.kind === "module");
    const count = resources.length + modules.length;
    if (count * (count + all.length) > mostSteps) return;
    for (const symbol of [...resources, ...modules]) {
      const entries = propertyNamed(symbol.body.object, "dependsOn")?.value;
      if (entries?.kind !== "array" || entries.items.length === 0) continue;
      const known = inferred(symbol);
      const written = new Set<BicepSymbol>();
      for (const item of entries.items) {
        const target = c.model.bindings.symbols.get(item);
        if (target?.kind !== "resource" && target?.kind !== "module") continue;
        if (target.isCollection) continue;
        if (target.kind === "resource" && target.node.isExisting) continue;
        if (!known.has(target) && !written.has(target)) written.add(target);
        else c.report(item, `Remove unnecessary dependsOn entry '${target.name}'.`);
      }
    }
  },
};

/** True when the name of a child is that of its parent, a slash, and something more. */
function isBelow(child: StringNode, parent: Expression, text: string): boolean {
  const textOf = (node: Expression): string => text.slice(node.start, node.end);
  if (parent.kind !== "string") {
    const [first] = child.expressions;
    const isFirst = child.segments[1]?.startsWith("/") === true;
    return first !== undefined && isFirst && textOf(first) === textOf(parent);
  }
  const last = parent.segments.length - 1;
  if (child.segments.length <= last || child.expressions.length < parent.expressions.length) return false;
  const fits = parent.segments.every((segment, at) =>
    at < last ? child.segments[at] === segment : child.segments[at]?.startsWith(`${segment}/`) === true,
  );
  return (
    fits &&
    parent.expressions.every((one, at) => child.expressions[at] && textOf(one) === textOf(child.expressions[at]))
  );
}

/** The resource by whose name the name of a child begins: `'${parent.name}/child'`. */
function namedParent(c: LintContext, symbol: ResourceSymbol, name: StringNode): ResourceSymbol | undefined {
  const [first] = name.expressions;
  if (first?.kind !== "property-access" || first.name.name !== "name") return undefined;
  if (name.segments[0] !== "" || name.segments[1]?.startsWith("/") !== true) return undefined;
  const target = c.model.bindings.symbols.get(first.base);
  if (target?.kind !== "resource") return undefined;
  const outer = c.model.resources.reference(target)?.segments ?? [];
  const inner = c.model.resources.reference(symbol)?.segments ?? [];
  const isParent =
    inner.length === outer.length + 1 && inner.join("/").toLowerCase().startsWith(outer.join("/").toLowerCase());
  return isParent ? target : undefined;
}

const useParent: LintRule = {
  code: "use-parent-property",
  level: "warning",
  check(c) {
    const { resources, source } = c.model;
    const all = c.model.declarations.resources.filter((symbol) => resources.extensionOf(symbol) === undefined);
    const byType = new Map<string, ResourceSymbol[]>();
    for (const symbol of all) {
      const type = resources.reference(symbol)?.type.toLowerCase() ?? "";
      const known = byType.get(type);
      if (known) known.push(symbol);
      else byType.set(type, [symbol]);
    }
    // Larger templates are refused; there names are not compared with each other.
    const isSmall = all.length <= 1000;
    for (const symbol of isSmall ? all : []) {
      const name = resources.nameNode(symbol);
      const type = resources.reference(symbol)?.type.toLowerCase();
      if (!type || resources.parent(symbol) || name?.kind !== "string") continue;
      const outer = byType.get(type.slice(0, type.lastIndexOf("/"))) ?? [];
      const parent =
        namedParent(c, symbol, name) ??
        outer.find((one) => {
          const own = resources.nameNode(one);
          return !one.isCollection && one !== symbol && own !== undefined && isBelow(name, own, source.text);
        });
      if (!parent) continue;
      c.report(
        name,
        `Resource "${symbol.name}" has its name formatted as a child of resource "${parent.name}". The syntax can be simplified by using the parent property.`,
      );
    }
  },
};

const noDeployments: LintRule = {
  code: "no-deployments-resources",
  level: "warning",
  check(c) {
    for (const symbol of c.model.declarations.resources) {
      const reference = c.model.resources.reference(symbol);
      if (reference?.type.toLowerCase() !== "microsoft.resources/deployments") continue;
      const name = formatReference(reference);
      c.report(
        symbol.node.type,
        `Resource '${symbol.name}' of type '${name}' should instead be declared as a Bicep module.`,
      );
    }
  },
};

const stableImage: LintRule = {
  code: "use-stable-vm-image",
  level: "warning",
  check(c) {
    for (const symbol of c.model.declarations.resources) {
      const written = findProperty(symbol.body.object, ["properties", "storageProfile", "imageReference"]);
      const target = written && c.model.bindings.symbols.get(written);
      const image = target?.kind === "variable" ? target.node.value : written;
      for (const name of ["offer", "sku", "version"]) {
        const value = findProperty(image, [name]);
        if (!value || !/preview/i.test(plainString(value) ?? "")) continue;
        c.report(
          value,
          `Virtual machines shouldn't use preview images. Use stable version in imageReference property "${name}".`,
        );
      }
    }
  },
};

const changing = new Set(["newGuid", "utcNow"]);

/** Variables and default values through which a function is reached that gives something else every time. */
function changingSymbols({ references, bindings }: FileModel): ReadonlySet<BicepSymbol> {
  const { nodes, extent, symbols } = bindings;
  const found = new Set<BicepSymbol>();
  const places = new Set(bindings.ofKind("call").filter((node) => isChanging(node, symbols.get(node))));
  if (places.size === 0) return found;
  for (const symbol of references.dependenciesFirst()) {
    if (symbol.kind !== "variable" && symbol.kind !== "parameter") continue;
    const value = symbol.kind === "variable" ? symbol.node.value : symbol.node.defaultValue;
    if (!value) continue;
    const { start, end } = extent(value);
    for (let at = start; at < end; at++) {
      const node = nodes[at];
      const target = node && symbols.get(node);
      if ((node?.kind === "call" && places.has(node)) || (target && found.has(target))) {
        found.add(symbol);
        break;
      }
    }
  }
  return found;
}

function isChanging(node: SyntaxNode, target: BicepSymbol | undefined): boolean {
  return node.kind === "call" && target?.kind === "built-in" && changing.has(node.name.name);
}

/** So many ways to what changes are told of a name, and ways so long are followed. */
const mostWays = 50;
const longestWay = 100;

const stableIdentifiers: LintRule = {
  code: "use-stable-resource-identifiers",
  level: "warning",
  check(c) {
    const { symbols } = c.model.bindings;
    let unstable: ReadonlySet<BicepSymbol> | undefined;
    for (const symbol of c.model.declarations.resources) {
      const name = c.model.resources.nameNode(symbol);
      if (!name) continue;
      let ways = 0;
      const look = (root: SyntaxNode, path: readonly BicepSymbol[]): void =>
        visitNodes(c.model, root, (node) => {
          const target = symbols.get(node);
          if (!target || ways >= mostWays) return;
          if (node.kind === "call" && isChanging(node, target)) {
            ways++;
            const text = c.model.source.text.slice(node.start, node.end);
            const values = path.map((one) => (one.kind === "parameter" ? `${one.name} (default value)` : one.name));
            const told = [`${symbol.name}.name`, ...values, text].join(" -> ");
            c.report(
              name,
              `Resource identifiers should be reproducible outside of their initial deployment context. Resource ${symbol.name}'s 'name' identifier is potentially nondeterministic due to its use of the '${node.name.name}' function (${told}).`,
            );
          }
          if (target.kind !== "variable" && target.kind !== "parameter") return;
          unstable ??= changingSymbols(c.model);
          if (!unstable.has(target) || path.includes(target) || path.length >= longestWay) return;
          const value = target.kind === "variable" ? target.node.value : target.node.defaultValue;
          if (value) look(value, [...path, target]);
        });
      look(name, []);
    }
  },
};

/** Resources and what they hang on. */
export const resourceRules: readonly LintRule[] = [
  unnecessaryDependsOn,
  useParent,
  noDeployments,
  stableImage,
  stableIdentifiers,
];
