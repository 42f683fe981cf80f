import { apiVersionAtLeast } from "@byocni/azure/types";

/** Stable versions by year and month, all on the first day but the first (bicep-types-az of August 2026). */
const months: Readonly<Record<number, readonly number[]>> = {
  2019: [2, 4, 6, 8, 10, 11],
  2020: [1, 2, 3, 4, 6, 7, 9, 11, 12],
  2021: [2, 3, 5, 7, 8, 9, 10],
  2022: [1, 2, 3, 4, 6, 7, 9, 11],
  2023: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  2024: [1, 2, 5, 7, 8, 9, 10],
  2025: [1, 2, 3, 4, 5, 7, 8, 9, 10],
  2026: [1, 2, 3, 4, 5],
};

function previews(): readonly string[] {
  const versions: string[] = ["2021-11-01-preview", "2022-01-02-preview"];
  for (let year = 2022; year <= 2026; year++) {
    for (let month = year === 2022 ? 2 : 1; month <= (year === 2026 ? 5 : 12); month++)
      versions.push(`${year}-${String(month).padStart(2, "0")}-02-preview`);
  }
  return versions;
}

/**
 * Versions of `managedClusters`. Those before 2022-06-01 (2022-01-02-preview) do not know `networkPlugin: none`: that is
 * a rule of its own.
 */
export const managedClusterVersions: readonly string[] = [
  "2017-08-31",
  "2018-03-31",
  ...Object.entries(months).flatMap(([year, list]) =>
    list.map((month) => `${year}-${String(month).padStart(2, "0")}-01`),
  ),
  ...previews(),
];

/**
 * Does an answer in this api-version show `podCidr` of a `none` cluster? Previews do since 2023-06-02-preview, stable
 * versions since 2026-01-01 (AKS release notes of 2023-07-02 and 2026-01-04).
 */
export function showsPodCidr(apiVersion: string): boolean {
  return apiVersionAtLeast(apiVersion, apiVersion.includes("-preview") ? "2023-06-02-preview" : "2026-01-01");
}
