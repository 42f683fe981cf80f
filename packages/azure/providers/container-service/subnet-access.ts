import type { JsonObject } from "@byocni/base/core";
import type { OperationContext, Resource } from "@byocni/azure/arm";
import { clusterOf } from "./cluster-spec.ts";
import { aksFaults } from "./errors.ts";
import { nodeGroupNames } from "./node-group/names.ts";

const join = "Microsoft.Network/virtualNetworks/subnets/join/action";
const read = "Microsoft.Network/virtualNetworks/subnets/read";

/**
 * AKS makes the machines in the name of the cluster's identity, so it is that one which needs to get into the subnets.
 * An identity that AKS makes itself is not asked: it could not be given a role beforehand.
 * @throws ArmError LinkedAuthorizationFailed, as the operation's failure
 */
export async function requireSubnetAccess(
  cluster: Resource,
  context: Pick<OperationContext, "hasPermission">,
): Promise<void> {
  if (cluster.identity?.["type"] !== "UserAssigned") return;
  const [identity] = Object.values((cluster.identity["userAssignedIdentities"] ?? {}) as Record<string, JsonObject>);
  const objectId = String(identity?.["principalId"] ?? "");
  const names = nodeGroupNames(cluster);
  for (const { name, vnetSubnetID } of clusterOf(cluster).properties.agentPoolProfiles) {
    if (vnetSubnetID === undefined) continue;
    const missing: string[] = [];
    for (const action of [join, read])
      if (!(await context.hasPermission(objectId, action, vnetSubnetID))) missing.push(action);
    if (missing.length === 0) continue;
    throw aksFaults.LinkedAuthorizationFailed({
      client: String(identity?.["clientId"] ?? objectId),
      objectId,
      action: "Microsoft.Compute/virtualMachineScaleSets/write",
      scope: names.id("Microsoft.Compute/virtualMachineScaleSets", names.scaleSet(name)),
      linkedActions: missing.join(","),
      linkedScopes: vnetSubnetID,
    });
  }
}
