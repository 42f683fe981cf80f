import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@byocni/base/core";
import { TemplateError } from "../errors/template-error.ts";
import { readTemplateText } from "../reader/read-template-text.ts";
import { sampleParameters } from "../testing/fill-parameters.ts";
import { filesBelow, readText, sharedCorpus } from "../testing/shared-corpus.ts";
import { sampleOptions, sampleSubscription } from "../testing/index.ts";
import { diffResource } from "../what-if/diff-resource.ts";
import { evaluateOutputs } from "./evaluate-plan.ts";
import type { TemplatePlan } from "./plan.ts";
import { prepareNested } from "./prepare-nested.ts";
import { prepareTemplate } from "./prepare.ts";
import type { TemplateRuntime } from "./runtime.ts";

const corpus = sharedCorpus("arm");
const folder = corpus ?? "";

const group = `/subscriptions/${sampleSubscription}/resourceGroups/rg`;
const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/c`;
const workspace = `${group}/providers/Microsoft.OperationalInsights/workspaces/w`;
const metadata = { value: { department: "d", projectName: "p", owner: "o", environment: "e" } };

/** Values of parameters whose text the template takes apart. */
const given: Readonly<Record<string, JsonObject>> = {
  "ck-azure-policy": { aksResourceId: { value: cluster } },
  "ck-rbac-aad": { metadata },
  "ck-rbac-off": { metadata },
  "monitor-onboarding-msi": { aksResourceId: { value: cluster }, workspaceResourceId: { value: workspace } },
};

function prepare(path: string, parametersPath?: string): TemplatePlan {
  const { value, positions } = readTemplateText(readText(folder, path));
  const template = value as JsonObject;
  const directory = path.split("/")[0] ?? "";
  const beside = parametersPath ?? path.replace(/\.json$/, ".parameters.json");
  const file = existsSync(join(folder, beside)) ? (readTemplateText(readText(folder, beside)).value as JsonObject) : {};
  const parameters: Record<string, Json | undefined> = {
    ...(file["parameters"] as JsonObject | undefined),
    ...given[directory],
  };
  const filled = parametersPath === undefined ? sampleParameters(template) : {};
  const atSubscription = String(template["$schema"]).includes("subscriptionDeployment");
  return prepareTemplate(
    value,
    sampleOptions({
      parameters: { ...filled, ...parameters },
      positions,
      ...(atSubscription ? { scope: { kind: "subscription", subscriptionId: sampleSubscription } as const } : {}),
    }),
  );
}

/** Nothing is deployed: nothing can be asked. */
const nothing: TemplateRuntime = {
  reference: ({ resourceId }) => {
    throw new Error(`unexpected reference to ${resourceId}`);
  },
  list: ({ resourceId }) => {
    throw new Error(`unexpected list of ${resourceId}`);
  },
};

/** Templates that Resource Manager refuses as they stand, with a part of its sentence. */
const refused: Readonly<Record<string, string>> = {
  "ck-agentpool-maxpods/azuredeploy.json": "The template parameter 'clusterName' is not found.",
  "ck-encryption-at-host/azuredeploy.json": "The template parameter 'kubernetesVersion' is not found.",
  "ck-kubenet-maxpods/azuredeploy.json": "The template parameter 'kubernetesVersion' is not found.",
  "doc-use-byo-cni/azuredeploy.json": "The template parameter 'pod-cidr' is not found.",
  "lang-user-functions/azuredeploy.json":
    "The template function 'storageUri' at line '15' and column '21' is not valid. These function calls are not supported in a function definition: 'reference'.",
  "negative/circular-dependency.json":
    "Circular dependency detected on resource: '/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/rg-byocni/providers/Microsoft.Network/networkSecurityGroups/a'.",
  "negative/param-not-allowed.json": "The parameter value is not part of the allowed value(s): 'none,azure'",
  "negative/undeclared-parameter.json": "The template parameter 'pod-cidr' is not found.",
};

const templates = corpus
  ? filesBelow(corpus, ".json").filter((path) => !/parameters|expected|^rest-bodies|^functions/.test(path))
  : [];

describe.skipIf(!corpus)("templates of corpus/arm (needs the shared corpus)", () => {
  it.each(templates)("%s", (path) => {
    const message = refused[path];
    if (message === undefined) {
      const plan = prepare(path);
      expect(plan.templateHash).toMatch(/^\d+$/);
      for (const resource of plan.resources) {
        for (const other of resource.after) expect(other).not.toBe(resource.index);
        if (resource.nested?.source.kind === "template" && path !== "lang-nested-scoping/azuredeploy.json")
          prepareNested(plan, resource);
      }
      return;
    }
    expect(() => prepare(path)).toThrow(TemplateError);
    expect(() => prepare(path)).toThrow(message);
  });

  it("refuses a key vault reference by name", () => {
    const plan = prepare("lang-nested-scoping/azuredeploy.json");
    const [nested] = plan.resources;
    expect(nested?.nested?.expressionScope).toBe("inner");
    expect(() => nested && prepareNested(plan, nested)).toThrow(
      "is a reference to a secret of key vault 'scratchVault'",
    );
  });

  it("refuses a parameters file of a newer template", () => {
    expect(() => prepare("quickstart-aks/azuredeploy.json", "quickstart-aks/newer.parameters.json")).toThrow(
      /The template parameters '\w+' in the parameters file are not valid; they are not present in the original template/,
    );
  });

  it("refuses a value of the wrong type behind two links", () => {
    const child = prepare("linked-two-deep/subfolder/child1.json");
    const [link] = child.resources;
    const template = readTemplateText(readText(folder, "linked-two-deep/subfolder/child2.json"));
    expect(link?.nested?.source).toEqual({ kind: "link", link: { relativePath: "child2.json" } });
    expect(
      () => link && prepareNested(child, link, { template: template.value, positions: template.positions }),
    ).toThrow(
      "The provided value for the template parameter 'intParam' is not valid. Expected a value of type 'Integer', but received a value of type 'String'.",
    );
  });

  it("expands a loop inside a nested template into the other group", () => {
    const plan = prepare("byocni-nested-network/azuredeploy.json");
    const [network] = plan.resources;
    const nested = network && prepareNested(plan, network);
    expect([network?.id, ...(nested?.resources ?? []).map(({ id }) => id)]).toEqual([
      `/subscriptions/${sampleSubscription}/resourceGroups/rg-network/providers/Microsoft.Resources/deployments/network`,
      `/subscriptions/${sampleSubscription}/resourceGroups/rg-network/providers/Microsoft.Network/virtualNetworks/vnet-shared`,
    ]);
  });

  it.each(corpus ? Object.keys(readTemplateText(readText(corpus, "functions/expected.json")).value as JsonObject) : [])(
    "outputs of functions/%s",
    async (name) => {
      const expected = (readTemplateText(readText(folder, "functions/expected.json")).value as JsonObject)[name];
      const { outputs } = await evaluateOutputs(prepare(`functions/${name}`), nothing);
      const values = Object.fromEntries(
        Object.entries(outputs).map(([key, output]) => [key, (output as JsonObject)["value"]]),
      );
      expect(values).toMatchObject(expected as JsonObject);
    },
  );

  it.each(["byocni-minimal", "byocni-nodepools-copy", "byocni-vnet-identity"])(
    "%s as expected.json says",
    async (name) => {
      const expected = readTemplateText(readText(folder, name, "expected.json")).value as {
        resources: string[];
        outputs: JsonObject;
      };
      const plan = prepare(`${name}/azuredeploy.json`);
      const ids = plan.resources.map(({ id }) => id);
      expect(ids).toHaveLength(expected.resources.length);
      expect(ids).toEqual(expect.arrayContaining(expected.resources.filter((id) => id.startsWith("/"))));
      const addressPrefixes = ["10.224.0.0/16"];
      const vnet = {
        properties: { fqdn: "f", addressSpace: { addressPrefixes }, networkProfile: { networkPlugin: "none" } },
      };
      const { outputs } = await evaluateOutputs(plan, { ...nothing, reference: () => vnet });
      for (const [key, value] of Object.entries(expected.outputs)) {
        expect((outputs[key] as JsonObject)["value"]).toEqual(value);
      }
    },
  );

  it("deploys byocni-vnet-identity in the order of expected.json", () => {
    const { resources } = prepare("byocni-vnet-identity/azuredeploy.json");
    const order = (type: string): number => resources.findIndex((resource) => resource.type.endsWith(type));
    const after = (type: string): readonly number[] => resources[order(type)]?.after ?? [];
    expect(after("virtualNetworks")).toContain(order("networkSecurityGroups"));
    expect(after("roleAssignments")).toEqual(
      expect.arrayContaining([order("virtualNetworks"), order("userAssignedIdentities")]),
    );
    expect(after("managedClusters")).toContain(order("roleAssignments"));
  });

  it("finishes one pool before the next in byocni-nodepools-copy", () => {
    const { resources } = prepare("byocni-nodepools-copy/azuredeploy.json");
    const [user, gpu] = resources.filter(({ copy }) => copy);
    expect(gpu?.after).toContain(user?.index);
    expect(user?.after).not.toContain(gpu?.index);
  });

  it("evaluates the untaken branch of byocni-nested-network never", async () => {
    const { value } = readTemplateText(readText(folder, "byocni-nested-network/azuredeploy.json"));
    const plan = prepareTemplate(
      value,
      sampleOptions({ parameters: { createNetwork: { value: false }, existingSubnetId: { value: "/given" } } }),
    );
    expect(plan.resources.map(({ condition }) => condition)).toEqual([false, true]);
    expect(plan.resources[1]?.after).toEqual([]);
    expect((await evaluateOutputs(plan, nothing)).outputs).toEqual({ subnetId: { type: "String", value: "/given" } });
  });

  it("shows the change of what-if-before to what-if-after", () => {
    const [before] = prepare("what-if-before/azuredeploy.json").resources;
    const [after] = prepare("what-if-after/azuredeploy.json").resources;
    expect(diffResource(before?.body, after?.body)).toEqual([
      { path: "tags.Owner", propertyChangeType: "Delete", before: "Team A" },
      {
        path: "properties.addressSpace.addressPrefixes",
        propertyChangeType: "Array",
        children: [
          { path: "0", propertyChangeType: "Delete", before: "10.0.0.0/16" },
          { path: "0", propertyChangeType: "Create", after: "10.0.0.0/15" },
        ],
      },
      {
        path: "properties.subnets",
        propertyChangeType: "Array",
        children: [
          {
            path: "0",
            propertyChangeType: "Delete",
            before: { name: "subnet001", properties: { addressPrefix: "10.0.0.0/24" } },
          },
        ],
      },
    ]);
  });
});
