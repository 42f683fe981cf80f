import { describe, expect, it } from "vitest";
import { assert, type Json, type JsonObject } from "@byocni/base/core";
import type { TemplateError } from "../errors/template-error.ts";
import { sampleOptions, sampleOutput, sampleResource, sampleScope, sampleTemplate } from "../testing/index.ts";
import { evaluateOutputs, evaluateResource } from "./evaluate-plan.ts";
import type { PlannedResource, TemplatePlan } from "./plan.ts";
import { prepareNested } from "./prepare-nested.ts";
import { prepareTemplate } from "./prepare.ts";
import type { ListRequest, ReferenceRequest, TemplateRuntime } from "./runtime.ts";
import { scopeId } from "./scope.ts";
import { resolveTemplateLink } from "./template-link.ts";

const group = scopeId(sampleScope);
const nsg = `${group}/providers/Microsoft.Network/networkSecurityGroups`;

interface Recorder extends TemplateRuntime {
  readonly asked: (ReferenceRequest | ListRequest)[];
}

/** Answers from a table, as a promise unless told otherwise. */
function createRuntime(resources: Readonly<Record<string, JsonObject>>, keys: Json = {}, sync = false): Recorder {
  const asked: Recorder["asked"] = [];
  return {
    asked,
    reference(request) {
      asked.push(request);
      const found = resources[request.resourceId];
      if (!found) throw new Error(`not found: ${request.resourceId}`);
      return sync ? found : Promise.resolve(found);
    },
    list(request) {
      asked.push(request);
      return Promise.resolve(keys);
    },
  };
}

function first(plan: TemplatePlan, at = 0): PlannedResource {
  const resource = plan.resources[at];
  assert(resource, "the plan has the resource");
  return resource;
}

describe("evaluating a plan while it is deployed", () => {
  const template = sampleTemplate({
    languageVersion: "",
    variables: { name: "a" },
    resources: [
      sampleResource({ name: "a" }),
      sampleResource({
        name: "[concat('b', copyIndex())]",
        copy: { name: "l", count: 2 },
        properties: {
          text: "[concat(reference(variables('name')).x, '-', copyIndex(), '-', reference(variables('name')).y)]",
          full: "[reference(variables('name'), '2024-05-01', 'Full').location]",
          key: "[listKeys('a', '2024-05-01', createObject('n', 1)).keys[0].value]",
          list: { copy: [{ name: "items", count: 2, input: "[concat(reference('a').x, copyIndex('items'))]" }] },
          known: "[variables('name')]",
          branch: "[if(false(), reference('nowhere').x, 'no')]",
        },
      }),
    ],
    outputs: {
      x: sampleOutput("string", "[reference('a').x]"),
      secret: sampleOutput("secureString", "[reference('a').x]"),
      off: { type: "string", condition: "[equals(reference('a').x, 'other')]", value: "[reference('none').x]" },
      list: { type: "array", copy: { count: 2, input: "[format('{0}{1}', reference('a').x, copyIndex())]" } },
    },
  });
  const a = {
    id: `${nsg}/a`,
    name: "a",
    type: "Microsoft.Network/networkSecurityGroups",
    location: "westeurope",
    properties: { x: "X", y: "Y" },
  };

  it.each([true, false])("fills in what waited (answers at once: %s)", async (sync) => {
    const plan = prepareTemplate(template, sampleOptions());
    const runtime = createRuntime({ [`${nsg}/a`]: a }, { keys: [{ value: "K" }] }, sync);
    const body = await evaluateResource(plan, first(plan, 2), runtime);
    expect(body).toEqual({
      location: "westeurope",
      properties: {
        text: "X-1-Y",
        full: "westeurope",
        key: "K",
        list: { items: ["X0", "X1"] },
        known: "a",
        branch: "no",
      },
    });
    // Each question is asked once for a resource.
    expect(runtime.asked).toEqual([
      { resourceId: `${nsg}/a`, apiVersion: "2024-05-01" },
      { function: "listKeys", resourceId: `${nsg}/a`, apiVersion: "2024-05-01", body: { n: 1 } },
    ]);
  });

  it("asks nothing for a resource that is known", async () => {
    const plan = prepareTemplate(template, sampleOptions());
    const runtime = createRuntime({});
    expect(await evaluateResource(plan, first(plan), runtime)).toBe(first(plan).body);
    expect(runtime.asked).toEqual([]);
  });

  it("evaluates outputs, secure ones apart", async () => {
    const plan = prepareTemplate(template, sampleOptions());
    expect(await evaluateOutputs(plan, createRuntime({ [`${nsg}/a`]: a }))).toEqual({
      outputs: {
        x: { type: "String", value: "X" },
        secret: { type: "SecureString" },
        list: { type: "Array", value: ["X0", "X1"] },
      },
      secureValues: { secret: "X" },
    });
  });

  it("lets errors of the runtime through unchanged", async () => {
    const plan = prepareTemplate(template, sampleOptions());
    await expect(evaluateResource(plan, first(plan, 1), createRuntime({}))).rejects.toThrow(`not found: ${nsg}/a`);
    const failing: TemplateRuntime = { ...createRuntime({}), reference: () => Promise.reject(new Error("later")) };
    await expect(evaluateResource(plan, first(plan, 1), failing)).rejects.toThrow("later");
  });

  it("names the resource whose expression fails", async () => {
    const plan = prepareTemplate(template, sampleOptions());
    const runtime = createRuntime({ [`${nsg}/a`]: { ...a, properties: { z: 1 } } });
    await expect(evaluateResource(plan, first(plan, 1), runtime)).rejects.toMatchObject({
      code: "InvalidTemplate",
      message: `Unable to process template language expressions for resource '${nsg}/b0' at line '1' and column '0'. 'The language expression property 'x' doesn't exist, available properties are 'z'.'`,
    });
  });

  it("collects the outputs that fail", async () => {
    const plan = prepareTemplate(
      sampleTemplate({
        outputs: {
          policy: sampleOutput("string", "[parameters(concat('na', 'me'))]"),
          n: sampleOutput("string", 1),
          ok: sampleOutput("int", 1),
        },
      }),
      sampleOptions(),
    );
    const error = await evaluateOutputs(plan, createRuntime({})).catch((thrown: unknown) => thrown as TemplateError);
    // Azure/azure-policy#1442
    expect(error).toMatchObject({
      code: "DeploymentOutputEvaluationFailed",
      message:
        "Unable to evaluate template outputs: 'policy,n'. Please see error details and deployment operations. Please see https://aka.ms/arm-common-errors for usage details.",
      details: [
        {
          code: "DeploymentOutputEvaluationFailed",
          target: "policy",
          message:
            "The template output 'policy' is not valid: The template parameter 'name' is not found. Please see https://aka.ms/arm-syntax-parameters for usage details..",
        },
        {
          target: "n",
          message: expect.stringContaining(
            "Template output JToken type is not valid. Expected 'String, Uri'. Actual 'Integer'.",
          ),
        },
      ],
    });
  });

  it("lists the instances of a symbolic loop and knows resources by symbol", async () => {
    const plan = prepareTemplate(
      sampleTemplate({
        languageVersion: "2.0",
        resources: {
          many: sampleResource({ name: "[concat('m', copyIndex())]", copy: { name: "l", count: 2 } }),
          old: sampleResource({ existing: true, name: "old" }),
        },
        outputs: {
          xs: sampleOutput("array", "[map(references('many'), lambda('r', lambdaVariables('r').x))]"),
          ids: sampleOutput("array", "[map(references('many', 'full'), lambda('r', lambdaVariables('r').resourceId))]"),
          old: sampleOutput("string", "[reference('old').x]"),
          info: sampleOutput("string", "[resourceInfo('old').id]"),
        },
      }),
      sampleOptions(),
    );
    const runtime = createRuntime({
      [`${nsg}/m0`]: { properties: { x: 0 } },
      [`${nsg}/m1`]: { properties: { x: 1 } },
      [`${nsg}/old`]: { properties: { x: "old" } },
    });
    const { outputs } = await evaluateOutputs(plan, runtime);
    expect(
      Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, (output as JsonObject)["value"]])),
    ).toEqual({
      xs: [0, 1],
      ids: ["Microsoft.Network/networkSecurityGroups/m0", "Microsoft.Network/networkSecurityGroups/m1"],
      old: "old",
      info: `${nsg}/old`,
    });
  });

  it("finds what the template does not have by id and api-version, and no name that comes up on the way", async () => {
    const id = `${nsg}/elsewhere`;
    const plan = prepareTemplate(
      sampleTemplate({
        resources: [sampleResource({ name: "a" })],
        outputs: {
          a: sampleOutput("string", `[reference('${id}', '2024-05-01').x]`),
          b: sampleOutput("string", "[reference(reference('a').x).y]"),
        },
      }),
      sampleOptions(),
    );
    const error = await evaluateOutputs(plan, createRuntime({ [id]: a, [`${nsg}/a`]: a })).catch(
      (thrown: unknown) => thrown as TemplateError,
    );
    expect(error).toMatchObject({
      details: [{ target: "b", message: expect.stringContaining("could not find template resource") }],
    });
  });
});

describe("nested deployments", () => {
  const inner = sampleTemplate({
    parameters: { p: { type: "string" } },
    resources: [
      sampleResource({ name: "inner", properties: { p: "[parameters('p')]", rg: "[resourceGroup().name]" } }),
    ],
  });
  const deployment = (properties: JsonObject, given: JsonObject = {}): JsonObject => ({
    type: "Microsoft.Resources/deployments",
    apiVersion: "2024-03-01",
    name: "nested",
    properties,
    ...given,
  });

  it("plans an inner one in its own scope, with its own parameters", () => {
    const plan = prepareTemplate(
      sampleTemplate({
        parameters: { p: { type: "string", defaultValue: "outer" } },
        resources: [
          deployment(
            {
              mode: "Incremental",
              expressionEvaluationOptions: { scope: "Inner" },
              template: inner,
              parameters: { p: { value: "[concat(parameters('p'), '!')]" } },
            },
            { resourceGroup: "other" },
          ),
        ],
      }),
      sampleOptions(),
    );
    expect(first(plan).nested).toEqual({
      scope: { ...sampleScope, resourceGroup: "other" },
      expressionScope: "inner",
      mode: "Incremental",
      source: { kind: "template" },
    });
    const nested = prepareNested(plan, first(plan));
    expect(nested && first(nested).body).toMatchObject({ properties: { p: "outer!", rg: "other" } });
    expect(nested && first(nested).id).toContain("/resourceGroups/other/providers/");
  });

  it("plans one whose parameters wait for the running deployment, as far as it goes", async () => {
    const plan = prepareTemplate(
      sampleTemplate({
        resources: [
          sampleResource({ name: "a" }),
          deployment({
            expressionEvaluationOptions: { scope: "inner" },
            template: inner,
            parameters: { p: { value: "[reference('a').x]" } },
          }),
        ],
      }),
      sampleOptions(),
    );
    expect(first(plan, 1).body).toMatchObject({ properties: { parameters: { p: { value: "[reference('a').x]" } } } });
    const ahead = prepareNested(plan, first(plan, 1));
    expect(ahead?.parameters).toEqual([{ name: "p", type: "String", secure: false }]);
    expect(ahead && first(ahead).body).toMatchObject({ properties: { p: "[parameters('p')]" } });
    const body = await evaluateResource(
      plan,
      first(plan, 1),
      createRuntime({ [`${nsg}/a`]: { properties: { x: "X" } } }),
    );
    const nested = prepareNested(plan, first(plan, 1), { body });
    expect(nested && first(nested).body).toMatchObject({ properties: { p: "X" } });
  });

  it("does not guess names that wait", () => {
    const template = sampleTemplate({
      parameters: { p: { type: "string" } },
      resources: [sampleResource({ name: "[parameters('p')]" })],
    });
    const plan = prepareTemplate(
      sampleTemplate({
        resources: [
          sampleResource({ name: "a" }),
          deployment({
            expressionEvaluationOptions: { scope: "inner" },
            template,
            parameters: { p: { value: "[reference('a').x]" } },
          }),
        ],
      }),
      sampleOptions(),
    );
    expect(prepareNested(plan, first(plan, 1))).toBeUndefined();
  });

  it("evaluates an outer one in the parent's scope and unrolls its loops", async () => {
    const template = sampleTemplate({
      variables: { v: "nested" },
      resources: [
        sampleResource({ name: "[concat(variables('v'), copyIndex())]", copy: { name: "l", count: 2 } }),
        sampleResource({
          name: "last",
          dependsOn: ["l"],
          properties: {
            rg: "[resourceGroup().name]",
            literal: "[[[x]",
            // Azure/bicep Files/Working/nested-outer: a second bracket leaves the expression to the nested deployment.
            own: "[[variables('v')]",
            later: "[reference('a').x]",
          },
        }),
      ],
      outputs: { o: sampleOutput("string", "[variables('v')]") },
    });
    const plan = prepareTemplate(
      sampleTemplate({
        variables: { v: "parent" },
        resources: [sampleResource({ name: "a" }), deployment({ template }, { resourceGroup: "other" })],
      }),
      sampleOptions(),
    );
    expect(first(plan, 1).after).toEqual([0]);
    const ahead = prepareNested(plan, first(plan, 1));
    expect(ahead?.resources.map(({ name }) => name)).toEqual(["parent0", "parent1", "last"]);
    expect(ahead?.resources[2]?.after).toEqual([0, 1]);
    expect(ahead?.resources[2]?.body).toMatchObject({
      properties: { rg: "rg-byocni", literal: "[x]", own: "nested", later: "[reference('a').x]" },
    });
    expect(ahead?.outputs[0]?.value).toBe("parent");
    const body = await evaluateResource(
      plan,
      first(plan, 1),
      createRuntime({ [`${nsg}/a`]: { properties: { x: "[odd]" } } }),
    );
    const nested = prepareNested(plan, first(plan, 1), { body });
    expect(nested?.resources[2]?.body).toMatchObject({ properties: { later: "[odd]" } });
  });

  it("takes the template behind a link", () => {
    const link = { relativePath: "child.json", contentVersion: "1.0.0.0" };
    const plan = prepareTemplate(
      sampleTemplate({ resources: [deployment({ templateLink: link, parameters: { p: { value: "v" } } })] }),
      sampleOptions(),
    );
    expect(first(plan).nested?.source).toEqual({ kind: "link", link });
    const nested = prepareNested(plan, first(plan), { template: inner, uri: "https://host/child.json" });
    expect(nested?.resources).toHaveLength(1);
    expect(() => prepareNested(plan, first(plan), { template: { ...inner, contentVersion: "1.2.3.4" } })).toThrow(
      "The content version contained in the template '1.2.3.4' does not match the content version found in the deployment object's TemplateLink property '1.0.0.0'.",
    );
  });

  it.each<[name: string, properties: Json, message: string]>([
    [
      "properties",
      null,
      "The deployment must have Properties property set. Please see https://aka.ms/arm-deploy for usage details.",
    ],
    ["a template", {}, "must have either the template or the templateLink property set"],
  ])("refuses one without %s", (_name, properties, message) => {
    const template = sampleTemplate({ resources: [deployment({}, { properties })] });
    expect(() => prepareTemplate(template, sampleOptions())).toThrow(message);
  });

  it("resolves links against their parent", () => {
    const parent = { uri: "https://host/a/main.json?sig=1" };
    expect(resolveTemplateLink({ relativePath: "b/child.json" }, parent)).toBe("https://host/a/b/child.json?sig=1");
    expect(resolveTemplateLink({ relativePath: "../c.json", queryString: "x=2" }, parent)).toBe(
      "https://host/c.json?x=2",
    );
    expect(resolveTemplateLink({ uri: "https://other/x.json" }, parent)).toBe("https://other/x.json");
    expect(resolveTemplateLink({ relativePath: "c.json" }, undefined)).toBeUndefined();
    expect(resolveTemplateLink({ uri: "no uri" }, parent)).toBeUndefined();
  });
});
