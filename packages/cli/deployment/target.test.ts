import { describe, expect, it } from "vitest";
import { deploymentPath, deploymentTarget, templateScope } from "./target.ts";

const schema = (name: string): string => `https://schema.management.azure.com/schemas/2019-04-01/${name}#`;

describe("templateScope", () => {
  it.each([
    ["deploymentTemplate.json", "resourceGroup"],
    ["subscriptionDeploymentTemplate.json", "subscription"],
    ["managementGroupDeploymentTemplate.json", "managementGroup"],
    ["tenantDeploymentTemplate.json", "tenant"],
  ])("%s is for a %s", (name, kind) => {
    expect(templateScope({ $schema: schema(name) }, "t.json")).toBe(kind);
  });

  it.each([[{}], [{ $schema: schema("deploymentParameters.json") }], ["text"]])("refuses %j", (template) => {
    expect(() => templateScope(template, "t.json")).toThrow("t.json: '$schema' does not say");
  });
});

describe("deploymentTarget", () => {
  const base = { subscriptionId: "s", name: "main" };

  it("goes to a group, whose name is encoded", () => {
    const target = deploymentTarget("resourceGroup", { ...base, resourceGroup: "a b" });
    expect(deploymentPath(target, "/whatIf")).toBe(
      "/subscriptions/s/resourcegroups/a%20b/providers/Microsoft.Resources/deployments/main/whatIf?api-version=2025-04-01",
    );
  });

  it.each([
    ["subscription", "/subscriptions/s/providers/Microsoft.Resources/deployments/main"],
    ["tenant", "/providers/Microsoft.Resources/deployments/main"],
    [
      "managementGroup",
      "/providers/Microsoft.Management/managementGroups/mg/providers/Microsoft.Resources/deployments/main",
    ],
  ] as const)("goes to a %s with a location", (kind, id) => {
    expect(deploymentTarget(kind, { ...base, managementGroup: "mg", location: "eastus" })).toMatchObject({
      id,
      location: "eastus",
    });
  });

  it.each([
    ["resourceGroup", {}, "--resource-group is missing: the template is for a resource group"],
    ["subscription", {}, "--location is missing: the template is for a subscription"],
    ["managementGroup", { location: "eastus" }, "--management-group is missing"],
  ] as const)("a %s needs its options", (kind, more, message) => {
    expect(() => deploymentTarget(kind, { ...base, ...more })).toThrow(message);
  });
});
