import { describe, expect, it } from "vitest";
import { azClusterBody, createAksCloud } from "../../testing/index.ts";
import { createMemberTables, isStrictVersion } from "./member-tables.ts";

const members = createMemberTables();
const unknownField = (field: string) =>
  `UnmarshalEntity encountered error: json: unknown field "${field}" Check that the field is in the right location, is spelled correctly, and is supported in the API version. Visit aka.ms/aks/apiversions for more API version information..`;

/** Azure/AKS#4060: "Starting in AKS API version 2024-01-01 and 2024-01-02-preview". */
it.each([
  ["2023-11-01", false],
  ["2023-11-02-preview", false],
  ["2024-01-01", true],
  ["2024-01-02-preview", true],
  ["2025-10-01", true],
])("version %s refuses unknown members: %s", (version, strict) => {
  expect(isStrictVersion(version)).toBe(strict);
});

/** Each member by the type definitions of Azure/bicep-types-az. */
it.each([
  ["a name that is none", "2025-10-01", { properties: { netwrokProfile: {} } }, "netwrokProfile"],
  ["a member one level too low", "2025-10-01", { properties: { name: "c" } }, "name"],
  [
    "a member of previews only",
    "2025-10-01",
    { properties: { networkProfile: { kubeProxyConfig: {} } } },
    "kubeProxyConfig",
  ],
  [
    "a member of a later version",
    "2024-01-01",
    { properties: { nodeProvisioningProfile: { mode: "Auto" } } },
    "nodeProvisioningProfile",
  ],
  [
    "a member inside an array",
    "2025-10-01",
    { properties: { agentPoolProfiles: [{ name: "a", vnetSubnetId2: "x" }] } },
    "vnetSubnetId2",
  ],
  [
    "a member that is gone",
    "2025-10-01",
    { properties: { networkProfile: { dockerBridgeCidr: "x" } } },
    "dockerBridgeCidr",
  ],
])("%s is refused", (_, version, body, field) => {
  expect(() => members.take("managedClusters", version, body)).toThrow(unknownField(field));
});

describe("taking a body", () => {
  it("passes over in an old version what it does not know", () => {
    const body = { location: "eastus", properties: { dnsPrefix: "a", nodeProvisioningProfile: {}, wrong: 1 } };
    expect(members.take("managedClusters", "2022-06-01", body)).toEqual({
      location: "eastus",
      properties: { dnsPrefix: "a" },
    });
  });

  it("does not mind the case of names, as Go does not", () => {
    const body = { properties: { DNSPREFIX: "a", agentpoolprofiles: [{ VMSize: "b" }] } };
    expect(members.take("managedClusters", "2025-10-01", body)).toEqual({
      properties: { dnsPrefix: "a", agentPoolProfiles: [{ vmSize: "b" }] },
    });
  });

  it("leaves names that are the user's", () => {
    const body = {
      tags: { Any: "b" },
      properties: { addonProfiles: { azurePolicy: { enabled: true, config: { own: "x" } } } },
    };
    expect(members.take("managedClusters", "2025-10-01", body)).toEqual(body);
  });

  it("lets through what a version says that came after all known ones", () => {
    const body = { properties: { somethingNew: 1 } };
    expect(members.take("managedClusters", "2031-01-01", body)).toEqual(body);
  });
});

it("refuses unknown members of clusters and pools, and never shows them", async () => {
  const cloud = await createAksCloud();
  const body = azClusterBody("2.74", { properties: { wrongName: 1 } });
  const refused = { status: 400, body: { error: { code: "UnmarshalError", message: unknownField("wrongName") } } };
  expect(await cloud.send("PUT", cloud.cluster("c"), body)).toMatchObject(refused);
  await cloud.make(cloud.cluster("c", "2023-05-01"), body);
  const shown = await cloud.send("GET", cloud.cluster("c", "2025-10-01"));
  expect(shown.body["properties"]).not.toHaveProperty("wrongName");
  const pool = { properties: { count: 1, wrongName: 1 } };
  expect(await cloud.send("PUT", cloud.cluster("c/agentPools/two"), pool)).toMatchObject(refused);
});
