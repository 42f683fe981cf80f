/**
 * Versions of `virtualNetworks` (Azure/bicep-types-az of August 2026, and what the service itself lists in
 * Azure/azure-cli#17545 and #31868); the other types have the same ones.
 */
export const networkVersions: readonly string[] = [
  "2014-12-01-preview",
  ...byYear(2015, "05-01-preview 06-15"),
  ...byYear(2016, "03-30 06-01 07-01 08-01 09-01 10-01 11-01 12-01"),
  ...byYear(2017, "03-01 03-30 04-01 06-01 08-01 09-01 10-01 11-01"),
  ...byYear(2018, "01-01 02-01 03-01 04-01 05-01 06-01 07-01 08-01 10-01 11-01 12-01"),
  ...byYear(2019, "02-01 04-01 06-01 07-01 08-01 09-01 11-01 12-01"),
  ...byYear(2020, "01-01 03-01 04-01 05-01 06-01 07-01 08-01 11-01"),
  ...byYear(2021, "01-01 02-01 03-01 04-01 05-01 06-01 08-01"),
  ...byYear(2022, "01-01 05-01 07-01 09-01 11-01"),
  ...byYear(2023, "02-01 04-01 05-01 06-01 09-01 11-01"),
  ...byYear(2024, "01-01 03-01 05-01 07-01 10-01"),
  ...byYear(2025, "01-01 03-01 05-01 07-01 09-01"),
];

function byYear(year: number, days: string): readonly string[] {
  return days.split(" ").map((day) => `${year}-${day}`);
}
