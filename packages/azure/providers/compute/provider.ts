import type { ResourceProvider } from "@byocni/azure/arm";
import type { ClusterHost } from "../container-service/cluster-host.ts";
import { machineInstanceView, virtualMachines } from "./scale-set-machines.ts";
import { instanceView, scaleSets } from "./scale-sets.ts";

/** `Microsoft.Compute`: the machines of AKS's node pools, to look at and to run scripts on. */
export function createComputeProvider(host: ClusterHost): ResourceProvider {
  return {
    namespace: "Microsoft.Compute",
    asyncOperations: { apiVersion: "2024-07-01", body: "named" },
    resourceTypes: [scaleSets, instanceView, virtualMachines(host), machineInstanceView(host)],
    notImplemented: [
      "availabilitySets",
      "capacityReservationGroups",
      "diskEncryptionSets",
      "disks",
      "galleries",
      "images",
      "locations/usages",
      "locations/vmSizes",
      "proximityPlacementGroups",
      "skus",
      "snapshots",
      "sshPublicKeys",
      "virtualMachines",
      "virtualMachines/extensions",
      "virtualMachineScaleSets/extensions",
      "virtualMachineScaleSets/networkInterfaces",
      "virtualMachineScaleSets/publicIPAddresses",
      "virtualMachineScaleSets/skus",
      "virtualMachineScaleSets/virtualMachines/networkInterfaces",
    ],
  };
}
