import { identityProperties } from "../checker/body-types.ts";
import type { Json } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import type { LocalSymbol, ModuleSymbol, ResourceSymbol, VariableSymbol } from "../symbols/index.ts";
import { forEachChild, plainString, propertyNamed, type Expression, type SyntaxNode } from "../syntax/index.ts";
import { someCall, text, type Arm } from "./arm.ts";
import { compareText } from "./collation.ts";
import type { Converter, Emitter } from "./emitter.ts";
import { moduleId, moduleSymbolic, resourceId, resourceSymbolic } from "./references.ts";
import { armToJson, toArm, type Value } from "./value.ts";

type Dependent = ResourceSymbol | ModuleSymbol | VariableSymbol;

/** One mention of a resource, module or variable in a declaration. */
interface Mention {
  readonly target: Dependent;
  readonly index?: Expression;
  /** Only the identity of the resource is used, or it is named as parent or scope. */
  readonly isWeak: boolean;
}

/** What the declarations of a file mention. */
export interface DependencyGraph {
  mentions(symbol: Dependent): readonly Mention[];
}

function bodyOf(symbol: Dependent): SyntaxNode {
  let body: Expression = symbol.node.value;
  if (body.kind === "for") body = body.body;
  if (body.kind === "if") body = body.body;
  return body;
}

export function createDependencyGraph(model: FileModel): DependencyGraph {
  const { symbols, parents } = model.bindings;
  const known = new Map<Dependent, Mention[]>();

  const isInfoAccess = (node: SyntaxNode, resource: ResourceSymbol): boolean => {
    const parent = parents.get(node);
    switch (parent?.kind) {
      case "non-null":
        return isInfoAccess(parent, resource);
      case "property-access":
        return identityProperties.has(parent.name.name);
      case "index-access": {
        if (parent.base !== node) return false;
        const key = plainString(parent.index);
        if (key !== undefined) return identityProperties.has(key);
        return resource.isCollection && isInfoAccess(parent, resource);
      }
      default:
        return false;
    }
  };
  const isCallBase = (node: SyntaxNode): boolean => {
    const parent = parents.get(node);
    if (parent?.kind === "non-null") return isCallBase(parent);
    if (parent?.kind === "method-call") return parent.base === node;
    return parent?.kind === "index-access" && parent.base === node && isCallBase(parent);
  };
  const isInside = (node: SyntaxNode, property: SyntaxNode | undefined): boolean => {
    if (!property) return false;
    for (let at: SyntaxNode | undefined = node; at; at = parents.get(at)) if (at === property) return true;
    return false;
  };

  /** The index with which a collection is mentioned, unless it uses names that the body does not know. */
  const indexOf = (node: SyntaxNode, isCollection: boolean, owner: Dependent): Expression | undefined => {
    const parent = parents.get(node);
    if (!isCollection || parent?.kind !== "index-access" || parent.base !== node) return undefined;
    const body = bodyOf(owner);
    const reachable = (local: LocalSymbol): boolean => {
      // Locals declared inside of the index itself, or outside of the body, stay what they are.
      if (isInside(local.node, parent.index)) return true;
      return !isInside(local.node, body);
    };
    const usesOwn = (at: SyntaxNode): boolean => {
      const symbol = symbols.get(at);
      if (symbol?.kind === "local" && !reachable(symbol)) return true;
      let found = false;
      forEachChild(at, (child) => {
        found ||= usesOwn(child);
      });
      return found;
    };
    return usesOwn(parent.index) ? undefined : parent.index;
  };

  const collect = (owner: Dependent): Mention[] => {
    const found: Mention[] = [];
    const body = owner.kind === "variable" ? undefined : owner.body.object;
    const parentProperty = propertyNamed(body, "parent");
    const scopeProperty = propertyNamed(body, "scope");
    const add = (target: Dependent, index: Expression | undefined, isWeak: boolean): void => {
      const isDouble = found.some((one) => one.target === target && one.index === index && one.isWeak === isWeak);
      if (!isDouble) found.push(index === undefined ? { target, isWeak } : { target, index, isWeak });
    };
    if (owner.kind === "resource") {
      const parent = model.resources.parent(owner);
      if (parent) add(parent.resource, parent.index, true);
    }
    const visit = (node: SyntaxNode): void => {
      // Resources inside of this one collect their own.
      if (node.kind === "resource-declaration" && node !== owner.node) return;
      const isName = node.kind === "variable" || node.kind === "nested-access";
      const symbol = isName ? symbols.get(node) : undefined;
      switch (symbol?.kind) {
        case "variable":
          add(symbol, indexOf(node, symbol.node.value.kind === "for", owner), false);
          return;
        case "module":
          add(symbol, indexOf(node, symbol.isCollection, owner), false);
          return;
        case "resource": {
          const isAzure = model.resources.extensionOf(symbol) === undefined;
          const isWeak =
            isAzure &&
            (isInfoAccess(node, symbol) ||
              isCallBase(node) ||
              isInside(node, parentProperty) ||
              isInside(node, scopeProperty));
          add(symbol, indexOf(node, symbol.isCollection, owner), isWeak);
          return;
        }
        default:
          forEachChild(node, visit);
      }
    };
    visit(owner.node);
    return found;
  };

  /** Variables that lead to no resource or module are no dependencies. */
  const leadsSomewhere = new Map<VariableSymbol, boolean>();
  const leads = (symbol: VariableSymbol): boolean => {
    const answer = leadsSomewhere.get(symbol);
    if (answer !== undefined) return answer;
    leadsSomewhere.set(symbol, false);
    const result = graph.mentions(symbol).length > 0;
    leadsSomewhere.set(symbol, result);
    return result;
  };

  const graph: DependencyGraph = {
    mentions(symbol) {
      const answer = known.get(symbol);
      if (answer) return answer;
      known.set(symbol, []);
      const found = collect(symbol).filter((one) => one.target.kind !== "variable" || leads(one.target));
      known.set(symbol, found);
      return found;
    },
  };
  return graph;
}

/** A resource or module that must be deployed first, with the index in the terms of the dependent's body. */
interface Reached {
  readonly target: ResourceSymbol | ModuleSymbol;
  readonly index: Value | undefined;
  readonly origin: Expression | undefined;
  readonly c: Converter;
}

const maxPaths = 20_000;

/** The entries of `dependsOn` of a resource or module. */
export function dependsOn(c: Converter, graph: DependencyGraph, dependent: ResourceSymbol | ModuleSymbol): Json[] {
  const { emitter } = c;
  const reached: Reached[] = [];
  const seenPlain = new Set<Dependent>();
  let paths = 0;

  const isEnd = (mention: Mention): mention is Mention & { readonly target: ResourceSymbol | ModuleSymbol } => {
    if (mention.target.kind === "module") return true;
    if (mention.target.kind !== "resource") return false;
    return !mention.target.node.isExisting || (emitter.settings.symbolicNames && !mention.isWeak);
  };
  const follow = (mention: Mention, at: Converter, usesIndex: boolean): void => {
    if (++paths > maxPaths) return;
    const { target } = mention;
    const isCollection = target.kind === "variable" ? target.node.value.kind === "for" : target.isCollection;
    const index = mention.index && at.convert(mention.index);
    const hasIndex = isCollection && index !== undefined;
    const mentionsCopy = hasIndex && someCall(toArm(index), (one) => one.name === "copyIndex");
    // Once a step has left the loop, an index that counts the loop means nothing any more.
    const isLost = mentionsCopy && !usesIndex;
    const inner = target.kind === "variable" || !hasIndex ? at : at.within(target, index);
    const goesOn = usesIndex && mentionsCopy;
    if (isEnd(mention)) {
      const kept = hasIndex && !isLost;
      reached.push({
        target: mention.target,
        index: kept ? index : undefined,
        origin: kept ? mention.index : undefined,
        c: inner,
      });
      return;
    }
    // Without an index the way from here is always the same.
    const isPlain = !hasIndex && at === c;
    if (isPlain && seenPlain.has(target)) return;
    if (isPlain) seenPlain.add(target);
    for (const next of graph.mentions(target)) follow(next, inner, goesOn);
  };
  for (const mention of graph.mentions(dependent)) follow(mention, c, true);

  const groups = new Map<ResourceSymbol | ModuleSymbol, Reached[]>();
  for (const one of reached) {
    const group = groups.get(one.target);
    if (group) group.push(one);
    else groups.set(one.target, [one]);
  }
  const entries: { readonly key: string; readonly arm: Arm }[] = [];
  for (const [target, all] of groups) {
    const key = target.kind === "resource" ? emitter.model.resources.symbolicName(target) : target.name;
    const whole = all.find((one) => one.index === undefined);
    const kept = whole ? [whole] : distinct(all);
    for (const one of kept) entries.push({ key, arm: dependencyEntry(emitter, one) });
  }
  return entries.toSorted((a, b) => compareText(a.key, b.key)).map(({ arm }) => armToJson(arm));
}

/** Mentions by the very same expression count once. */
function distinct(all: readonly Reached[]): readonly Reached[] {
  const seen = new Set<Expression | undefined>();
  return all.filter((one) => {
    if (seen.has(one.origin)) return false;
    seen.add(one.origin);
    return true;
  });
}

function dependencyEntry(emitter: Emitter, { target, index, c }: Reached): Arm {
  if (emitter.settings.symbolicNames) {
    return target.kind === "resource" ? resourceSymbolic(c, target, index) : moduleSymbolic(target, index);
  }
  if (target.isCollection && index === undefined) {
    return text(target.kind === "resource" ? emitter.model.resources.symbolicName(target) : target.name);
  }
  return target.kind === "resource" ? resourceId(c, target) : moduleId(c, target, index);
}
