import { describe, expect, it } from "vitest";
import { compileBicep, createMemoryHost, loadResourceTypes } from "../index.ts";

describe("types of resources", async () => {
  const resourceTypes = await loadResourceTypes();
  const parameter = (type: string) => {
    const host = createMemoryHost({ "/main.bicep": `param p ${type}` });
    const [template, diagnostics] = compileBicep("/main.bicep", host, { resourceTypes });
    expect(diagnostics.filter(({ level }) => level === "error")).toEqual([]);
    return (template as { parameters: { p: object } }).parameters.p;
  };

  it("are spelt as the library spells them", () => {
    expect(parameter("resourceInput<'microsoft.CDN/Profiles@2025-06-01'>.tags")).toMatchObject({
      type: "object",
      metadata: { "__bicep_resource_derived_type!": { source: "Microsoft.Cdn/profiles@2025-06-01#properties/tags" } },
    });
  });

  it.each([
    ["tags", { type: "object" }],
    ["location", { type: "string" }],
    ["zones", { type: "array" }],
  ])("have what all resources have when the library does not know them: %s", (name, expected) => {
    expect(parameter(`resourceInput<'Contoso.Rp/things@2025-01-01'>.${name}`)).toMatchObject(expected);
  });

  it("are not known further in", () => {
    const found = parameter("resourceInput<'Contoso.Rp/things@2025-01-01'>.properties.deep.down");
    expect(found).not.toHaveProperty("type");
  });
});
