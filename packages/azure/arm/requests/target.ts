import { leadingScope, pathSegments, resourceIdIn, type ResourceId, type Scope } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";

/** What a path names, before anyone knows whether it exists. */
export type Target =
  | { readonly kind: "resource"; readonly id: ResourceId }
  /** All instances of a type in a scope (or below the parent resources named on the way). */
  | {
      readonly kind: "collection";
      readonly scope: Scope;
      readonly namespace: string;
      /** Below the namespace: `virtualNetworks/subnets`. */
      readonly path: string;
      /** Names of the parents on the way. */
      readonly names: readonly string[];
      /** The nearest parent resource. */
      readonly parent: ResourceId | undefined;
    }
  /** POST on a resource. */
  | { readonly kind: "action"; readonly id: ResourceId; readonly action: string }
  /** POST on a provider. */
  | { readonly kind: "providerAction"; readonly scope: Scope; readonly namespace: string; readonly action: string }
  /** Everything that is no provider's: groups, subscriptions, lists. `rest` in lower case except names. */
  | { readonly kind: "fixed"; readonly scope: Scope; readonly rest: readonly string[] };

/**
 * Reads a request's path.
 * @throws ArmError InvalidRequestUri for paths with empty, relative or encoded segments.
 */
export function parseTarget(method: string, path: string): Target {
  const segments = pathSegments(path);
  if (!segments) throw armFaults.InvalidRequestUri({ path });
  const { scope, rest } = leadingScope(withProvider(segments));
  if (rest.length === 0) return scope.kind === "resource" ? { kind: "resource", id: scope } : fixed(scope, rest);
  const [word, namespace, ...types] = rest;
  if (word?.toLowerCase() !== "providers" || namespace === undefined || types.length === 0) return fixed(scope, rest);
  // `…/Microsoft.Features/providers/{namespace}/features/{name}` is no resource id, though it looks like one.
  if (namespace.toLowerCase() === "microsoft.features") return fixed(scope, rest);
  const last = types.at(-1) ?? "";
  if (method === "POST") {
    if (types.length === 1) {
      const isFixed = ["register", "unregister"].includes(last.toLowerCase());
      return isFixed ? fixed(scope, rest) : { kind: "providerAction", scope, namespace, action: last };
    }
    return { kind: "action", id: idOf(scope, namespace, types.slice(0, -1)), action: last };
  }
  const parents = types.slice(0, -1);
  return {
    kind: "collection",
    scope,
    namespace,
    path: types.filter((_, index) => index % 2 === 0).join("/"),
    names: parents.filter((_, index) => index % 2 === 1),
    parent: parents.length === 0 ? undefined : idOf(scope, namespace, parents),
  };
}

function fixed(scope: Scope, rest: readonly string[]): Target {
  return { kind: "fixed", scope, rest };
}

function idOf(scope: Scope, namespace: string, path: readonly string[]): ResourceId {
  const types = path.filter((_, index) => index % 2 === 0);
  const names = path.filter((_, index) => index % 2 === 1);
  return resourceIdIn(scope, `${namespace}/${types.join("/")}`, names);
}

/** `…/resourcegroups/G/deployments/D` is an old spelling that az still uses for operation lists. */
function withProvider(segments: readonly string[]): readonly string[] {
  const at = segments[2]?.toLowerCase() === "resourcegroups" ? 4 : 2;
  if (segments[0]?.toLowerCase() !== "subscriptions" || segments[at]?.toLowerCase() !== "deployments") return segments;
  return [...segments.slice(0, at), "providers", "Microsoft.Resources", ...segments.slice(at)];
}
