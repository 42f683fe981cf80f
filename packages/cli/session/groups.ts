import type { ArmBody, ArmClient } from "./arm-client.ts";

const groupVersion = "2024-11-01";

export function groupPath(arm: ArmClient, name: string): string {
  return `/subscriptions/${arm.subscriptionId}/resourcegroups/${encodeURIComponent(name)}?api-version=${groupVersion}`;
}

export function groupsPath(arm: ArmClient): string {
  return `/subscriptions/${arm.subscriptionId}/resourcegroups?api-version=${groupVersion}`;
}

/** Makes a resource group where there is none. */
export async function ensureGroup(arm: ArmClient, name: string, location: string): Promise<void> {
  if (await arm.call("GET", groupPath(arm, name))) return;
  await arm.call("PUT", groupPath(arm, name), { location });
}

export function groupState(group: ArmBody): string {
  const properties = group["properties"] as { readonly provisioningState?: string } | undefined;
  return properties?.provisioningState ?? "";
}
