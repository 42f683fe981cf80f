import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext } from "@byocni/azure/arm";

/** Switches of a cluster after which AKS installs something in it, and the value that means "on". */
const switches: readonly (readonly [path: string, on: Json])[] = [
  ["azureMonitorProfile.metrics.enabled", true],
  ["ingressProfile.webAppRouting.enabled", true],
  ["nodeProvisioningProfile.mode", "Auto"],
  ["securityProfile.defender.securityMonitoring.enabled", true],
  ["securityProfile.imageCleaner.enabled", true],
  ["serviceMeshProfile.mode", "Istio"],
  ["workloadAutoScalerProfile.keda.enabled", true],
  ["workloadAutoScalerProfile.verticalPodAutoscaler.enabled", true],
];

/** The features of a cluster that are kept and shown, and for which nothing is installed in it. */
export function unservedFeatures(properties: JsonObject): readonly string[] {
  const addons = isJsonObject(properties["addonProfiles"]) ? properties["addonProfiles"] : {};
  return [
    ...Object.entries(addons).flatMap(([name, profile]) =>
      isJsonObject(profile) && profile["enabled"] === true ? [`addonProfiles.${name}`] : [],
    ),
    ...switches.flatMap(([path, on]) => (valueAt(properties, path.split(".")) === on ? [path] : [])),
  ];
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return isJsonObject(value) ? valueAt(value[name], rest) : undefined;
}

/** What is kept and shown and changes nothing here: the API server is on this machine, for whoever has a credential. */
export function warnOfUnserved(properties: JsonObject, { warn }: Pick<ProviderContext, "warn">): void {
  const access = properties["apiServerAccessProfile"];
  if (isJsonObject(access) && access["enablePrivateCluster"] === true)
    warn("ByocniPrivateCluster", "The API server of a private cluster listens on this machine like that of any other.");
  if (isJsonObject(access) && Array.isArray(access["authorizedIPRanges"]) && access["authorizedIPRanges"].length > 0)
    warn(
      "ByocniAuthorizedRanges",
      "Authorized IP ranges are kept and not enforced: the API server listens on this machine only.",
    );
  const features = unservedFeatures(properties);
  if (features.length > 0)
    warn(
      "ByocniNothingInstalled",
      `Kept and shown, but nothing is installed in the cluster for: ${features.join(", ")}.`,
    );
}
