import { type Json, isJsonObject } from "@byocni/base/core";
import { CommandError } from "../command.ts";

const apiVersion = "2025-04-01";

export type ScopeKind = "resourceGroup" | "subscription" | "managementGroup" | "tenant";

export interface DeploymentTarget {
  readonly kind: ScopeKind;
  readonly name: string;
  /** Path of the deployment below the root, without query. */
  readonly id: string;
  /** Set for deployments above a resource group. */
  readonly location?: string;
}

export interface TargetOptions {
  readonly subscriptionId: string;
  readonly name: string;
  readonly resourceGroup?: string | undefined;
  readonly managementGroup?: string | undefined;
  readonly location?: string | undefined;
}

/** The scope that a template's `$schema` says it is for. @throws CommandError when it says none */
export function templateScope(template: Json, path: string): ScopeKind {
  const schema = isJsonObject(template) ? String(template["$schema"] ?? "") : "";
  const word = /\/([A-Za-z]*)deploymentTemplate\.json#?$/i.exec(schema)?.[1]?.toLowerCase();
  switch (word) {
    case "":
      return "resourceGroup";
    case "subscription":
      return "subscription";
    case "managementgroup":
      return "managementGroup";
    case "tenant":
      return "tenant";
    default:
      throw new CommandError(`${path}: '$schema' does not say what the template is deployed to`, {
        hint: 'Give it the schema of a template, such as "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#".',
      });
  }
}

/** Where a deployment goes. @throws CommandError when an option that the scope needs is missing */
export function deploymentTarget(kind: ScopeKind, options: TargetOptions): DeploymentTarget {
  const { name, subscriptionId, resourceGroup, managementGroup, location } = options;
  const missing = (flag: string): CommandError =>
    new CommandError(`${flag} is missing: the template is for a ${scopeWords[kind]}`, { exitCode: 64 });
  const deployment = `providers/Microsoft.Resources/deployments/${encodeURIComponent(name)}`;
  if (kind === "resourceGroup") {
    if (!resourceGroup) throw missing("--resource-group");
    return {
      kind,
      name,
      id: `/subscriptions/${subscriptionId}/resourcegroups/${encodeURIComponent(resourceGroup)}/${deployment}`,
    };
  }
  if (!location) throw missing("--location");
  if (kind === "managementGroup") {
    if (!managementGroup) throw missing("--management-group");
    const group = encodeURIComponent(managementGroup);
    return {
      kind,
      name,
      location,
      id: `/providers/Microsoft.Management/managementGroups/${group}/${deployment}`,
    };
  }
  const scope = kind === "subscription" ? `/subscriptions/${subscriptionId}` : "";
  return { kind, name, location, id: `${scope}/${deployment}` };
}

const scopeWords: Readonly<Record<ScopeKind, string>> = {
  resourceGroup: "resource group",
  subscription: "subscription",
  managementGroup: "management group",
  tenant: "tenant",
};

/** The path of the deployment or of one of its actions, with the api-version. */
export function deploymentPath({ id }: Pick<DeploymentTarget, "id">, action = ""): string {
  return `${id}${action}?api-version=${apiVersion}`;
}
