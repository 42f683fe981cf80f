import { type JsonObject, jsonEqual } from "@byocni/base/core";
import { checkCounts, checkPower, checkRoomForPods, checkSpot, poolLimit, priorityOf } from "./agent-pool-checks.ts";
import { aksDefaults, defaultMaxPods, resolveVersion } from "@byocni/rules/catalog";
import { type BodyReader, dropNulls, omit } from "../body/read-body.ts";
import { aksFaults } from "./errors.ts";
import { poolNamePattern } from "./names.ts";
import type { AgentPoolProperties, NetworkProfile } from "./properties.ts";
import { readBody } from "./read-body.ts";
import { nodeImageOf } from "./node-image.ts";
import { poolInVersion } from "./show-members.ts";
import { requireSkew, requireUpgrade } from "./upgrade-policy.ts";

/** What a pool takes from its cluster. */
export interface PoolSurroundings {
  readonly network: Pick<NetworkProfile, "networkPlugin" | "networkPluginMode">;
  /** Full Kubernetes version of the control plane. */
  readonly version: string;
  /** The same as it was asked for: `1.35` or `1.35.4`. */
  readonly askedVersion: string;
  /** Mode of a pool that names none. */
  readonly defaultMode: "System" | "User";
  /** How AKS names a pool's members in refusals: `agentPoolProfile` in a cluster, `properties` in a pool of its own. */
  readonly path: "agentPoolProfile" | "properties";
  readonly apiVersion: string;
  /** Node image of the snapshot that the pool is made of. */
  readonly nodeImageVersion?: string | undefined;
}

/** Fills AKS's defaults into a pool. @throws ArmError for what AKS would not take. */
export function fillAgentPool(
  name: string,
  body: JsonObject,
  surroundings: PoolSurroundings,
  existing: AgentPoolProperties | undefined,
): AgentPoolProperties {
  if (!poolNamePattern.test(name)) throw aksFaults.InvalidAgentPoolName({ name }, { target: "agentPoolProfile.name" });
  const reader = readBody(body, `agentPoolProfile.${name}`);
  const mode = reader.oneOf("mode", ["System", "User", "Gateway"]) ?? existing?.mode ?? surroundings.defaultMode;
  const osType = reader.oneOf("osType", ["Linux", "Windows"]) ?? existing?.osType ?? "Linux";
  const autoscale = reader.flag("enableAutoScaling") ?? false;
  const minCount = reader.integer("minCount", { min: 0, max: poolLimit });
  const maxCount = reader.integer("maxCount", { min: 0, max: poolLimit });
  const count = reader.integer("count", { min: 0, max: poolLimit }) ?? existing?.count ?? minCount ?? 1;
  checkCounts(reader, { mode, count, autoscale });
  checkSpot(reader, mode);
  // In a stopped cluster all of them are, and clients send that back.
  if (surroundings.path === "properties" && existing?.powerState.code !== "Stopped") checkPower(reader, mode);
  const asked = reader.text("orchestratorVersion");
  const version =
    asked === undefined
      ? (existing?.currentOrchestratorVersion ?? surroundings.version)
      : versionAsked(asked, existing?.currentOrchestratorVersion);
  requireSkew(version, surroundings.version);
  if (existing) requireUpgrade(existing.currentOrchestratorVersion, version);
  const osSKU =
    reader.oneOf("osSKU", [
      "Ubuntu",
      "Ubuntu2204",
      "Ubuntu2404",
      "AzureLinux",
      "AzureLinux3",
      "AzureLinuxOSGuard",
      "AzureContainerLinux",
      "CBLMariner",
      "Flatcar",
      "Mariner",
      "Windows2019",
      "Windows2022",
      "Windows2025",
      "WindowsAnnual",
    ]) ??
    existing?.osSKU ??
    (osType === "Windows" ? "Windows2022" : "Ubuntu");
  const type =
    reader.oneOf("type", ["VirtualMachineScaleSets", "VirtualMachines", "AvailabilitySet"]) ??
    "VirtualMachineScaleSets";
  if (type !== "VirtualMachineScaleSets") throw aksFaults.NotImplemented({ what: `node pools of type ${type}` });
  checkNodeSettings(reader);
  const sent = omit(dropNulls(body), new Set([...readOnly, ...regularMembers]));
  const wanted: Partial<AgentPoolProperties> = {
    ...(reader.has("vmSize") ? { vmSize: reader.text("vmSize") ?? "" } : {}),
    ...(reader.has("vnetSubnetID") ? { vnetSubnetID: reader.text("vnetSubnetID") ?? "" } : {}),
    ...(reader.has("podSubnetID") ? { podSubnetID: reader.text("podSubnetID") ?? "" } : {}),
    osType,
    type,
  };
  if (existing) {
    requireUnchanged(existing, wanted, surroundings.path);
    requireSame(existing, reader, surroundings.path);
  }
  const pool: AgentPoolProperties = {
    ...(existing ? keptOf(existing, surroundings.apiVersion) : {}),
    ...sent,
    name,
    count,
    vmSize: reader.text("vmSize") ?? existing?.vmSize ?? aksDefaults.vmSize,
    osDiskSizeGB: reader.integer("osDiskSizeGB", { min: 0, max: 2048 }) || existing?.osDiskSizeGB || 128,
    osDiskType: reader.oneOf("osDiskType", ["Managed", "Ephemeral"]) ?? "Managed",
    kubeletDiskType: reader.oneOf("kubeletDiskType", ["OS", "Temporary"]) ?? "OS",
    maxPods:
      reader.integer("maxPods", { min: 10, max: 250 }) ??
      existing?.maxPods ??
      defaultMaxPods(surroundings.network.networkPlugin, surroundings.network.networkPluginMode),
    type,
    enableAutoScaling: autoscale,
    ...(minCount === undefined ? {} : { minCount }),
    ...(maxCount === undefined ? {} : { maxCount }),
    powerState: { code: reader.child("powerState").oneOf("code", ["Running", "Stopped"]) ?? "Running" },
    orchestratorVersion: asked ?? existing?.orchestratorVersion ?? surroundings.askedVersion,
    currentOrchestratorVersion: version,
    nodeLabels: reader.child("nodeLabels").object as Readonly<Record<string, string>>,
    scaleDownMode: reader.oneOf("scaleDownMode", ["Delete", "Deallocate"]) ?? "Delete",
    enableNodePublicIP: reader.flag("enableNodePublicIP") ?? false,
    mode,
    enableEncryptionAtHost: reader.flag("enableEncryptionAtHost") ?? false,
    enableUltraSSD: reader.flag("enableUltraSSD") ?? false,
    osType,
    osSKU,
    nodeImageVersion:
      surroundings.nodeImageVersion ??
      (existing?.currentOrchestratorVersion === version ? existing.nodeImageVersion : nodeImageOf(version, osSKU)),
    upgradeSettings: {
      // A pool of spot machines has no others to surge with.
      ...(reader.text("scaleSetPriority") === "Spot" ? {} : { maxSurge: "10%", maxUnavailable: "0" }),
      ...dropNulls(reader.child("upgradeSettings").object),
    },
    securityProfile: {
      enableVTPM: false,
      enableSecureBoot: false,
      ...dropNulls(reader.child("securityProfile").object),
    },
    enableFIPS: reader.flag("enableFIPS") ?? false,
    ...taintsOf(reader),
    ...priorityOf(reader),
  };
  if (!existing) checkRoomForPods(pool);
  return pool;
}

/** Shown of spot pools, or where there are any. */
const regularMembers = ["nodeTaints", "scaleSetEvictionPolicy", "scaleSetPriority", "spotMaxPrice"];

function taintsOf(reader: BodyReader): Pick<AgentPoolProperties, "nodeTaints"> {
  const nodeTaints = reader.texts("nodeTaints") ?? [];
  return nodeTaints.length > 0 ? { nodeTaints } : {};
}

const taintPattern = /^[^=:\s]+(?:=[^:\s]*)?:(?:NoSchedule|PreferNoSchedule|NoExecute)$/;

/** What is handed on to nodes as it is. @throws ArmError for what is no taint, label or zone */
function checkNodeSettings(reader: BodyReader): void {
  for (const member of ["nodeTaints", "nodeInitializationTaints"]) {
    const wrong = reader.texts(member)?.find((taint) => !taintPattern.test(taint));
    if (wrong !== undefined)
      throw aksFaults.InvalidParameter(
        { parameter: `agentPoolProfile.${member}`, reason: `${wrong} is no taint: it has the form key=value:Effect.` },
        { target: `agentPoolProfile.${member}` },
      );
  }
  const zone = reader.texts("availabilityZones")?.find((text) => !/^[1-9]$/.test(text));
  if (zone !== undefined)
    throw aksFaults.InvalidParameter(
      {
        parameter: "agentPoolProfile.availabilityZones",
        reason: `${zone} is no zone: zones have the names 1, 2 and 3.`,
      },
      { target: "agentPoolProfile.availabilityZones" },
    );
  for (const member of ["nodeLabels", "tags"]) {
    const labels = reader.child(member);
    for (const name of Object.keys(labels.object)) labels.text(name);
  }
}

/** What a pool keeps although a request does not say it: where it is, and what the request's version cannot say. */
function keptOf(existing: AgentPoolProperties, apiVersion: string): JsonObject {
  const sayable = new Set(Object.keys(poolInVersion(existing, apiVersion)));
  const { vnetSubnetID, podSubnetID } = existing;
  return {
    ...omit(existing, sayable),
    ...(vnetSubnetID === undefined ? {} : { vnetSubnetID }),
    ...(podSubnetID === undefined ? {} : { podSubnetID }),
  };
}

/** Members that only AKS writes. */
const readOnly: ReadonlySet<string> = new Set([
  "currentOrchestratorVersion",
  "eTag",
  "nodeImageVersion",
  "provisioningState",
  "status",
]);

/** What makes a pool the pool that it is. @throws ArmError PropertyChangeNotAllowed */
function requireUnchanged(
  existing: AgentPoolProperties,
  wanted: Partial<AgentPoolProperties>,
  path: PoolSurroundings["path"],
): void {
  for (const [member, value] of Object.entries(wanted)) {
    const before = existing[member];
    const same =
      typeof before === "string" && typeof value === "string" && before.toLowerCase() === value.toLowerCase();
    if (same) continue;
    const property = `${path}.${member}`;
    throw aksFaults.PropertyChangeNotAllowed({ property }, { target: property });
  }
}

/**
 * The full version that is meant. `1.35` means the newest patch for what is new, and no change for what is at 1.35
 * already (AKS documentation, "alias minor version").
 * @param current what runs now
 * @throws ArmError AgentPoolK8sVersionNotSupported
 */
export function versionAsked(asked: string, current: string | undefined): string {
  const isAlias = asked.split(".").length === 2;
  return isAlias && current?.startsWith(`${asked}.`) === true ? current : fullVersion(asked);
}

/** What a pool has for life, where a request says it. @throws ArmError PropertyChangeNotAllowed */
function requireSame(existing: AgentPoolProperties, reader: BodyReader, path: PoolSurroundings["path"]): void {
  for (const member of ["availabilityZones", "enableNodePublicIP", "maxPods", "osDiskSizeGB", "osDiskType"]) {
    // Zero and the empty list are ways to say nothing.
    const sent = reader.has(member) ? reader.object[member] : undefined;
    const isDefault = sent === undefined || sent === 0 || (Array.isArray(sent) && sent.length === 0);
    if (isDefault || jsonEqual(sent, existing[member] ?? null)) continue;
    const property = `${path}.${member}`;
    throw aksFaults.PropertyChangeNotAllowed({ property }, { target: property });
  }
}

/** A full, known version. @throws AgentPoolK8sVersionNotSupported */
export function fullVersion(asked: string): string {
  const found = resolveVersion(asked);
  if (!found) throw aksFaults.AgentPoolK8sVersionNotSupported({ version: asked }, { target: "orchestratorVersion" });
  return found.version;
}
