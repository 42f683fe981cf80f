import { apiVersionAtLeast } from "@byocni/azure/types";

/** Stable versions by year and month, all on the first day (Azure/bicep-types-az of August 2026). */
const stable: Readonly<Record<number, string>> = {
  2019: "02 04 06 08 10 11",
  2020: "01 02 03 04 06 07 09 11 12",
  2021: "02 03 05 07 08 09 10",
  2022: "01 02 03 04 06 07 09 11",
  2023: "01 02 03 04 05 06 07 08 09 10 11",
  2024: "01 02 05 07 08 09 10",
  2025: "01 02 03 04 05 07 08 09 10",
  2026: "01 02 03 04 05",
};

/** Previews by year and month, on the second day as a rule. */
const previews: Readonly<Record<number, string>> = {
  2022: "01 02 03 04 05 06 07 08 09 10 11",
  2023: "01 02 03 04 05 06 07 08 09 10 11",
  2024: "01 02 03 04 05 06 07 09 10",
  2025: "01 02 03 04 05 06 07 08 09 10",
  2026: "01 02 03 04 05",
};

function dates(months: Readonly<Record<number, string>>, day: string): readonly string[] {
  return Object.entries(months).flatMap(([year, list]) => list.split(" ").map((month) => `${year}-${month}-${day}`));
}

/**
 * Versions of `managedClusters`. Those before 2022-06-01 (2022-01-02-preview) do not know `networkPlugin: none`: that is
 * a rule of its own.
 */
export const managedClusterVersions: readonly string[] = [
  "2017-08-31",
  "2018-03-31",
  "2018-08-01-preview",
  "2021-11-01-preview",
  "2022-08-03-preview",
  ...dates(stable, "01"),
  ...dates(previews, "02-preview"),
];

/** The versions from a date on, for types that came later. */
export function versionsSince(first: string): readonly string[] {
  return managedClusterVersions.filter((version) => apiVersionAtLeast(version, first));
}

/**
 * Does an answer in this api-version show `podCidr` of a `none` cluster? Previews do since 2023-06-02-preview, stable
 * versions since 2026-01-01 (AKS release notes of 2023-07-02 and 2026-01-04).
 */
export function showsPodCidr(apiVersion: string): boolean {
  return apiVersionAtLeast(apiVersion, apiVersion.includes("-preview") ? "2023-06-02-preview" : "2026-01-01");
}

/** Does an answer in this api-version say `none` where no policies are enforced? (Azure/bicep-types-az) */
export function showsNoPolicy(apiVersion: string): boolean {
  return apiVersionAtLeast(apiVersion, apiVersion.includes("-preview") ? "2023-08-02-preview" : "2024-05-01");
}
