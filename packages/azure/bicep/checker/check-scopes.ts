import type { Span } from "@byocni/base/lang";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { propertyNamed, type Expression } from "../syntax/index.ts";
import { withoutNull, type ScopeKind } from "../types/index.ts";
import { formatReference } from "../model/references.ts";
import type { Checker } from "./checker.ts";

/** What a `scope` property asks for: a kind of scope and how many arguments tell which one. */
type Requested = { readonly kind: ScopeKind | "module"; readonly args: number } | "unclear" | undefined;

const resourceGroups = "microsoft.resources/resourcegroups";
const managementGroups = "microsoft.management/managementgroups";

/** `isOwn`: asked for the scope of a group that is a scope itself; what that group's own scope is, is not asked again. */
function requestedScope(c: Checker, value: Expression, isOwn = false): Requested {
  const base = value.kind === "index-access" ? value.base : value;
  const symbol = c.model.bindings.symbols.get(base);
  const isIndexed = value.kind === "index-access";
  if (symbol?.kind === "module") return symbol.isCollection === isIndexed ? { kind: "module", args: 0 } : undefined;
  if (symbol?.kind === "resource") {
    if (symbol.isCollection && !isIndexed) return undefined;
    const type = c.model.resources.reference(symbol)?.type.toLowerCase();
    if (type === resourceGroups) {
      // The subscription is that of the group, when its own scope names one.
      const own = isOwn ? undefined : propertyNamed(symbol.body.object, "scope")?.value;
      const inner = own && requestedScope(c, own, true);
      return { kind: "resourceGroup", args: typeof inner === "object" && inner.args > 0 ? 2 : 1 };
    }
    return type === managementGroups ? { kind: "managementGroup", args: 1 } : { kind: "resource", args: 1 };
  }
  const type = c.typeOf(value);
  const present = withoutNull(type) ?? type;
  if (present.kind === "scope") return { kind: present.scope, args: present.args.length };
  const isMixed = present.kind === "union" && present.members.every((member) => member.kind === "scope");
  return isMixed ? "unclear" : undefined;
}

/** Whether a nested deployment can be made from a scope: `targetScope` of the file, and what is asked for. */
function isReachable(from: ScopeKind, { kind, args }: Exclude<Requested, string | undefined>): boolean {
  const isLow = from === "subscription" || from === "resourceGroup";
  switch (kind) {
    case "tenant":
      return true;
    case "managementGroup":
      return !isLow;
    case "subscription":
      return args > 0 || isLow;
    case "resourceGroup":
      return args === 2 || (args === 1 ? isLow : from === "resourceGroup");
    default:
      return false;
  }
}

/** The scopes that a module can be deployed to. */
export function moduleScopes(c: Checker, symbol: ModuleSymbol): readonly ScopeKind[] {
  const target = c.model.program.target(c.model, symbol.node.path);
  if (target.kind === "bicep") return [target.model.targetScope];
  if (target.kind === "problem") return [];
  const schema = target.file.template["$schema"];
  const name = typeof schema === "string" ? (/\/(\w+)\.json#?$/.exec(schema)?.[1] ?? "").toLowerCase() : "";
  if (name.startsWith("tenant")) return ["tenant"];
  if (name.startsWith("managementgroup")) return ["managementGroup"];
  return name.startsWith("subscription") ? ["subscription"] : ["resourceGroup"];
}

export function checkModuleScope(c: Checker, symbol: ModuleSymbol): void {
  const { targetScope } = c.model;
  const value = propertyNamed(symbol.body.object, "scope")?.value;
  const permitted = moduleScopes(c, symbol);
  if (permitted.length === 0) return;
  const at: Span = value ?? symbol.node.value;
  const requested: Requested = value ? requestedScope(c, value) : { kind: targetScope, args: 0 };
  if (requested === "unclear") c.report(at, resourceErrors.scopeAmbiguous);
  if (requested === undefined || requested === "unclear") return;
  if (!permitted.some((scope) => scope === requested.kind)) {
    c.report(at, resourceErrors.moduleScopeNotValid, [requested.kind], permitted);
    return;
  }
  if (value && !isReachable(targetScope, requested)) {
    const row = targetScope === "resource" ? "resourceGroup" : targetScope;
    c.report(at, resourceErrors.moduleScope[row]);
  }
}

/** The scope of a resource must be one that the file can deploy to. */
export function checkResourceScope(c: Checker, symbol: ResourceSymbol): void {
  const { resources } = c.model;
  if (resources.extensionOf(symbol) !== undefined) return;
  const value = propertyNamed(symbol.body.object, "scope")?.value;
  const [first] = resources.ancestors(symbol);
  if (first) {
    if (value) c.report(value, resourceErrors.scopeOnChild);
    else if (!symbol.node.isExisting && first.resource.node.isExisting && !isDeployable(c, first.resource)) {
      c.report(symbol.node.value, resourceErrors.scopeOfAncestor, first.resource.name);
    }
    return;
  }
  const requested: Requested = value ? requestedScope(c, value) : { kind: c.model.targetScope, args: 0 };
  if (typeof requested === "object" && !checkTypeScope(c, symbol, requested.kind)) return;
  if (!value) return;
  if (requested === "unclear") c.report(value, resourceErrors.scopeAmbiguous);
  else if (requested && requested.kind !== "module" && !symbol.node.isExisting && !isDeployable(c, symbol))
    c.report(value, resourceErrors.crossScope);
}

/** A type can be deployed to some scopes, and read in some; false where it is neither. */
function checkTypeScope(c: Checker, symbol: ResourceSymbol, requested: ScopeKind | "module"): boolean {
  const reference = c.model.resources.reference(symbol);
  const known = reference && c.model.program.resourceTypes.scopes(reference);
  if (!known || requested === "module") return true;
  const value = propertyNamed(symbol.body.object, "scope")?.value;
  const at: Span = value ?? symbol.node.value;
  const { writable, readable } = known;
  if (!writable.includes(requested) && !readable.includes(requested)) {
    c.report(at, resourceErrors.typeScope, [requested], listed([...writable, ...readable]));
    return false;
  }
  if (!symbol.node.isExisting && !writable.includes(requested)) {
    c.report(at, resourceErrors.readOnlyTypeAtScope, formatReference(reference), listed(writable));
  }
  return true;
}

const order: readonly ScopeKind[] = ["resource", "tenant", "managementGroup", "subscription", "resourceGroup"];

function listed(scopes: readonly ScopeKind[]): readonly string[] {
  return scopes.length === 0 ? ["none"] : order.filter((scope) => scopes.includes(scope));
}

const longestChain = 16;

/** True when the scope that a resource names is the file's own, or a resource that the file deploys to. */
function isDeployable(c: Checker, symbol: ResourceSymbol): boolean {
  const passed = new Set<ResourceSymbol>();
  let current = symbol;
  // Resources can name each other as scopes in a circle, and in chains of which no deployment knows the like.
  while (!passed.has(current) && passed.size < longestChain) {
    passed.add(current);
    const value = propertyNamed(current.body.object, "scope")?.value;
    const requested = value && requestedScope(c, value);
    if (!value || typeof requested !== "object" || requested.kind === "tenant") return true;
    if (requested.kind !== "resource") return requested.kind === c.model.targetScope && requested.args === 0;
    const owner = c.model.bindings.symbols.get(value.kind === "index-access" ? value.base : value);
    if (owner?.kind !== "resource") return true;
    current = c.model.resources.ancestors(owner)[0]?.resource ?? owner;
  }
  return true;
}
