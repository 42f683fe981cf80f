import { nodeSubnet, subjects } from "../facts.ts";
import type { Rule } from "../rule.ts";

export const subnetPermissions: Rule = {
  id: "subnet-permissions",
  title: "The cluster's identity may use the node subnet",
  severity: "error",
  why: "AKS puts machines and load balancers into the subnet in the name of the cluster's identity: it needs Network Contributor there, or a role with subnets/join/action and subnets/read.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites)",
  fix: "az role assignment create --assignee <identity> --role 'Network Contributor' --scope <subnet>, before the cluster is made.",
  about: "pool",
  *check(facts) {
    for (const pool of subjects(facts)) {
      const subnet = pool.subnetId === undefined ? undefined : nodeSubnet(facts, pool);
      if (!subnet?.permissions) continue;
      const { join, read, byTemplate = false } = subnet.permissions;
      const missing = [
        ...(join ? [] : ["Microsoft.Network/virtualNetworks/subnets/join/action"]),
        ...(read ? [] : ["Microsoft.Network/virtualNetworks/subnets/read"]),
      ];
      if (missing.length === 0) continue;
      // An identity that AKS makes with the cluster cannot have been given a role before.
      const isLenient = byTemplate || facts.identity.kind === "systemAssigned";
      const what = `${missing.join(" and ")} on the subnet ${subnet.name} of pool ${pool.name}`;
      yield {
        severity: isLenient ? "warning" : "error",
        message: byTemplate
          ? `No role assignment of the template gives the cluster's identity ${what}.`
          : `The cluster's identity lacks ${what}.`,
        path: `${pool.path}.vnetSubnetID`,
      };
    }
  },
};
