import { describe, expect, it } from "vitest";
import { unservedFeatures, warnOfUnserved } from "./unserved-features.ts";

describe("features for which nothing is installed", () => {
  it.each([
    [
      { addonProfiles: { azurepolicy: { enabled: true }, omsagent: { enabled: false } } },
      ["addonProfiles.azurepolicy"],
    ],
    [{ serviceMeshProfile: { mode: "Istio", istio: {} } }, ["serviceMeshProfile.mode"]],
    [{ serviceMeshProfile: { mode: "Disabled" } }, []],
    [{ ingressProfile: { webAppRouting: { enabled: true } } }, ["ingressProfile.webAppRouting.enabled"]],
    [{ workloadAutoScalerProfile: { keda: { enabled: true } } }, ["workloadAutoScalerProfile.keda.enabled"]],
    [{ addonProfiles: null, networkProfile: { networkPlugin: "none" } }, []],
  ])("%j: %j", (properties, features) => {
    expect(unservedFeatures(properties)).toEqual(features);
  });

  it("warns of what is kept only, by name", () => {
    const codes: string[] = [];
    const texts: string[] = [];
    warnOfUnserved(
      {
        addonProfiles: { azurepolicy: { enabled: true } },
        apiServerAccessProfile: { enablePrivateCluster: true, authorizedIPRanges: ["1.2.3.4/32"] },
      },
      {
        warn: (code, message) => {
          codes.push(code);
          texts.push(message);
        },
      },
    );
    expect(codes).toEqual(["ByocniPrivateCluster", "ByocniAuthorizedRanges", "ByocniNothingInstalled"]);
    expect(texts[2]).toContain("addonProfiles.azurepolicy");
  });
});
