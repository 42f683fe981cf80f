/**
 * Resource ids and scopes, parsed once. Ids compare without regard to case and keep the case in which they were
 * written (arm-and-az.md 1.4): show `text`, compare and store by `key`.
 */

/** What every scope carries. */
interface ScopeBase {
  /** The id as written, without a trailing slash; `/` for the tenant. */
  readonly text: string;
  /** The id in lower case: equal keys = the same thing. */
  readonly key: string;
}

/** The whole tenant: `/`. */
export interface TenantScope extends ScopeBase {
  readonly kind: "tenant";
}

/** `/providers/Microsoft.Management/managementGroups/{name}`. */
export interface ManagementGroupScope extends ScopeBase {
  readonly kind: "managementGroup";
  readonly managementGroup: string;
}

/** `/subscriptions/{subscriptionId}`. */
export interface SubscriptionScope extends ScopeBase {
  readonly kind: "subscription";
  readonly subscriptionId: string;
}

/** `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}`. */
export interface ResourceGroupScope extends ScopeBase {
  readonly kind: "resourceGroup";
  readonly subscriptionId: string;
  readonly resourceGroup: string;
}

/** A resource: `{scope}/providers/{namespace}/{type}/{name}[/{type}/{name}…]`. */
export interface ResourceId extends ScopeBase {
  readonly kind: "resource";
  /** What the resource lies in. A resource here means that this one is an extension of it. */
  readonly scope: Scope;
  /** For example `Microsoft.Network`, as written. */
  readonly namespace: string;
  /** Type segments as written: `["virtualNetworks", "subnets"]`. */
  readonly types: readonly string[];
  /** One name a type segment. */
  readonly names: readonly string[];
  /** `Microsoft.Network/virtualNetworks/subnets`, as written. */
  readonly type: string;
  /** The last name. */
  readonly name: string;
  /** Of the innermost scope that has one. */
  readonly subscriptionId?: string;
  readonly resourceGroup?: string;
}

export type Scope = TenantScope | ManagementGroupScope | SubscriptionScope | ResourceGroupScope | ResourceId;

/** The kinds of place in which a resource type can be deployed; `extension` = on any resource. */
export type ScopeKind = "tenant" | "managementGroup" | "subscription" | "resourceGroup" | "extension";

export const tenantScope: TenantScope = { kind: "tenant", text: "/", key: "/" };

/**
 * Splits a path into its decoded segments.
 * @returns undefined when a segment is empty, `.` or `..`, or hides a slash, backslash or control character behind
 * percent-encoding: such an id could name something else to the next reader.
 */
export function pathSegments(path: string): readonly string[] | undefined {
  if (!path.startsWith("/")) return undefined;
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  if (trimmed === "") return [];
  const segments = trimmed.slice(1).split("/");
  const decoded: string[] = [];
  for (const segment of segments) {
    const text = segment.includes("%") ? decode(segment) : segment;
    if (text === undefined || text === "" || text === "." || text === "..") return undefined;
    if (/[\u0000-\u001f\u007f/\\?#]/.test(text)) return undefined;
    decoded.push(text);
  }
  return decoded;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Parses any scope: tenant, management group, subscription, resource group or resource. */
export function parseScope(text: string): Scope | undefined {
  const segments = pathSegments(text);
  return segments && scopeOf(segments);
}

/** Parses the id of a resource. */
export function parseResourceId(text: string): ResourceId | undefined {
  const scope = parseScope(text);
  return scope?.kind === "resource" ? scope : undefined;
}

/** A scope out of decoded segments; undefined when they end in the middle of one. */
export function scopeOf(segments: readonly string[]): Scope | undefined {
  const { scope, rest } = leadingScope(segments);
  return rest.length === 0 ? scope : undefined;
}

/**
 * The longest scope at the start of the segments, and what is left. What is left starts with `providers` for
 * collections and provider-level paths (`…/providers/Microsoft.Network/virtualNetworks`).
 */
export function leadingScope(segments: readonly string[]): { scope: Scope; rest: readonly string[] } {
  let scope: Scope = tenantScope;
  let at = 0;
  const is = (index: number, word: string): boolean => segments[index]?.toLowerCase() === word;
  const subscriptionId = segments[1];
  if (is(0, "subscriptions") && subscriptionId !== undefined) {
    scope = subscriptionScope(subscriptionId, segments[0]);
    at = 2;
    const group = segments[3];
    if (is(2, "resourcegroups") && group !== undefined) {
      scope = resourceGroupScope(subscriptionId, group, { subscriptions: segments[0], resourceGroups: segments[2] });
      at = 4;
    }
  } else if (is(0, "providers") && is(1, "microsoft.management") && is(2, "managementgroups")) {
    const name = segments[3];
    if (name !== undefined) {
      const text = `/${segments.slice(0, 4).join("/")}`;
      scope = { kind: "managementGroup", managementGroup: name, text, key: text.toLowerCase() };
      at = 4;
    }
  }
  while (is(at, "providers")) {
    const next = segments.findIndex((segment, index) => index > at + 1 && segment.toLowerCase() === "providers");
    // A resource may be called "providers": only an even position of a type starts an extension.
    const end = nextProviders(segments, at, next);
    const length = end - at - 2;
    if (length < 2 || length % 2 !== 0) break;
    scope = resourceIn(scope, segments[at + 1] ?? "", segments.slice(at + 2, end), segments[at] ?? "providers");
    at = end;
  }
  return { scope, rest: segments.slice(at) };
}

/** Where the next `/providers/` part begins, counting only places where a type segment would stand. */
function nextProviders(segments: readonly string[], at: number, found: number): number {
  for (let index = found; index !== -1 && index < segments.length; index++) {
    if (segments[index]?.toLowerCase() === "providers" && (index - at) % 2 === 0) return index;
  }
  return segments.length;
}

function resourceIn(scope: Scope, namespace: string, path: readonly string[], word: string): ResourceId {
  const types = path.filter((_, index) => index % 2 === 0);
  const names = path.filter((_, index) => index % 2 === 1);
  const text = `${scope.kind === "tenant" ? "" : scope.text}/${word}/${namespace}/${path.join("/")}`;
  const subscriptionId = "subscriptionId" in scope ? scope.subscriptionId : undefined;
  const resourceGroup = "resourceGroup" in scope ? scope.resourceGroup : undefined;
  return {
    kind: "resource",
    text,
    key: text.toLowerCase(),
    scope,
    namespace,
    types,
    names,
    type: `${namespace}/${types.join("/")}`,
    name: names.at(-1) ?? "",
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...(resourceGroup === undefined ? {} : { resourceGroup }),
  };
}

export function subscriptionScope(subscriptionId: string, word = "subscriptions"): SubscriptionScope {
  const text = `/${word}/${subscriptionId}`;
  return { kind: "subscription", subscriptionId, text, key: text.toLowerCase() };
}

export function resourceGroupScope(
  subscriptionId: string,
  resourceGroup: string,
  words: { readonly subscriptions?: string | undefined; readonly resourceGroups?: string | undefined } = {},
): ResourceGroupScope {
  const text = `/${words.subscriptions ?? "subscriptions"}/${subscriptionId}/${words.resourceGroups ?? "resourceGroups"}/${resourceGroup}`;
  return { kind: "resourceGroup", subscriptionId, resourceGroup, text, key: text.toLowerCase() };
}

/**
 * The id of a resource from its parts.
 * @param type full type: `Microsoft.Network/virtualNetworks/subnets`
 * @param names one a type segment
 */
export function resourceIdIn(scope: Scope, type: string, names: readonly string[]): ResourceId {
  const [namespace = "", ...types] = type.split("/");
  return resourceIn(
    scope,
    namespace,
    types.flatMap((segment, index) => [segment, names[index] ?? ""]),
    "providers",
  );
}

/** The parent resource of a child (`…/virtualNetworks/v` of `…/virtualNetworks/v/subnets/s`), if it has one. */
export function parentResource(id: ResourceId): ResourceId | undefined {
  if (id.types.length < 2) return undefined;
  const text = id.text.split("/").slice(0, -2).join("/");
  return parseResourceId(text);
}

/** A child of a resource. */
export function childResource(id: ResourceId, type: string, name: string): ResourceId {
  const path = id.types.flatMap((segment, index) => [segment, id.names[index] ?? ""]);
  const word = id.text.slice(id.scope.kind === "tenant" ? 0 : id.scope.text.length).split("/")[1] ?? "providers";
  return resourceIn(id.scope, id.namespace, [...path, type, name], word);
}

/** True when two texts name the same thing. */
export function sameId(a: string, b: string): boolean {
  return normalizeIdKey(a) === normalizeIdKey(b);
}

/** True when `key` is `scopeKey` or lies within it: inheritance on whole segments (`/…/rg1` does not hold `/…/rg10`). */
export function isWithin(key: string, scopeKey: string): boolean {
  return scopeKey === "/" || key === scopeKey || key.startsWith(`${scopeKey}/`);
}

/** The key of an id that may come from a user: lower case, no trailing slash. */
export function normalizeIdKey(text: string): string {
  const key = text.toLowerCase();
  return key.length > 1 && key.endsWith("/") ? key.slice(0, -1) : key;
}
