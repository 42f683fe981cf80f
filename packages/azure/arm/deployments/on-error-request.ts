import type { Json } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { DeploymentScope } from "@byocni/azure/template";
import { deploymentFaults } from "./errors.ts";

/** What a deployment asks for in case it fails: an earlier one to be run again. */
export interface OnErrorRequest {
  readonly type: "LastSuccessful" | "SpecificDeployment";
  readonly deploymentName?: string;
}

/** As it is kept and shown: the name is found when the deployment is accepted. */
export interface OnErrorDeployment extends OnErrorRequest {
  readonly deploymentName: string;
  /** Of the earlier deployment, once it was run again. */
  readonly provisioningState?: string;
}

/** Reads `properties.onErrorDeployment`. @throws ArmError */
export function readOnError(given: Json | undefined, scope: DeploymentScope): OnErrorRequest | undefined {
  if (given === undefined || given === null) return undefined;
  if (scope.kind !== "resourceGroup") throw deploymentFaults.OnErrorOutsideGroup();
  const type = isJsonObject(given) ? String(given["type"]).toLowerCase() : "";
  const name = isJsonObject(given) ? given["deploymentName"] : undefined;
  if (type === "lastsuccessful") return { type: "LastSuccessful" };
  if (type !== "specificdeployment" || typeof name !== "string" || name === "") {
    throw deploymentFaults.InvalidOnErrorDeployment();
  }
  return { type: "SpecificDeployment", deploymentName: name };
}
