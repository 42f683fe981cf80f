import type { Checker } from "../checker/checker.ts";
import type { FileModel } from "../model/model.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { propertyNamed, type Expression, type ObjectNode } from "../syntax/index.ts";
import { withoutNull, type ScopeKind } from "../types/index.ts";

/** Where a resource or module is deployed, as far as its own `scope` property says. */
export interface ScopeData {
  readonly kind: ScopeKind;
  readonly managementGroup?: Expression;
  readonly subscription?: Expression;
  readonly resourceGroup?: Expression;
  /** The resource that is extended, or whose group or management group is meant. */
  readonly resource?: ResourceSymbol;
  readonly index?: Expression;
}

export interface ScopeTable {
  /** By the resource's own property; children have none. */
  own(symbol: ResourceSymbol): ScopeData;
  module(symbol: ModuleSymbol): ScopeData;
}

export function createScopeTable(model: FileModel, checker: Checker): ScopeTable {
  const resources = new Map<ResourceSymbol, ScopeData>();
  const modules = new Map<ModuleSymbol, ScopeData>();
  const fallback: ScopeData = { kind: model.targetScope };

  const read = (body: ObjectNode | undefined): ScopeData => {
    const value = propertyNamed(body, "scope")?.value;
    if (!value) return fallback;
    let base = value;
    let index: Expression | undefined;
    if (base.kind === "index-access") {
      index = base.index;
      base = base.base;
    }
    const at = index === undefined ? {} : { index };
    const symbol = model.bindings.symbols.get(base);
    if (symbol?.kind === "resource") return { ...throughResource(symbol), ...at };
    const type = checker.typeOf(value);
    const present = withoutNull(type) ?? type;
    if (present.kind !== "scope") return fallback;
    const [first, second] = present.args;
    switch (present.scope) {
      case "managementGroup":
        return first ? { kind: "managementGroup", managementGroup: first } : { kind: "managementGroup" };
      case "subscription":
        return first ? { kind: "subscription", subscription: first } : { kind: "subscription" };
      case "resourceGroup":
        if (first && second) return { kind: "resourceGroup", subscription: first, resourceGroup: second };
        return first ? { kind: "resourceGroup", resourceGroup: first } : { kind: "resourceGroup" };
      default:
        return { kind: present.scope };
    }
  };

  /** A resource group or management group stands for the scope that it makes; any other resource is extended. */
  const throughResource = (symbol: ResourceSymbol): ScopeData => {
    const type = model.resources.reference(symbol)?.type.toLowerCase();
    const name = model.resources.nameNode(symbol);
    if (type === "microsoft.resources/resourcegroups" && name) {
      const { subscription } = table.own(symbol);
      const outer = subscription ? { subscription } : {};
      return { kind: "resourceGroup", ...outer, resourceGroup: name, resource: symbol };
    }
    if (type === "microsoft.management/managementgroups" && name) {
      return { kind: "managementGroup", managementGroup: name, resource: symbol };
    }
    return { kind: "resource", resource: symbol };
  };

  const table: ScopeTable = {
    own(symbol) {
      const known = resources.get(symbol);
      if (known) return known;
      resources.set(symbol, fallback);
      const data = read(symbol.body.object);
      resources.set(symbol, data);
      return data;
    },
    module(symbol) {
      const known = modules.get(symbol);
      if (known) return known;
      const data = read(symbol.body.object);
      modules.set(symbol, data);
      return data;
    },
  };
  return table;
}
