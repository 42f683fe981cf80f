import type { Checker } from "../checker/checker.ts";
import { identityProperties } from "../checker/body-types.ts";
import type { FileModel } from "../model/model.ts";
import type { AssignmentSymbol, DeclaredSymbol, ResourceSymbol, VariableSymbol } from "../symbols/index.ts";
import {
  forEachChild,
  propertyKey,
  type Expression,
  type MethodCallNode,
  type CallNode,
  type PropertyAccessNode,
  type SyntaxNode,
} from "../syntax/index.ts";
import { propertyOf } from "../types/index.ts";
import type { ScopeTable } from "./scopes.ts";

/**
 * What cannot stand in the template by itself: variables that need the running deployment are written out where they
 * are used, and existing resources whose name needs it are addressed by their id.
 */
export interface InlineSet {
  has(symbol: VariableSymbol | AssignmentSymbol): boolean;
  hasExisting(symbol: ResourceSymbol): boolean;
}

/** `keep`: not written out here, but looked at as harmless by whoever uses it. */
type Decision = "no" | "inline" | "keep";

export function createInlineSet(model: FileModel, checker: Checker, scopes: ScopeTable): InlineSet {
  const decisions = new Map<DeclaredSymbol, Decision>();
  const { symbols } = model.bindings;

  /** The state of one declaration that is looked at. */
  interface Visit {
    readonly symbol: DeclaredSymbol;
  }
  const set = (visit: Visit, decision: Decision): void => {
    decisions.set(visit.symbol, decision);
  };
  const isInlined = (visit: Visit): boolean => decisions.get(visit.symbol) === "inline";

  const children = (visit: Visit, node: SyntaxNode): void => {
    forEachChild(node, (child) => look(visit, child));
  };
  const look = (visit: Visit, node: SyntaxNode): void => {
    if (isInlined(visit)) return;
    switch (node.kind) {
      case "variable":
        lookVariable(visit, node);
        return;
      case "nested-access":
        if (symbols.get(node)?.kind === "resource" && decisions.get(visit.symbol) !== "keep") set(visit, "inline");
        return;
      case "property-access":
        lookAccess(visit, node);
        return;
      case "call":
      case "method-call":
        lookCall(visit, node);
        return;
      default:
        children(visit, node);
    }
  };

  const lookVariable = (visit: Visit, node: Expression): void => {
    const symbol = symbols.get(node);
    if (symbol?.kind === "variable" || symbol?.kind === "assignment") {
      const decision = decide(symbol);
      const inlined = isInlined(visit) || decision === "inline";
      set(visit, inlined ? "inline" : "no");
    } else if (symbol?.kind === "resource" || symbol?.kind === "module") {
      if (decisions.get(visit.symbol) !== "keep") set(visit, "inline");
    }
  };

  const lookAccess = (visit: Visit, node: PropertyAccessNode): void => {
    let base: Expression = node.base;
    while (base.kind === "non-null" || base.kind === "index-access") base = base.base;
    const symbol = symbols.get(base);
    if (symbol?.kind === "resource") {
      const body = checker.resourceType(symbol)?.body;
      if (!body) return;
      const { name } = node.name;
      const property = propertyOf(body.properties, name);
      const isHarmless = !property
        ? body.additional === undefined
        : identityProperties.has(name) && (name !== "id" && name !== "name" ? true : decide(symbol) !== "inline");
      set(visit, isHarmless ? "keep" : "inline");
    } else if (symbol?.kind === "module") set(visit, node.name.name === "name" ? "keep" : "inline");
    else children(visit, node);
  };

  const lookCall = (visit: Visit, node: CallNode | MethodCallNode): void => {
    const symbol = symbols.get(node.kind === "call" ? node : node.base);
    const isNamespaced = node.kind === "method-call" && (symbol?.kind === "namespace" || symbol?.kind === "extension");
    const row =
      (node.kind === "call" && symbol?.kind === "built-in") || isNamespaced
        ? model.program.functions.find(node.name.name)
        : undefined;
    if (row) set(visit, row.requiresInlining || isExternal(row.name) ? "inline" : "no");
    if (row?.name !== "nameof") children(visit, node);
  };
  const isExternal = (name: string): boolean =>
    name === "externalInput" || name === "readCliArg" || name === "readEnvVar" || name === "getSecret";

  const decideResource = (symbol: ResourceSymbol): void => {
    const isAzure = model.resources.extensionOf(symbol) === undefined;
    if (!symbol.node.isExisting || !isAzure) {
      decisions.set(symbol, "keep");
      return;
    }
    decisions.set(symbol, "no");
    let ancestorInlined = false;
    for (const { resource } of model.resources.ancestors(symbol)) {
      ancestorInlined = resource.node.isExisting ? ancestorInlined || decide(resource) === "inline" : false;
    }
    const onto = scopes.own(symbol).resource;
    if (ancestorInlined || (onto && decide(onto) === "inline")) {
      decisions.set(symbol, "inline");
      return;
    }
    // Only a body without a loop or condition is looked at: that is what the official compiler does.
    const { value } = symbol.node;
    if (value.kind !== "object") return;
    const visit = { symbol };
    for (const member of value.members) {
      if (member.kind !== "property") continue;
      const key = propertyKey(member);
      if (key !== "dependsOn" && key !== "parent" && key !== "scope") look(visit, member);
    }
  };

  const decide = (symbol: VariableSymbol | AssignmentSymbol | ResourceSymbol): Decision => {
    const known = decisions.get(symbol);
    if (known) return known;
    decisions.set(symbol, "no");
    if (symbol.kind === "resource") decideResource(symbol);
    else look({ symbol }, symbol.node.value);
    return decisions.get(symbol) ?? "no";
  };

  for (const symbol of model.references.dependenciesFirst()) {
    if (symbol.kind === "variable" || symbol.kind === "assignment" || symbol.kind === "resource") decide(symbol);
  }
  return {
    has: (symbol) => decide(symbol) === "inline",
    hasExisting: (symbol) => symbol.node.isExisting && decide(symbol) === "inline",
  };
}
