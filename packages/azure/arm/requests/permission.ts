import type { ResourceId, Scope } from "@byocni/azure/types";
import type { ProviderRegistry } from "../registry.ts";
import type { Target } from "./target.ts";

/** An action at a scope. */
export interface Permission {
  /** `Microsoft.Network/virtualNetworks/write`. */
  readonly action: string;
  /** Id in its own spelling. */
  readonly scope: string;
}

const verbs: Readonly<Record<string, string>> = {
  GET: "read",
  HEAD: "read",
  PUT: "write",
  PATCH: "write",
  DELETE: "delete",
};

/** The permission that a request needs; undefined when signing in is enough. */
export function permissionOf(registry: ProviderRegistry, method: string, target: Target): Permission | undefined {
  const spelled = (type: string): string => registry.type(type)?.type ?? type;
  switch (target.kind) {
    case "resource":
      // Whoever was given the URL of an operation may ask how it goes.
      if (isPoll(target.id)) return undefined;
      return { action: `${spelled(target.id.type)}/${verbs[method] ?? "action"}`, scope: target.id.text };
    case "collection": {
      // What lies in `locations/…` is read by everyone who can read the provider.
      const type = spelled(`${target.namespace}/${target.path}`);
      return { action: `${type}/read`, scope: (target.parent ?? target.scope).text };
    }
    case "action":
      return { action: actionPermission(registry, target.id, target.action), scope: target.id.text };
    case "providerAction":
      return { action: `${target.namespace}/${target.action}/action`, scope: target.scope.text };
    case "fixed":
      return fixedPermission(method, target.scope, target.rest);
  }
}

function isPoll(id: ResourceId): boolean {
  const [first, second] = id.types.map((type) => type.toLowerCase());
  return id.types.length === 2 && first === "locations" && (second === "operations" || second === "operationresults");
}

function actionPermission(registry: ProviderRegistry, id: ResourceId, action: string): string {
  const type = registry.type(id.type);
  const definition = type?.definition.actions?.find(({ name }) => name.toLowerCase() === action.toLowerCase());
  return definition?.permission ?? `${type?.type ?? id.type}/${definition?.name ?? action}/action`;
}

function fixedPermission(method: string, scope: Scope, rest: readonly string[]): Permission | undefined {
  const first = rest[0]?.toLowerCase();
  const verb = verbs[method];
  if (scope.kind === "resourceGroup") {
    if (first === "resources") {
      return { action: "Microsoft.Resources/subscriptions/resourceGroups/resources/read", scope: scope.text };
    }
    const action =
      verb === undefined
        ? `Microsoft.Resources/subscriptions/resourceGroups/${rest[0] ?? ""}/action`
        : `Microsoft.Resources/subscriptions/resourceGroups/${verb}`;
    return { action, scope: scope.text };
  }
  if (scope.kind === "managementGroup") {
    const type = `Microsoft.Management/managementGroups${first === "subscriptions" ? "/subscriptions" : ""}`;
    return { action: `${type}/${verb ?? "action"}`, scope: scope.text };
  }
  if (scope.kind !== "subscription") return undefined;
  switch (first) {
    case "resourcegroups":
      // The list shows the groups that the caller can read; an empty one is no refusal.
      return undefined;
    case "resources":
      return undefined;
    case "tagnames":
      return {
        action: `Microsoft.Resources/subscriptions/tagNames/${rest.length > 2 ? "tagValues/" : ""}${verb ?? "action"}`,
        scope: scope.text,
      };
    case "providers":
      return method === "POST" ? { action: `${rest[1] ?? ""}/${rest[2] ?? ""}/action`, scope: scope.text } : undefined;
    default:
      return undefined;
  }
}
