import type { JsonObject } from "@byocni/base/core";
import type { BodyReader } from "../body/read-body.ts";
import { aksFaults } from "./errors.ts";
import type { AgentPoolProperties } from "./properties.ts";

/** Most nodes of a pool. */
export const poolLimit = 1000;

/** How many nodes a pool has, or may have under the autoscaler. @throws ArmError */
export function checkCounts(
  reader: BodyReader,
  pool: { readonly mode: string; readonly count: number; readonly autoscale: boolean },
): void {
  const least = pool.mode === "System" ? 1 : 0;
  const minCount = reader.integer("minCount", { min: 0, max: poolLimit });
  const maxCount = reader.integer("maxCount", { min: 0, max: poolLimit });
  const refuse = (member: string, count: number): never => {
    const target = { target: `agentPoolProfile.${member}` };
    throw aksFaults.PoolCountOutOfRange({ member, count, least }, target);
  };
  if (pool.count < least) refuse("count", pool.count);
  if (!pool.autoscale) return;
  if (minCount === undefined || maxCount === undefined || minCount > maxCount)
    throw aksFaults.InvalidParameter(
      {
        parameter: "agentPoolProfile.minCount",
        reason: "With enableAutoScaling, minCount and maxCount are needed, minCount not above maxCount.",
      },
      { target: "agentPoolProfile.minCount" },
    );
  if (minCount < least) refuse("minCount", minCount);
}

/** Pools of spot machines: never for AKS's own pods, and with none to spare for an upgrade. @throws ArmError */
export function checkSpot(reader: BodyReader, mode: string): void {
  if (reader.oneOf("scaleSetPriority", ["Regular", "Spot"]) !== "Spot") return;
  if (mode === "System")
    throw aksFaults.InvalidParameter(
      { parameter: "agentPoolProfile.scaleSetPriority", reason: "A system node pool cannot have spot machines." },
      { target: "agentPoolProfile.scaleSetPriority" },
    );
  if (reader.child("upgradeSettings").has("maxSurge"))
    throw aksFaults.SpotMaxSurge({}, { target: "agentPoolProfile.upgrade.maxSurge" });
}

/** Pools of AKS's own pods cannot be stopped (AKS documentation, "start and stop node pools"). @throws ArmError */
export function checkPower(reader: BodyReader, mode: string): void {
  if (mode !== "System" || reader.child("powerState").text("code")?.toLowerCase() !== "stopped") return;
  throw aksFaults.InvalidParameter(
    { parameter: "agentPoolProfile.powerState", reason: "A system node pool cannot be stopped." },
    { target: "agentPoolProfile.powerState" },
  );
}

/** A new pool has room for 30 pods; scaling down afterwards is not looked at (Azure/AKS#1422). @throws ArmError */
export function checkRoomForPods({ name, maxPods, count }: AgentPoolProperties): void {
  if (count > 0 && maxPods * count < 30)
    throw aksFaults.InsufficientMaxPods({ pool: name, maxPods, count }, { target: "agentPoolProfile.maxPods" });
}

const critical = /^CriticalAddonsOnly(?:=true)?:/;

/** AKS's own pods need a pool whose taints they bear. @throws ArmError CanNotTaintAllAgentPools */
export function requireRoomForSystemPods(pools: readonly AgentPoolProperties[]): void {
  const isOpen = ({ nodeTaints = [] }: AgentPoolProperties): boolean =>
    !nodeTaints.some((taint) => !critical.test(taint) && !taint.endsWith(":PreferNoSchedule"));
  if (!pools.some(isOpen)) throw aksFaults.CanNotTaintAllAgentPools({}, { target: "agentPoolProfile.nodeTaints" });
}

const spotKey = "kubernetes.azure.com/scalesetpriority";

/** What AKS makes of a pool of spot machines; of regular ones it shows none of this. */
export function priorityOf(reader: BodyReader): JsonObject {
  if (reader.text("scaleSetPriority")?.toLowerCase() !== "spot") return {};
  const price = reader.object["spotMaxPrice"];
  return {
    scaleSetPriority: "Spot",
    scaleSetEvictionPolicy: reader.oneOf("scaleSetEvictionPolicy", ["Delete", "Deallocate"]) ?? "Delete",
    spotMaxPrice: typeof price === "number" ? price : -1,
    nodeLabels: { ...reader.child("nodeLabels").object, [spotKey]: "spot" },
    nodeTaints: [...new Set([...(reader.texts("nodeTaints") ?? []), `${spotKey}=spot:NoSchedule`])],
  };
}
