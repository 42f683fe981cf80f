import type { ComputedType, StoredType } from "@byocni/azure/arm";
import { requireNotManaged } from "../managed-by-aks.ts";
import { computeVersions } from "./api-versions.ts";
import { computeFaults } from "./errors.ts";

/** `Microsoft.Compute/virtualMachineScaleSets`: one a node pool; AKS makes them, nobody else can here. */
export const scaleSets: StoredType = {
  kind: "stored",
  name: "virtualMachineScaleSets",
  apiVersions: computeVersions,
  showsEtag: true,
  patch: "tags",
  async prepare({ existing }, context) {
    await requireNotManaged(existing, "write", context);
    throw computeFaults.NotImplemented({ what: "scale sets other than those of AKS node pools" });
  },
  beforeDelete: (resource, context) => requireNotManaged(resource, "delete", context),
  notImplementedActions: [
    "convertToSinglePlacementGroup",
    "deallocate",
    "delete",
    "manualupgrade",
    "performMaintenance",
    "poweroff",
    "redeploy",
    "reimage",
    "reimageall",
    "restart",
    "rollingUpgrade",
    "start",
  ],
};

/** `az vmss get-instance-view`. */
export const instanceView: ComputedType = {
  kind: "computed",
  name: "virtualMachineScaleSets/instanceView",
  apiVersions: computeVersions,
  list({ parent }) {
    if (!parent) return undefined;
    const count = Number(parent.sku?.["capacity"] ?? 0);
    return {
      virtualMachine: { statusesSummary: [{ code: "ProvisioningState/succeeded", count }] },
      statuses: [{ code: "ProvisioningState/succeeded", level: "Info", displayStatus: "Provisioning succeeded" }],
    };
  },
};
