import { describe, expect, it } from "vitest";
import type { Json } from "../files/json.ts";
import { compileBicep, compileBicepParams, createMemoryHost, loadTemplateEvaluator, type FileHost } from "../index.ts";

const reference = "br:example.azurecr.io/bicep/extensions/things/v1:1.2.3";
const types = JSON.stringify({
  resources: { "thing@v2": { $ref: "types.json#/1" } },
  settings: { name: "Things", version: "2.0.0", isSingleton: false },
});
const modern = JSON.stringify({ experimentalFeaturesEnabled: { moduleExtensionConfigs: true } });

function compile(text: string, files: Record<string, string> = {}, more: Partial<FileHost> = {}) {
  const host = { ...createMemoryHost({ "/main.bicep": text, ...files }), ...more };
  const [template, diagnostics] = compileBicep("/main.bicep", host);
  return { template: template as { [key: string]: Json } | undefined, codes: diagnostics.map(({ code }) => code) };
}

const source = `extension '${reference}' as things\nresource a 'thing@v2' = {\n  size: 1\n}\nresource b 'Microsoft.Web/sites@2024-04-01' = {\n  name: 'b'\n}\n`;

describe("extensions of registries", () => {
  it("are called as their package of types says, and hold the types that it declares", () => {
    const { template, codes } = compile(source, {}, { readExtension: (of) => (of === reference ? types : undefined) });
    expect(codes).toEqual([]);
    expect(template?.["imports"]).toEqual({ things: { provider: "Things", version: "2.0.0" } });
    expect(template?.["resources"]).toEqual({
      a: { import: "things", type: "thing@v2", properties: { size: 1 } },
      b: { type: "Microsoft.Web/sites", apiVersion: "2024-04-01", name: "b" },
    });
  });

  it("that are not there are called as their reference is, with a warning", () => {
    const { template, codes } = compile(source);
    expect(codes).toEqual(["extension-not-restored"]);
    expect(template?.["imports"]).toEqual({ things: { provider: "things", version: "1.2.3" } });
    expect(template?.["resources"]).toMatchObject({ a: { import: "things" }, b: { name: "b" } });
  });

  it("tells the versions of Microsoft Graph apart", () => {
    const graph = (channel: string): string =>
      `extension 'br:mcr.microsoft.com/bicep/extensions/microsoftgraph/${channel}:1.0.0' as g${channel.length}\n`;
    const { template } = compile(
      `${graph("v1.0")}${graph("internal/beta")}resource a 'Microsoft.Graph/groups@beta' = {\n  displayName: 'a'\n}`,
    );
    expect(template?.["resources"]).toMatchObject({ a: { import: "g13", type: "Microsoft.Graph/groups@beta" } });
  });

  it("may be named in bicepconfig.json, also by the path of a package", () => {
    const text = source.replace(`'${reference}' as things`, "things");
    const config = JSON.stringify({ extensions: { things: "./bin/things.tgz" } });
    const asked: string[] = [];
    const readExtension = (of: string): string => {
      asked.push(of);
      return types;
    };
    const { template, codes } = compile(text, { "/bicepconfig.json": config }, { readExtension });
    expect([codes, asked]).toEqual([[], ["/bin/things.tgz"]]);
    expect(template?.["imports"]).toEqual({ things: { provider: "Things", version: "2.0.0" } });
  });

  it.each([
    ["extension nowhere", "BCP204"],
    ["extension './none.tgz' as none", "extension-unsupported"],
    ["extension 'br:example.azurecr.io/v1:1' as none", "extension-unsupported"],
  ])("%s: %s", (text, code) => {
    expect(compile(text).codes).toContain(code);
  });

  it("give Azure's own resources an alias", () => {
    const { template } = compile(
      "extension az as azure\nresource b 'Microsoft.Web/sites@2024-04-01' = {\n  name: 'b'\n}",
    );
    expect(template?.["imports"]).toMatchObject({ azure: { provider: "AzureResourceManager" } });
    expect(template?.["resources"]).toMatchObject({ b: { import: "azure", type: "Microsoft.Web/sites", name: "b" } });
  });

  it("need an alias where modules are given configurations", () => {
    const { codes } = compile(`extension '${reference}'`, { "/bicepconfig.json": modern });
    expect(codes).toContain("BCP423");
  });
});

describe("configurations in parameters files", async () => {
  const evaluator = await loadTemplateEvaluator();
  const compileParams = (text: string, config: string) => {
    const main = `extension '${reference}' as things\nparam p string = ''`;
    const host = createMemoryHost({ "/main.bicep": main, "/main.bicepparam": text, "/bicepconfig.json": config });
    const [parameters, diagnostics] = compileBicepParams("/main.bicepparam", host, { evaluator });
    return { parameters, codes: diagnostics.filter(({ level }) => level === "error").map(({ code }) => code) };
  };

  it("are worked out property by property", () => {
    const text = `using 'main.bicep'
extensionConfig things with {
  z: toUpper('x')
  a: az.getSecret('s', 'g', 'v', 'n')
}`;
    expect(compileParams(text, modern)).toMatchObject({
      codes: [],
      parameters: {
        extensionConfigs: {
          things: {
            a: {
              keyVaultReference: {
                keyVault: { id: "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v" },
                secretName: "n",
              },
            },
            z: { value: "X" },
          },
        },
      },
    });
  });

  it("are for extensions of the template", () => {
    const text = "using 'main.bicep'\nextensionConfig other with {\n  a: 1\n}";
    expect(compileParams(text, modern).codes).toEqual(["BCP425"]);
    expect(compileParams(text, "{}").codes).toEqual(["BCP337"]);
  });

  it("tell how the template is deployed, as an expression", () => {
    const text = "var group = readCliArg('group')\nusing 'main.bicep' with {\n  mode: 'stack'\n  scope: '/${group}'\n}";
    const config = JSON.stringify({ experimentalFeaturesEnabled: { deployCommands: true } });
    expect(compileParams(text, config)).toMatchObject({
      codes: [],
      parameters: {
        usingConfig: {
          expression: "[createObject('mode', 'stack', 'scope', format('/{0}', externalInputs('sys_cliArg_0')))]",
        },
        externalInputDefinitions: { sys_cliArg_0: { kind: "sys.cliArg", config: "group" } },
      },
    });
    expect(compileParams(text, "{}").codes).toEqual(["BCP435"]);
    expect(compileParams("using 'main.bicep'", config).codes).toEqual(["BCP443"]);
  });
});

describe("template specs", () => {
  it("are named, not carried along", () => {
    const id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Resources/templateSpecs/spec/versions/1.0";
    const spec = JSON.stringify({
      id,
      properties: { mainTemplate: { parameters: { p: { type: "string" } }, resources: [] } },
    });
    const text = "module m 'ts:s/g/spec:1.0' = {\n  name: 'm'\n  params: {\n    p: 'x'\n  }\n}";
    const { template, codes } = compile(text, { "/cache/main.json": spec }, { findArtifact: () => "/cache/main.json" });
    expect(codes).toEqual([]);
    expect(template?.["resources"]).toMatchObject([
      { properties: { parameters: { p: { value: "x" } }, templateLink: { id } } },
    ]);
    const resources = template?.["resources"] as { properties: object }[];
    expect(resources[0]?.properties).not.toHaveProperty("template");
  });
});
