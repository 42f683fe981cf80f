/** A region: name, display name, geography group. */
export type Location = readonly [name: string, displayName: string, geographyGroup: string];

/** Public regions of Azure that offer AKS, in the order in which the service lists them. */
export const locations: readonly Location[] = [
  ["eastus", "East US", "US"],
  ["eastus2", "East US 2", "US"],
  ["southcentralus", "South Central US", "US"],
  ["westus2", "West US 2", "US"],
  ["westus3", "West US 3", "US"],
  ["australiaeast", "Australia East", "Asia Pacific"],
  ["southeastasia", "Southeast Asia", "Asia Pacific"],
  ["northeurope", "North Europe", "Europe"],
  ["swedencentral", "Sweden Central", "Europe"],
  ["uksouth", "UK South", "Europe"],
  ["westeurope", "West Europe", "Europe"],
  ["centralus", "Central US", "US"],
  ["southafricanorth", "South Africa North", "Africa"],
  ["centralindia", "Central India", "Asia Pacific"],
  ["eastasia", "East Asia", "Asia Pacific"],
  ["japaneast", "Japan East", "Asia Pacific"],
  ["koreacentral", "Korea Central", "Asia Pacific"],
  ["newzealandnorth", "New Zealand North", "Asia Pacific"],
  ["canadacentral", "Canada Central", "Canada"],
  ["francecentral", "France Central", "Europe"],
  ["germanywestcentral", "Germany West Central", "Europe"],
  ["italynorth", "Italy North", "Europe"],
  ["norwayeast", "Norway East", "Europe"],
  ["polandcentral", "Poland Central", "Europe"],
  ["spaincentral", "Spain Central", "Europe"],
  ["switzerlandnorth", "Switzerland North", "Europe"],
  ["mexicocentral", "Mexico Central", "Mexico"],
  ["uaenorth", "UAE North", "Middle East"],
  ["brazilsouth", "Brazil South", "South America"],
  ["israelcentral", "Israel Central", "Middle East"],
  ["qatarcentral", "Qatar Central", "Middle East"],
  ["northcentralus", "North Central US", "US"],
  ["westus", "West US", "US"],
  ["westcentralus", "West Central US", "US"],
  ["southafricawest", "South Africa West", "Africa"],
  ["australiacentral", "Australia Central", "Asia Pacific"],
  ["australiacentral2", "Australia Central 2", "Asia Pacific"],
  ["australiasoutheast", "Australia Southeast", "Asia Pacific"],
  ["japanwest", "Japan West", "Asia Pacific"],
  ["koreasouth", "Korea South", "Asia Pacific"],
  ["southindia", "South India", "Asia Pacific"],
  ["canadaeast", "Canada East", "Canada"],
  ["francesouth", "France South", "Europe"],
  ["germanynorth", "Germany North", "Europe"],
  ["norwaywest", "Norway West", "Europe"],
  ["switzerlandwest", "Switzerland West", "Europe"],
  ["ukwest", "UK West", "Europe"],
  ["uaecentral", "UAE Central", "Middle East"],
];

const names = new Set(locations.map(([name]) => name));

/** `East US 2` and `eastus2` are one region. */
export function normalizeLocation(text: string): string {
  return text.replaceAll(" ", "").toLowerCase();
}

/** True for a region that this cloud has. */
export function isLocation(normalized: string): boolean {
  return names.has(normalized);
}

/** Names of all regions, for messages. */
export function locationNames(): string {
  return locations.map(([name]) => name).join(",");
}
