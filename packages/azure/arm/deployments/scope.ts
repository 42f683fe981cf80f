import type { ResourceId, Scope } from "@byocni/azure/types";
import type { DeploymentScope } from "@byocni/azure/template";
import { armFaults } from "../errors.ts";
import { requireManagementGroup } from "../management-groups.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { usTime } from "../requests/us-time.ts";
import { groupRecord } from "../resources/record.ts";
import { deploymentFaults } from "./errors.ts";
import { deploymentKey, deploymentRecord, type DeploymentRecord } from "./record.ts";

/** How long Azure lets a deployment run. */
const lifetimeMs = 7 * 24 * 3600 * 1000;

/** Where a deployment lies, and so what it deploys into. @throws ArmError InvalidScope */
export function scopeOf(ready: ReadyRequest, id: ResourceId): DeploymentScope {
  return deploymentScope(ready, id.scope);
}

/** The same for a list of deployments. @throws ArmError InvalidScope */
export function deploymentScope(ready: ReadyRequest, scope: Scope): DeploymentScope {
  switch (scope.kind) {
    case "resourceGroup":
      return {
        kind: "resourceGroup",
        subscriptionId: ready.services.settings.subscriptionId,
        resourceGroup: scope.resourceGroup,
      };
    case "subscription":
      return { kind: "subscription", subscriptionId: ready.services.settings.subscriptionId };
    case "managementGroup":
      return { kind: "managementGroup", managementGroup: scope.managementGroup };
    case "tenant":
      return { kind: "tenant" };
    case "resource":
      throw armFaults.InvalidScope({ type: "Microsoft.Resources/deployments", scope: scope.text });
  }
}

export async function findDeployment(
  ready: ReadyRequest,
  scope: DeploymentScope,
  name: string,
): Promise<DeploymentRecord | undefined> {
  const entry = await ready.services.store.get(deploymentKey(scope, name));
  return entry && deploymentRecord(entry.value);
}

/** @throws ArmError DeploymentNotFound */
export async function requireDeployment(
  ready: ReadyRequest,
  scope: DeploymentScope,
  name: string,
): Promise<DeploymentRecord> {
  await requireScopeGroup(ready, scope);
  const record = await findDeployment(ready, scope, name);
  if (!record) throw deploymentFaults.DeploymentNotFound({ name });
  return record;
}

/** The scope with the group in its own spelling. @throws ArmError when the group is not there or going */
export async function requireScopeGroup(
  ready: ReadyRequest,
  scope: DeploymentScope,
  writes = false,
): Promise<DeploymentScope> {
  if (scope.kind === "managementGroup") {
    const { store, settings } = ready.services;
    await requireManagementGroup(store, settings.tenantId, scope.managementGroup);
  }
  if (scope.kind !== "resourceGroup") return scope;
  const entry = await ready.services.repository.groupEntry(scope.subscriptionId, scope.resourceGroup);
  if (!entry) throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  const group = groupRecord(entry.value);
  if (writes && group.deleting !== undefined) throw armFaults.ResourceGroupBeingDeleted({ name: group.name });
  return { ...scope, resourceGroup: group.name };
}

/** @throws ArmError DeploymentActive while the deployment runs */
export function refuseActive(before: DeploymentRecord | undefined): void {
  if (before?.state !== "Accepted" && before?.state !== "Running") return;
  const started = usTime(before.startedAt);
  throw deploymentFaults.DeploymentActive({
    name: before.name,
    started,
    expires: usTime(before.startedAt + lifetimeMs),
  });
}
