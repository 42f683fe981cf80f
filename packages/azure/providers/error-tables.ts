import type { ArmErrorRow } from "@byocni/azure/types";
import { computeErrorTable } from "./compute/errors.ts";
import { containerServiceErrorTable } from "./container-service/errors.ts";
import { nodeGroupErrorTable } from "./managed-by-aks.ts";
import { managedIdentityErrorTable } from "./managed-identity/provider.ts";
import { networkErrorTable } from "./network/errors.ts";

/** What the providers refuse, by namespace, for the documentation. The rules have tables of their own. */
export const providerErrorTables: Readonly<Record<string, Readonly<Record<string, ArmErrorRow>>>> = {
  "Microsoft.Compute": computeErrorTable,
  "Microsoft.ContainerService": { ...containerServiceErrorTable, ...nodeGroupErrorTable },
  "Microsoft.ManagedIdentity": managedIdentityErrorTable,
  "Microsoft.Network": networkErrorTable,
};
