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

describe("resourceInfoCodegen", () => {
  it("asks for the id of a key vault whose secret is passed on", () => {
    const text = `resource vaults 'Microsoft.KeyVault/vaults@2023-07-01' existing = [for n in ['a', 'b']: {
  name: n
}]
module m 'm.bicep' = [for i in range(0, 2): {
  name: 'm\${i}'
  params: { secret: vaults[i].getSecret('s') }
}]`;
    const config = JSON.stringify({ experimentalFeaturesEnabled: { resourceInfoCodegen: true } });
    const files = { "/main.bicep": text, "/m.bicep": "@secure()\nparam secret string", "/bicepconfig.json": config };
    const [template] = compileBicep("/main.bicep", createMemoryHost(files));
    const id = "[resourceInfo(format('vaults[{0}]', range(0, 2)[copyIndex()])).id]";
    expect(template).toMatchObject({
      resources: { m: { properties: { parameters: { secret: { reference: { keyVault: { id } } } } } } },
    });
  });
});
