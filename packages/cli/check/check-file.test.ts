import type { JsonObject } from "@byocni/base/core";
import { createSourceText } from "@byocni/base/lang";
import { readTemplateText } from "@byocni/azure/template";
import { describe, expect, it } from "vitest";
import type { TemplateFile } from "../deployment/template-file.ts";
import { type CheckSettings, checkFile } from "./check-file.ts";
import { jsonReport, sarifReport, textReport } from "./report.ts";
import { plainStyles } from "../output/index.ts";

const schema = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

interface Parts {
  readonly network?: object;
  readonly properties?: object;
  /** All of the properties as one expression. */
  readonly whole?: string;
  readonly parameters?: object;
  readonly others?: readonly object[];
  readonly name?: string;
}

function template({
  network = {},
  properties = {},
  whole,
  parameters = {},
  others = [],
  name = "c",
}: Parts): TemplateFile {
  const text = JSON.stringify(
    {
      $schema: schema,
      contentVersion: "1.0.0.0",
      parameters,
      resources: [
        ...others,
        {
          type: "Microsoft.ContainerService/managedClusters",
          apiVersion: "2026-05-01",
          name,
          location: "eastus",
          identity: { type: "SystemAssigned" },
          properties: whole ?? {
            dnsPrefix: "c",
            agentPoolProfiles: [{ name: "np", mode: "System", count: 3, vmSize: "Standard_D4ds_v5" }],
            networkProfile: { networkPlugin: "none", podCidr: "10.244.0.0/16", ...network },
            ...properties,
          },
        },
      ],
    },
    null,
    2,
  );
  const source = createSourceText("t.json", text);
  return { path: "t.json", text, ...readTemplateText(text), source, diagnostics: [] };
}

const settings: CheckSettings = {
  resourceGroup: "g",
  managementGroup: "m",
  location: "eastus",
  subscriptionId: "00000000-0000-0000-0000-000000000001",
  tenantId: "00000000-0000-0000-0000-000000000002",
  parameters: {},
  now: 0,
  strictness: "article",
  except: new Set(),
};

function check(parts: Parts, more: Partial<CheckSettings> = {}) {
  const file = template(parts);
  const report = checkFile(file, { ...settings, ...more });
  const found = report.findings.map(({ rule, severity, place }) => {
    const { line } = place.source.positionAt(place.span.start);
    return [rule, severity, place.source.lineText(line).trim()] as const;
  });
  return { report, found };
}

const vnet = (subnet: object): object => ({
  type: "Microsoft.Network/virtualNetworks",
  apiVersion: "2025-01-01",
  name: "net",
  location: "eastus",
  properties: {
    addressSpace: { addressPrefixes: ["10.0.0.0/8"] },
    subnets: [{ name: "nodes", properties: { addressPrefix: "10.0.0.0/22", ...subnet } }],
  },
});
const subnetId = "[resourceId('Microsoft.Network/virtualNetworks/subnets', 'net', 'nodes')]";
const pool = {
  agentPoolProfiles: [{ name: "np", mode: "System", count: 3, vmSize: "Standard_D4ds_v5", vnetSubnetID: subnetId }],
};

describe("checkFile", () => {
  it("finds nothing in a good cluster", () => {
    expect(check({}).report).toMatchObject({ clusters: 1, missing: [], findings: [] });
  });

  it("points at the value that is to blame", () => {
    const { found } = check({ network: { serviceCidr: "10.2.0.0/16", dnsServiceIP: "10.9.0.10" } });
    expect(found).toEqual([["dns-service-ip", "error", '"dnsServiceIP": "10.9.0.10"']]);
  });

  it("points at what is around a member that is missing", () => {
    const { found } = check({ network: { podCidr: null } });
    expect(found.map(([rule, , line]) => [rule, line])).toContainEqual(["pod-cidr-missing", '"podCidr": null']);
    const { found: absent } = check({ properties: { networkProfile: { networkPlugin: "none" } } });
    expect(absent).toEqual([["pod-cidr-missing", "warning", '"networkProfile": {']]);
  });

  it("sees the virtual network of the same template", () => {
    const { found } = check({
      others: [vnet({ delegations: [{ name: "d", properties: { serviceName: "Microsoft.Web/serverFarms" } }] })],
      properties: pool,
      network: { podCidr: "192.168.0.0/16" },
    });
    expect(found.map(([rule]) => rule)).toEqual(expect.arrayContaining(["subnet-delegated", "service-cidr-overlap"]));
  });

  it("sees rules that are resources of their own", () => {
    const groupId = "[resourceId('Microsoft.Network/networkSecurityGroups', 'nsg')]";
    const { found } = check({
      others: [
        { type: "Microsoft.Network/networkSecurityGroups", apiVersion: "2025-01-01", name: "nsg", location: "eastus" },
        {
          type: "Microsoft.Network/networkSecurityGroups/securityRules",
          apiVersion: "2025-01-01",
          name: "nsg/deny",
          properties: {
            priority: 100,
            direction: "Inbound",
            access: "Deny",
            protocol: "*",
            sourceAddressPrefix: "*",
            sourcePortRange: "*",
            destinationAddressPrefix: "*",
            destinationPortRange: "*",
          },
        },
        vnet({ networkSecurityGroup: { id: groupId } }),
      ],
      properties: pool,
      network: { podCidr: "192.168.0.0/16", serviceCidr: "172.16.0.0/16", dnsServiceIP: "172.16.0.10" },
    });
    expect(found.map(([rule]) => rule)).toContain("nsg-nodes");
  });

  it("checks pools that are resources of their own", () => {
    const { found } = check({
      others: [
        {
          type: "Microsoft.ContainerService/managedClusters/agentPools",
          apiVersion: "2026-05-01",
          name: "c/win",
          properties: { mode: "User", osType: "Windows", count: 1, vmSize: "Standard_D4ds_v5" },
        },
      ],
    });
    expect(found).toEqual([["windows-pools", "error", '"osType": "Windows",']]);
  });

  it("makes what only today's AKS refuses a warning, unless it is asked to be strict", () => {
    const properties = { kubernetesVersion: "1.22" };
    expect(check({ properties }).found).toContainEqual(["kubernetes-version", "warning", expect.any(String)]);
    expect(check({ properties }, { strictness: "current" }).found).toContainEqual([
      "kubernetes-version",
      "error",
      expect.any(String),
    ]);
  });

  it("says nothing about values that a parameter without a value decides", () => {
    const { report } = check({
      parameters: { cidr: { type: "string" }, dns: { type: "string" }, plugin: { type: "string" } },
      network: {
        podCidr: "[parameters('cidr')]",
        serviceCidr: "[parameters('cidr')]",
        dnsServiceIP: "[parameters('dns')]",
      },
    });
    expect(report).toMatchObject({ clusters: 1, missing: ["cidr", "dns", "plugin"], findings: [] });
    const unknownPlugin = check({
      parameters: { plugin: { type: "string" } },
      network: { networkPlugin: "[parameters('plugin')]" },
    });
    expect(unknownPlugin.report).toMatchObject({ clusters: 0, findings: [] });
  });

  it("looks into properties that an expression makes, as far as they are known", () => {
    const properties = (network: string): Parts => ({
      others: [vnet({})],
      whole: `[union(createObject('dnsPrefix', 'c', 'networkProfile', ${network}), createObject('agentPoolProfiles', createArray(createObject('name', 'np', 'mode', 'System', 'count', 3, 'vmSize', 'Standard_D4ds_v5', 'vnetSubnetID', reference('net').subnets[0].id))))]`,
    });
    const known = "createObject('networkPlugin', 'none', 'podCidr', '10.244.0.0/16', 'dnsServiceIP', '10.9.0.10')";
    const { report, found } = check(properties(known));
    expect(report.clusters).toBe(1);
    expect(found.map(([rule]) => rule)).toEqual(["dns-service-ip"]);
    expect(check(properties("reference('net').network")).report).toMatchObject({ clusters: 0, findings: [] });
  });

  it("takes the parameter's own name for the name of a resource that is not known", () => {
    const { report } = check({
      parameters: { who: { type: "string" }, cidr: { type: "string" } },
      name: "[parameters('who')]",
      network: { podCidr: "[parameters('cidr')]" },
    });
    expect(report).toMatchObject({ clusters: 1, missing: ["who", "cidr"], findings: [] });
  });

  it("says so when nothing can be said without values", () => {
    const { report } = check({
      parameters: { id: { type: "string", defaultValue: null } },
      name: "[split(parameters('id'), '/')[8]]",
    });
    expect(report).toMatchObject({ isComplete: false, missing: ["id"], findings: [] });
    expect(textReport([report], plainStyles)[0]).toBe("t.json: not checked: it needs values for its parameters (id)");
  });

  it("evaluates with the parameters given", () => {
    const parts = { parameters: { cidr: { type: "string" } }, network: { podCidr: "[parameters('cidr')]" } };
    const parameters: JsonObject = { cidr: { value: "172.30.0.0/16" } };
    expect(check(parts, { parameters }).found).toEqual([
      ["reserved-ranges", expect.any(String), `"podCidr": "[parameters('cidr')]"`],
    ]);
  });

  it("leaves rules out", () => {
    const { found } = check({ network: { podCidr: "" } }, { except: new Set(["pod-cidr-missing"]) });
    expect(found).toEqual([]);
  });

  it("reports a template that Resource Manager would refuse", () => {
    const { found, report } = check({ network: { podCidr: "[parameters('absent')]" } });
    expect(found).toEqual([["InvalidTemplate", "error", `"podCidr": "[parameters('absent')]"`]]);
    expect(report.findings[0]?.message).toContain("The template parameter 'absent' is not found.");
  });

  it("looks into nested deployments", () => {
    const inner = {
      type: "Microsoft.Resources/deployments",
      apiVersion: "2025-04-01",
      name: "inner",
      properties: {
        mode: "Incremental",
        expressionEvaluationOptions: { scope: "inner" },
        template: {
          $schema: schema,
          contentVersion: "1.0.0.0",
          resources: [
            {
              type: "Microsoft.ContainerService/managedClusters",
              apiVersion: "2026-05-01",
              name: "deep",
              location: "eastus",
              properties: {
                dnsPrefix: "d",
                agentPoolProfiles: [{ name: "np", mode: "System", count: 1, vmSize: "Standard_B2ms" }],
                networkProfile: { networkPlugin: "none", podCidr: "10.244.0.0/16" },
              },
            },
          ],
        },
      },
    };
    const { found, report } = check({ others: [inner] });
    expect(report.clusters).toBe(2);
    expect(found).toEqual([["system-pool-size", "warning", '"vmSize": "Standard_B2ms"']]);
  });
});

describe("reports", () => {
  const { report } = check({ network: { serviceCidr: "10.2.0.0/16", dnsServiceIP: "10.9.0.10" } });

  it("show people the line, why, what to do and AKS's answer", () => {
    const lines = textReport([report], plainStyles);
    expect(lines[0]).toMatch(/^t\.json:\d+:\d+ error dns-service-ip: dnsServiceIP 10\.9\.0\.10/);
    expect(lines[2]).toMatch(/\^{11}$/);
    expect(lines.join("\n")).toMatch(/why: .*\n.*fix: .*\n.*AKS: \(DnsServiceIpOutOfServiceCidr\)/);
    expect(lines.at(-1)).toBe("1 error, 0 warnings");
  });

  it("give machines the same", () => {
    expect(jsonReport([report])).toMatchObject({
      errors: 1,
      files: [{ path: "t.json", findings: [{ rule: "dns-service-ip", file: "t.json", line: expect.any(Number) }] }],
    });
  });

  it("give code scanning SARIF", () => {
    expect(sarifReport([report], "1.2.3")).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "byocni", version: "1.2.3" } },
          results: [{ ruleId: "dns-service-ip", level: "error" }],
        },
      ],
    });
  });
});
