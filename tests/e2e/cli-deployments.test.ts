import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestEngine, repository, startTestEngine } from "../support/engine.ts";

const example = (name: string): string => join(repository, "examples", "article", name);
const schema = "https://schema.management.azure.com/schemas";

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

function file(name: string, content: string | object): string {
  const path = join(engine.home, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return path;
}

const network = (prefix: string, tags: object = {}): object => ({
  $schema: `${schema}/2019-04-01/deploymentTemplate.json#`,
  contentVersion: "1.0.0.0",
  parameters: { name: { type: "string", defaultValue: "net" } },
  resources: [
    {
      type: "Microsoft.Network/virtualNetworks",
      apiVersion: "2025-01-01",
      name: "[parameters('name')]",
      location: "eastus",
      tags,
      properties: { addressSpace: { addressPrefixes: [prefix] } },
    },
  ],
  outputs: { id: { type: "string", value: "[resourceId('Microsoft.Network/virtualNetworks', parameters('name'))]" } },
});

describe("byocni deploy", () => {
  it("makes the group, tells each step and prints the outputs", async () => {
    const { code, stdout, stderr } = await engine.byocni(
      "deploy",
      example("main.bicep"),
      "--resource-group",
      "first",
      "--location",
      "eastus",
      "-p",
      "nodeCount=1",
    );
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^Succeeded +Microsoft\.ContainerService\/managedClusters aksbyocni$/m);
    expect(stdout).toMatch(/^✓ main succeeded in /m);
    expect(code).toBe(0);
  });

  it("gives the deployment as JSON", async () => {
    const { code, stdout } = await engine.byocni(
      "deploy",
      file("net.json", network("10.0.0.0/16")),
      "-g",
      "first",
      "-p",
      "name=other",
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      name: "net",
      properties: {
        provisioningState: "Succeeded",
        outputs: { id: { value: expect.stringMatching(/virtualNetworks\/other$/) } },
      },
    });
  });

  it("takes a Bicep parameters file for the template that it names", async () => {
    file("params/main.bicep", "param name string\noutput said string = 'it is ${name}'\n");
    const path = file("params/main.bicepparam", "using './main.bicep'\nparam name = 'here'\n");
    const { code, stdout } = await engine.byocni("deploy", path, "-g", "first");
    expect(stdout).toContain("said: it is here");
    expect(code).toBe(0);
  });

  it("deploys to the subscription when the template is for one", async () => {
    const path = file("subscription.json", {
      $schema: `${schema}/2018-05-01/subscriptionDeploymentTemplate.json#`,
      contentVersion: "1.0.0.0",
      resources: [
        { type: "Microsoft.Resources/resourceGroups", apiVersion: "2024-11-01", name: "made", location: "westus" },
      ],
    });
    const missing = await engine.byocni("deploy", path);
    expect(missing).toMatchObject({ code: 64, stderr: expect.stringContaining("--location is missing") });
    expect((await engine.byocni("deploy", path, "--location", "eastus")).code).toBe(0);
    expect((await engine.byocni("group", "list")).stdout).toMatch(/^made +westus +Succeeded$/m);
  });

  it("reads linked templates from beside the template, and none from outside", async () => {
    const linking = (relativePath: string): object => ({
      $schema: `${schema}/2019-04-01/deploymentTemplate.json#`,
      contentVersion: "1.0.0.0",
      resources: [
        {
          type: "Microsoft.Resources/deployments",
          apiVersion: "2025-04-01",
          name: "linked",
          properties: { mode: "Incremental", templateLink: { relativePath } },
        },
      ],
    });
    file("linked/child/net.json", network("10.1.0.0/16"));
    const inside = await engine.byocni("deploy", file("linked/main.json", linking("child/net.json")), "-g", "first");
    expect(inside.stdout).toMatch(/^Succeeded +Microsoft\.Network\/virtualNetworks net$/m);
    const outside = await engine.byocni("deploy", file("linked/out.json", linking("../net.json")), "-g", "first");
    expect(outside).toMatchObject({ code: 1, stderr: expect.stringContaining("is outside of the folder") });
  });

  it("shows the line of the file that a refusal is about", async () => {
    const path = file(
      "broken.json",
      `// not strict JSON\n${JSON.stringify(network("10.0.0.0/16"), null, 2).replace('"eastus"', `"[parameters('absent')]"`)}`,
    );
    const { code, stderr } = await engine.byocni("deploy", path, "-g", "first");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: \(InvalidTemplate\) /);
    expect(stderr).toMatch(/broken\.json:\d+:\d+\n *\d+ \| .*parameters\('absent'\).*\n.*\^/);
  });

  it("shows the tree of errors of a deployment that is refused, and gives it as JSON", async () => {
    const path = file("overlap.json", {
      $schema: `${schema}/2019-04-01/deploymentTemplate.json#`,
      contentVersion: "1.0.0.0",
      resources: [
        {
          type: "Microsoft.ContainerService/managedClusters",
          apiVersion: "2026-05-01",
          name: "bad",
          location: "eastus",
          identity: { type: "SystemAssigned" },
          properties: {
            dnsPrefix: "bad",
            agentPoolProfiles: [{ name: "np", mode: "System", count: 1, vmSize: "Standard_D4ds_v5" }],
            networkProfile: { networkPlugin: "none", serviceCidr: "10.2.0.0/16", dnsServiceIP: "10.9.0.10" },
          },
        },
      ],
    });
    const { code, stderr } = await engine.byocni("deploy", path, "-g", "first");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: \(InvalidTemplateDeployment\)/m);
    expect(stderr).toMatch(/└─ \(DnsServiceIpOutOfServiceCidr\)/);
    const json = await engine.byocni("deploy", path, "-g", "first", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: "InvalidTemplateDeployment", details: [{ code: "DnsServiceIpOutOfServiceCidr" }] },
    });
  });

  it.each([
    [["deploy", "absent.json", "-g", "first"], 66, "absent.json: there is no such file"],
    [["deploy"], 64, "missing required argument 'file'"],
  ])("%j ends with %i", async (args, code, text) => {
    expect(await engine.byocni(...args)).toMatchObject({ code, stderr: expect.stringContaining(text) });
  });
});

describe("byocni what-if and validate", () => {
  it("show what would change, and change nothing", async () => {
    await engine.byocni("deploy", file("w.json", network("10.3.0.0/16", { a: "1" })), "-g", "first", "-p", "name=w");
    const changed = file("w2.json", network("10.4.0.0/16"));
    const { code, stdout } = await engine.byocni(
      "what-if",
      changed,
      "-g",
      "first",
      "-p",
      "name=w",
      "--detailed-exit-code",
    );
    expect(stdout).toMatch(/^ {2}~ Microsoft\.Network\/virtualNetworks\/w \[2025-01-01\]$/m);
    expect(stdout).toContain('- 0: "10.3.0.0/16"');
    expect(stdout).toMatch(/Resource changes: .*1 to modify/);
    expect(code).toBe(2);
    const same = await engine.byocni(
      "what-if",
      file("w.json", network("10.3.0.0/16", { a: "1" })),
      "-g",
      "first",
      "-p",
      "name=w",
      "--detailed-exit-code",
    );
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining("= Microsoft.Network/virtualNetworks/w") });
  });

  it("say whether a template can be deployed", async () => {
    const { code, stdout } = await engine.byocni("validate", file("v.json", network("10.0.0.0/16")), "-g", "first");
    expect(stdout).toMatch(/^✓ .*v\.json can be deployed: 1 resource$/m);
    expect(code).toBe(0);
    const bad = await engine.byocni("validate", file("v2.json", network("10.0.0.0/99")), "-g", "first");
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining("InvalidTemplateDeployment") });
  });
});
