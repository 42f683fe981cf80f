import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { sampleParameters } from "@byocni/azure/template/testing";
import { createAksCloud } from "@byocni/azure/providers/testing";
import { corpusFiles, corpusJson, hasCorpus } from "./support/corpus.ts";
import { deploy } from "./support/deployment.ts";
import { everythingIn, type TemplateRow } from "./support/template-row.ts";

/** A refusal of the template engine: the whole text, with the place where what broke the template stands. */
interface Breakage {
  readonly name: string;
  /** Breaks a template; `parameters` are those that were fine before. */
  readonly apply: (template: JsonObject, parameters: JsonObject) => { template: JsonObject; parameters: JsonObject };
  readonly status?: number;
  readonly code?: string;
  /** The message. @param at line and column of the last `{` of a text in the template that was sent */
  readonly message: (at: (member: string) => string, scope: string) => string | RegExp;
}

const scopes = {
  group: `/subscriptions/${testSubscription}/resourceGroups/rg/providers`,
  subscription: `/subscriptions/${testSubscription}/providers`,
};
const usage = (link: string): string => `Please see https://aka.ms/${link} for usage details.`;
const invalid = (inner: string): string => `Deployment template validation failed: '${inner}'.`;

/** A resource with these members instead. */
function nsg(name: string, more: JsonObject = {}): JsonObject {
  return {
    type: "Microsoft.Network/networkSecurityGroups",
    apiVersion: "2024-05-01",
    name,
    location: "eastus",
    ...more,
  };
}

/** Resources with those inside them. */
function countOf(resources: readonly JsonObject[]): number {
  return resources.reduce((sum, { resources: inner }) => sum + 1 + countOf((inner as readonly JsonObject[]) ?? []), 0);
}

function withResources(template: JsonObject, more: readonly JsonObject[]): JsonObject {
  return { ...template, resources: [...more, ...(template["resources"] as readonly JsonObject[])] };
}

/** Put first: nothing else is looked at before. */
function withParameters(template: JsonObject, more: JsonObject): JsonObject {
  const parameters = isJsonObject(template["parameters"]) ? template["parameters"] : {};
  return { ...template, parameters: { ...more, ...parameters } };
}

const named = (prefix: string, count: number, value: Json): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));

function copied(count: number): Breakage["apply"] {
  return (template, parameters) => ({
    template: withResources(template, [nsg("[concat('n', copyIndex())]", { copy: { name: "broken", count } })]),
    parameters,
  });
}

const badCount: Breakage["message"] = (at) =>
  invalid(
    `The template 'copy' definition at ${at('"copy": {')} has an invalid copy count. The copy count must be a positive integer value and cannot exceed '800'. ${usage("arm-resource-loops")}`,
  );

const breakages: readonly Breakage[] = [
  {
    name: "a parameter without value",
    apply: (template, parameters) => ({
      template: withParameters(template, { broken: { type: "string" } }),
      parameters,
    }),
    message: (at) =>
      invalid(
        `The value for the template parameter 'broken' at ${at('"broken": {')} is not provided. ${usage("arm-create-parameter-file")}`,
      ),
  },
  {
    name: "a value of the wrong type",
    apply: (template, parameters) => ({
      template: withParameters(template, { broken: { type: "int" } }),
      parameters: { ...parameters, broken: { value: "three" } },
    }),
    message: () =>
      invalid(
        `The provided value for the template parameter 'broken' is not valid. Expected a value of type 'Integer', but received a value of type 'String'. ${usage("arm-create-parameter-file")}`,
      ),
  },
  {
    name: "a cycle",
    apply: (template, parameters) => ({
      template: withResources(template, [
        nsg("cycle1", { dependsOn: ["cycle2"] }),
        nsg("cycle2", { dependsOn: ["cycle1"] }),
      ]),
      parameters,
    }),
    message: (_at, scope) =>
      invalid(
        `Circular dependency detected on resource: '${scope}/Microsoft.Network/networkSecurityGroups/cycle1'. ${usage("arm-syntax-resources")}`,
      ),
  },
  {
    name: "an unknown function",
    apply: (template, parameters) => ({
      template: withResources(template, [nsg("broken", { tags: { x: "[noSuchFunction('x')]" } })]),
      parameters,
    }),
    message: (at) =>
      invalid(
        `The template resource 'broken' at ${at('"resources": [{"type": "Microsoft.Network')} is not valid: The template function 'noSuchFunction' is not valid. ${usage("arm-functions")}. ${usage("arm-functions")}`,
      ),
  },
  {
    name: "801 resources",
    apply: (template, parameters) => {
      const missing = 801 - countOf(template["resources"] as readonly JsonObject[]);
      return {
        template: withResources(
          template,
          Array.from({ length: missing }, (_, index) => nsg(`n${index}`)),
        ),
        parameters,
      };
    },
    // Loops of the template are counted with all their passes.
    message: () => /The number of template resources limit exceeded\. Limit: '800' and actual: '80[1-3]'\./,
  },
  {
    name: "257 parameters",
    apply: (template, parameters) => {
      const missing = 257 - Object.keys((template["parameters"] ?? {}) as JsonObject).length;
      return {
        template: withParameters(template, named("more", missing, { type: "string", defaultValue: "" })),
        parameters,
      };
    },
    message: () =>
      invalid(
        `The number of template parameters limit exceeded. Limit: '256' and actual: '257'. ${usage("arm-syntax-parameters")}`,
      ),
  },
  {
    name: "more than 4 MB",
    apply: (template, parameters) => ({ template: { ...template, metadata: { x: "x".repeat(4 << 20) } }, parameters }),
    status: 413,
    code: "RequestContentTooLarge",
    message: () => "The request content size exceeds the maximum size of 4 MB.",
  },
  { name: "a copy count of -1", apply: copied(-1), message: badCount },
  { name: "a copy count of 801", apply: copied(801), message: badCount },
  {
    name: "an expression of 25,000 characters",
    apply: (template, parameters) => ({
      template: withResources(template, [nsg(`[concat('${"x".repeat(25_000)}')]`)]),
      parameters,
    }),
    message: () => /The language expression length limit exceeded\. Limit: '24576' and actual: '250\d\d'\./,
  },
  {
    name: "a string that doubles 30 times",
    apply: (template, parameters) => {
      const doubled = Array.from({ length: 30 }, (_, index) => [
        `v${index + 1}`,
        `[concat(variables('v${index}'), variables('v${index}'))]`,
      ]);
      const variables: JsonObject = {
        v0: "0123456789",
        ...Object.fromEntries(doubled),
        ...(template["variables"] as object),
      };
      return { template: withResources({ ...template, variables }, [nsg("[variables('v30')]")]), parameters };
    },
    message: () => /The template language function 'concat' was invoked with parameters whose result is too large\./,
  },
];

const rows = JSON.parse(readFileSync(new URL("templates.json", import.meta.url), "utf8")) as readonly TemplateRow[];

/** Values with which the template is fine. */
function parametersOf(path: string, template: JsonObject): JsonObject {
  const given = rows.findLast((row) => row.template === `arm/${path}`)?.given;
  if (!given) return sampleParameters(template);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));
}

/** As a person would write it; the first resource begins on the line of its list, so that its place can be found. */
function textOf(template: JsonObject): string {
  return JSON.stringify(template, null, 2).replaceAll(
    /\[\s+\{\s+"type": "Microsoft\.Network/g,
    '[{"type": "Microsoft.Network',
  );
}

function placeIn(text: string): (member: string) => string {
  return (member) => {
    const start = text.indexOf(member);
    if (start < 0) throw new Error(`'${member}' is not in the template`);
    const before = text.slice(0, start + member.lastIndexOf("{") + 1).split("\n");
    return `line '${before.length}' and column '${before.at(-1)?.length}'`;
  };
}

describe.skipIf(!hasCorpus)("templates broken in systematic ways (needs the shared corpus)", () => {
  const files = hasCorpus
    ? corpusFiles("arm").filter((path) => /azuredeploy\.json$|^linked.*(deep|child\d)\.json$/.test(path))
    : [];
  // Templates that the engine refuses as they are would be refused for that.
  const broken = /ck-agentpool|ck-encryption|ck-kubenet|doc-use-byo-cni|lang-user-functions/;
  const whole = files.filter((path) => !broken.test(path));

  it("are at hand", () => expect(whole.length).toBeGreaterThan(35));

  describe.each(whole)("%s", (path) => {
    it.each(breakages)("with $name", async ({ apply, status = 400, code = "InvalidTemplate", message }) => {
      const template = corpusJson(`arm/${path}`);
      const scope = /subscriptionDeployment/i.test(String(template["$schema"])) ? "subscription" : "group";
      const changed = apply(template, parametersOf(path, template));
      const text = textOf(changed.template);
      const cloud = await createAksCloud();
      const start = performance.now();
      const answer = await deploy(cloud, { name: "d", scope, template: text, parameters: changed.parameters });
      const ms = performance.now() - start;
      const error = answer.body["error"] as { code: string; message: string };
      const expected = message(placeIn(text), scopes[scope]);
      if (typeof expected === "string") expect(error.message).toBe(expected);
      else expect(error.message).toMatch(expected);
      expect([answer.status, error.code]).toEqual([status, code]);
      expect(await everythingIn(cloud)).toEqual([]);
      // Generous for a loaded machine; what is bounded takes a hundredth of it.
      expect(ms).toBeLessThan(5_000);
    });
  });
});

describe("a template that links itself", () => {
  it.each(["fixed", "[uniqueString(deployment().name)]"])("under the name %s is refused at once", async (name) => {
    const uri = "https://templates.example/self.json";
    const template = {
      $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
      contentVersion: "1.0.0.0",
      resources: [
        {
          type: "Microsoft.Resources/deployments",
          apiVersion: "2024-03-01",
          name,
          properties: { mode: "Incremental", templateLink: { uri } },
        },
      ],
    };
    let reads = 0;
    const readContent = (): Promise<string> => {
      reads++;
      return Promise.resolve(JSON.stringify(template));
    };
    const cloud = await createAksCloud({ deps: { readContent } });
    const answer = await deploy(cloud, { name: "d", scope: "group", link: uri });
    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toMatchObject({
      code: "InvalidTemplateDeployment",
      details: [{ code: "InvalidTemplate", message: expect.stringContaining("is nested more than 20 levels deep") }],
    });
    expect(reads).toBeLessThan(30);
  });

  it("reads nothing outside unless it is told how", async () => {
    const cloud = await createAksCloud();
    for (const uri of ["https://templates.example/a.json", "file:///etc/passwd", "http://169.254.169.254/metadata"]) {
      const answer = await deploy(cloud, { name: "d", scope: "group", link: uri });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: {
            code: "InvalidContentLink",
            message: expect.stringContaining(`Unable to download deployment content from '${uri}'.`),
            details: [{ message: expect.stringContaining("byocni reads no addresses outside unless it is told to") }],
          },
        },
      });
    }
  });
});
