import { describe, expect, it } from "vitest";
import { compileBicep, createMemoryHost } from "../index.ts";

const compile = (value: string, type = "Microsoft.Web/sites@2024-04-01", head = "") => {
  const text = `${head}resource a '${type}' = {\n  name: 'a'\n  location: 'x'\n  tags: { t: ${value} }\n}`;
  const [template, diagnostics] = compileBicep("/main.bicep", createMemoryHost({ "/main.bicep": text }));
  return { template, codes: diagnostics.map(({ code }) => code) };
};

/** What a resource asks of itself as it is before the deployment. */
describe("this", () => {
  it.each([
    ["this.exists() ? 'old' : 'new'", "[if(not(empty(target('full'))), 'old', 'new')]"],
    ["this.existingResource().?tags.t ?? ''", "[coalesce(tryGet(target('full'), 'tags', 't'), '')]"],
  ])("%s", (value, expected) => {
    const { template, codes } = compile(value);
    expect(codes).toEqual([]);
    expect(template).toMatchObject({
      languageVersion: "2.1-experimental",
      metadata: { _EXPERIMENTAL_FEATURES_ENABLED: [] },
      resources: { a: { tags: { t: expected } } },
    });
  });

  it("is a bare body for resources of extensions", () => {
    const head = "extension kubernetes with {\n  namespace: 'x'\n  kubeConfig: ''\n} as k\n";
    const { template } = compile("this.existingResource()", "core/ConfigMap@v1", head);
    expect(template).toMatchObject({ resources: { a: { properties: { tags: { t: "[target()]" } } } } });
  });

  it("has no other functions, and is only there within resources", () => {
    expect(compile("this.exist()").codes).toEqual(["BCP108"]);
    const text = "output o bool = this.exists()";
    const [, diagnostics] = compileBicep("/main.bicep", createMemoryHost({ "/main.bicep": text }));
    expect(diagnostics.map(({ code }) => code)).toEqual(["BCP057"]);
  });
});
