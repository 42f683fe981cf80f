import { describe, expect, it } from "vitest";
import { murmur64 } from "./murmur64.ts";
import { templateGuid, templateHash, uniqueString } from "./names.ts";

describe("hashes", () => {
  it.each<[text: string, hash: bigint]>([
    ["", 0n],
    ["a", 2686549150780078204n],
    ["ab", 11355322349145293752n],
    ["abc", 1272152910408594873n],
    ["abcd", 15372358952837647232n],
    ["abcde", 16732853381781808622n],
    ["abcdef", 10021811203041407848n],
    ["abcdefg", 6596867396500806095n],
    ["abcdefgh", 9789183536796037058n],
    ["abcdefghi", 14559245107501256122n],
  ])("murmur64 of %j, for every length of the tail", (text, hash) => {
    expect(murmur64(Buffer.from(text))).toBe(hash);
  });

  it("templateHash as two recordings of the real service have it", () => {
    const schema = "schema.management.azure.com/schemas/2015-01-01";
    expect(
      templateHash({
        $schema: `https://${schema}/deploymentParameters.json#`,
        contentVersion: "1.0.0.0",
        resources: [],
      }),
    ).toBe("3965660584125802942");
    expect(
      templateHash({
        $schema: `http://${schema}/deploymentTemplate.json#`,
        contentVersion: "1.0.0.0",
        parameters: {
          name: { type: "string" },
          location: { type: "string" },
          subnetId: { type: "string" },
          privateIPAllocationMethod: { type: "string" },
          backendAddressPools: { type: "array" },
          tags: { type: "object" },
        },
        resources: [
          {
            apiVersion: "2016-03-30",
            dependsOn: [],
            location: "[parameters('location')]",
            name: "[parameters('name')]",
            properties: {
              frontendIPConfigurations: [
                {
                  name: "LoadBalancerFrontEnd",
                  properties: {
                    privateIPAllocationMethod: "[parameters('privateIPAllocationMethod')]",
                    subnet: { id: "[parameters('subnetId')]" },
                  },
                },
              ],
              backendAddressPools: "[parameters('backendAddressPools')]",
            },
            tags: "[parameters('tags')]",
            type: "Microsoft.Network/loadBalancers",
          },
        ],
      }),
    ).toBe("16281834986780566039");
  });

  it("uniqueString as the Bicep repository has it", () => {
    expect(uniqueString("/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/myRg")).toBe(
      "js26ofeqkqeve",
    );
    expect(uniqueString("asd", "asdf", "asdf")).toBe("iizpqit7ih3cc");
  });

  it("guid is a UUID of version 5", () => {
    expect(templateGuid("a", "b")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(templateGuid("a", "b")).toBe(templateGuid("a-b"));
  });
});
