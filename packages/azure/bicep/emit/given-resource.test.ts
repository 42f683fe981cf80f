import { describe, expect, it } from "vitest";
import { compileBicep, createMemoryHost } from "../index.ts";

const module = `resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: 'v'
}
output vault resource = vault
`;
const main = `param site resource 'Microsoft.Web/sites@2024-04-01'
module m 'm.bicep' = {
  name: 'm'
}
module taker 'taker.bicep' = {
  name: 'taker'
  params: {
    vault: own
    secret: m.outputs.vault.getSecret('s')
  }
}
resource own 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: 'own'
}
`;
const taker = "param vault resource 'Microsoft.KeyVault/vaults@2023-07-01'\n@secure()\nparam secret string";
const config = JSON.stringify({ experimentalFeaturesEnabled: { resourceTypedParamsAndOutputs: true } });

function compile(text: string) {
  const files = { "/main.bicep": main + text, "/m.bicep": module, "/taker.bicep": taker, "/bicepconfig.json": config };
  const [template, diagnostics] = compileBicep("/main.bicep", createMemoryHost(files));
  return { template, errors: diagnostics.filter(({ level }) => level === "error").map(({ message }) => message) };
}

const vaultId = "reference(resourceId('Microsoft.Resources/deployments', 'm'), '2025-04-01').outputs.vault.value";

describe("resources that are handed on", () => {
  it.each([
    ["site.id", "[parameters('site')]"],
    ["site.name", "[last(split(parameters('site'), '/'))]"],
    ["site.type", "Microsoft.Web/sites"],
    ["site.properties.state", "[reference(parameters('site'), '2024-04-01').state]"],
    ["site.location", "[reference(parameters('site'), '2024-04-01', 'full').location]"],
    ["site.listX().a", "[listX(parameters('site'), '2024-04-01').a]"],
    ["m.outputs.vault.properties.vaultUri", `[reference(${vaultId}, '2023-07-01').vaultUri]`],
  ])("%s", (text, value) => {
    const { template, errors } = compile(`output o string = ${text}`);
    expect(errors).toEqual([]);
    expect(template).toMatchObject({ outputs: { o: { value } } });
  });

  it("are given as their ids", () => {
    const { template } = compile("output o resource = site");
    const [, resource] = (template as { resources: readonly object[] }).resources;
    expect(resource).toMatchObject({
      properties: {
        parameters: {
          vault: { value: "[resourceId('Microsoft.KeyVault/vaults', 'own')]" },
          secret: { reference: { keyVault: { id: `[${vaultId}]` }, secretName: "s" } },
        },
      },
    });
    expect(template).toMatchObject({
      parameters: { site: { type: "string", metadata: { resourceType: "Microsoft.Web/sites@2024-04-01" } } },
      outputs: {
        o: {
          type: "string",
          value: "[parameters('site')]",
          metadata: { resourceType: "Microsoft.Web/sites@2024-04-01" },
        },
      },
    });
  });
});
