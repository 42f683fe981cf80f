import { parseScope } from "@byocni/azure/types";
import { scopeId, type DeploymentScope } from "./scope.ts";

/** An id taken apart as the language needs it. */
export interface ScopedId {
  /** Id of what the resource lies in; empty for the tenant. */
  readonly scope: string;
  readonly type: string;
  /** Full name, e.g. `vnet/subnet`. */
  readonly name: string;
  /** `Microsoft.Network/virtualNetworks/v/subnets/s`. */
  readonly relativeId: string;
  readonly subscriptionId: string | undefined;
  readonly resourceGroup: string | undefined;
}

/** @returns undefined for a text that is no resource id; resource groups count as resources of the subscription. */
export function parseScopedId(id: string): ScopedId | undefined {
  const parsed = parseScope(id);
  if (parsed?.kind === "resourceGroup") {
    return {
      scope: `/subscriptions/${parsed.subscriptionId}`,
      type: "Microsoft.Resources/resourceGroups",
      name: parsed.resourceGroup,
      relativeId: `Microsoft.Resources/resourceGroups/${parsed.resourceGroup}`,
      subscriptionId: parsed.subscriptionId,
      resourceGroup: parsed.resourceGroup,
    };
  }
  if (parsed?.kind !== "resource") return undefined;
  const path = parsed.types.map((type, index) => `${type}/${parsed.names[index] ?? ""}`).join("/");
  return {
    scope: parsed.scope.kind === "tenant" ? "" : parsed.scope.text,
    type: parsed.type,
    name: parsed.names.join("/"),
    relativeId: `${parsed.namespace}/${path}`,
    subscriptionId: parsed.subscriptionId,
    resourceGroup: parsed.resourceGroup,
  };
}

/** True if the type has one segment more than the name: `Microsoft.Network/virtualNetworks/subnets` and `v/s`. */
export function segmentsMatch(type: string, name: string): boolean {
  const types = type.split("/");
  const names = name.split("/");
  return types.length === names.length + 1 && types.every((part) => part !== "") && names.every((part) => part !== "");
}

/** The id of a resource in a scope (`/subscriptions/...`, a resource's id, or empty for the tenant). */
export function resourceIdOf(scope: string, type: string, name: string): string {
  const [namespace = "", ...types] = type.split("/");
  const names = name.split("/");
  if (type.toLowerCase() === "microsoft.resources/resourcegroups" && /^\/subscriptions\/[^/]+$/i.test(scope)) {
    return `${scope}/resourceGroups/${name}`;
  }
  return `${scope}/providers/${namespace}${types.map((part, index) => `/${part}/${names[index] ?? ""}`).join("")}`;
}

/**
 * The scope that a resource's `scope` member names, made absolute: an id, `/` for the tenant, or a relative id such as
 * `Microsoft.Network/virtualNetworks/v`. Undefined: it is no scope.
 */
export function absoluteScope(text: string, deployment: DeploymentScope): string | undefined {
  if (text === "/") return "";
  const trimmed = text.replace(/\/+$/, "");
  if (trimmed.startsWith("/")) return parseScope(trimmed) ? trimmed : undefined;
  const lower = trimmed.toLowerCase();
  if (lower.startsWith("subscriptions/")) return absoluteScope(`/${trimmed}`, deployment);
  if (lower.startsWith("microsoft.management/managementgroups/") && trimmed.split("/").length === 3) {
    return `/providers/${trimmed}`;
  }
  const group = /^microsoft\.resources\/resourcegroups\/([^/]+)$/i.exec(trimmed)?.[1];
  if (group !== undefined && "subscriptionId" in deployment) {
    return `/subscriptions/${deployment.subscriptionId}/resourceGroups/${group}`;
  }
  const absolute = `${scopeId(deployment)}/providers/${trimmed}`;
  return parseScope(absolute) ? absolute : undefined;
}

/** The deployment scope that an id is, if it is one. */
export function toDeploymentScope(id: string): DeploymentScope | undefined {
  const scope = parseScope(id === "" ? "/" : id);
  switch (scope?.kind) {
    case "tenant":
      return { kind: "tenant" };
    case "managementGroup":
      return { kind: "managementGroup", managementGroup: scope.managementGroup };
    case "subscription":
      return { kind: "subscription", subscriptionId: scope.subscriptionId };
    case "resourceGroup":
      return { kind: "resourceGroup", subscriptionId: scope.subscriptionId, resourceGroup: scope.resourceGroup };
    default:
      return undefined;
  }
}
