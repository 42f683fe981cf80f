import type { JsonObject } from "@byocni/base/core";
import { type VersionInfo, kubernetesVersions, minorOf, resolveVersion } from "@byocni/rules/catalog";
import { aksFaults } from "./errors.ts";

/** Versions that AKS offers for new clusters. */
export const offeredVersions = (): readonly VersionInfo[] =>
  kubernetesVersions.filter(({ support }) => support !== "retired");

export interface Upgrade extends JsonObject {
  readonly kubernetesVersion: string;
  readonly isPreview?: boolean;
}

/**
 * Where a version can go: newer patches, the next minor version; from a retired one also the oldest that is offered
 * (AKS documentation, "skip multiple versions": only from unsupported versions).
 */
export function upgradesFrom(version: string): readonly Upgrade[] {
  const minor = minorOf(version);
  const offered = offeredVersions();
  const oldest = offered.at(-1);
  const isRetired = resolveVersion(version)?.info.support === "retired";
  return offered
    .filter((row) => {
      const other = minorOf(row.minor);
      return (
        (other === minor && patchOf(row.patch) > patchOf(version)) ||
        other === minor + 1 ||
        (isRetired && row === oldest)
      );
    })
    .map(({ patch, support }) => ({ kubernetesVersion: patch, ...(support === "preview" ? { isPreview: true } : {}) }));
}

const patchOf = (version: string): number => Number(version.split(".")[2] ?? 0);

/**
 * May a cluster or pool go from one version to another? Minor versions are not skipped and nothing goes back. A step to
 * a retired minor version is not refused here: whether AKS still offers it is a rule of its own.
 * @throws ArmError OperationNotAllowed
 */
export function requireUpgrade(from: string, to: string): void {
  if (from === to) return;
  const step = minorOf(to) - minorOf(from);
  const isForward = step === 1 || (step === 0 && patchOf(to) >= patchOf(from));
  const upgrades = upgradesFrom(from).map(({ kubernetesVersion }) => kubernetesVersion);
  if (isForward || upgrades.some((version) => minorOf(version) === minorOf(to))) return;
  throw aksFaults.UpgradeNotAllowed(
    { from, to, upgrades: upgrades.join(" ") },
    { target: "properties.kubernetesVersion" },
  );
}

/** Node pools follow their control plane: never ahead, at most three minor versions behind. @throws ArmError */
export function requireSkew(pool: string, controlPlane: string): void {
  const [behind, ahead] = [minorOf(controlPlane), minorOf(pool)];
  const target = { target: "agentPoolProfile.orchestratorVersion" };
  if (ahead > behind)
    throw aksFaults.NodePoolAheadOfControlPlane({ pool, controlPlane, poolMinor: ahead, minor: behind }, target);
  if (behind - ahead > 3)
    throw aksFaults.NodePoolTooFarBehind({ pool, controlPlane, poolMinor: ahead, minor: behind }, target);
}
