import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@byocni/base/core";
import { TemplateError } from "../errors/template-error.ts";
import {
  sampleOptions,
  sampleOutput,
  sampleResource,
  sampleScope,
  sampleSubscription,
  sampleTemplate,
} from "../testing/index.ts";
import { outputValues, prepareSections, refusalOf } from "../testing/prepare-sections.ts";
import type { PrepareOptions } from "./options.ts";
import { prepareTemplate } from "./prepare.ts";
import { scopeId } from "./scope.ts";

const group = scopeId(sampleScope);
const nsg = `${group}/providers/Microsoft.Network/networkSecurityGroups`;

describe("resources", () => {
  it("computes ids in every scope", () => {
    const at = (scope: PrepareOptions["scope"], resource: JsonObject): string | undefined =>
      prepareSections({ resources: [resource] }, { scope }).resources[0]?.id;
    const subscription = { kind: "subscription", subscriptionId: sampleSubscription } as const;
    const role = { type: "Microsoft.Authorization/roleAssignments", apiVersion: "2022-04-01", name: "r" };
    expect(at(sampleScope, role)).toBe(`${group}/providers/Microsoft.Authorization/roleAssignments/r`);
    expect(at(subscription, role)).toBe(
      `/subscriptions/${sampleSubscription}/providers/Microsoft.Authorization/roleAssignments/r`,
    );
    expect(at({ kind: "managementGroup", managementGroup: "mg" }, role)).toBe(
      "/providers/Microsoft.Management/managementGroups/mg/providers/Microsoft.Authorization/roleAssignments/r",
    );
    expect(at({ kind: "tenant" }, role)).toBe("/providers/Microsoft.Authorization/roleAssignments/r");
    expect(at(subscription, { type: "Microsoft.Resources/resourceGroups", apiVersion: "2024-03-01", name: "g" })).toBe(
      `/subscriptions/${sampleSubscription}/resourceGroups/g`,
    );
    expect(at(sampleScope, { ...role, scope: "Microsoft.Network/virtualNetworks/v/subnets/s" })).toBe(
      `${group}/providers/Microsoft.Network/virtualNetworks/v/subnets/s/providers/Microsoft.Authorization/roleAssignments/r`,
    );
    expect(at(sampleScope, { ...role, scope: "/" })).toBe("/providers/Microsoft.Authorization/roleAssignments/r");
    expect(at(sampleScope, { ...role, scope: `[subscription().id]` })).toBe(
      `/subscriptions/${sampleSubscription}/providers/Microsoft.Authorization/roleAssignments/r`,
    );
    expect(refusalOf({ resources: [{ ...role, scope: "/subscriptions" }] }).message).toContain(
      "The scope '/subscriptions' is not a valid resource id.",
    );
  });

  it("flattens children, with the rest of their type and name or all of it", () => {
    const vnet = { type: "Microsoft.Network/virtualNetworks", apiVersion: "2024-05-01", name: "v" };
    const { resources } = prepareSections({
      resources: [
        {
          ...vnet,
          resources: [
            { type: "subnets", apiVersion: "2024-05-01", name: "s1", dependsOn: ["v"] },
            { type: "Microsoft.Network/virtualNetworks/subnets", apiVersion: "2024-05-01", name: "v/s2" },
            { type: "providers/locks", apiVersion: "2020-05-01", name: "Microsoft.Authorization/l" },
          ],
        },
      ],
    });
    expect(resources.map(({ id }) => id.slice(group.length))).toEqual([
      "/providers/Microsoft.Network/virtualNetworks/v",
      "/providers/Microsoft.Network/virtualNetworks/v/subnets/s1",
      "/providers/Microsoft.Network/virtualNetworks/v/subnets/s2",
      "/providers/Microsoft.Network/virtualNetworks/v/providers/Microsoft.Authorization/locks/l",
    ]);
    expect(resources[1]).toMatchObject({ type: "Microsoft.Network/virtualNetworks/subnets", name: "v/s1", after: [0] });
    expect(resources[0]?.after).toEqual([]);
  });

  it("keeps the language's own members out of the body", () => {
    const [resource] = prepareSections({
      resources: [
        sampleResource({
          comments: "c",
          condition: true,
          tags: { "[concat('a', 'b')]": "[toUpper('x')]" },
          properties: { copy: [{ name: "rules", count: 2, input: { n: "[copyIndex('rules')]" } }], text: "[[x]" },
        }),
      ],
    }).resources;
    expect(resource?.body).toEqual({
      location: "westeurope",
      tags: { ab: "X" },
      properties: { rules: [{ n: 0 }, { n: 1 }], text: "[x]" },
    });
  });

  it("unrolls loops; conditions may be text", () => {
    const { resources } = prepareSections({
      resources: [
        sampleResource({
          name: "[concat('n', copyIndex(1))]",
          copy: { name: "loop", count: 3 },
          condition: "[equals(copyIndex(), 1)]",
        }),
        sampleResource({ name: "last", dependsOn: ["loop"], condition: "True" }),
        sampleResource({ name: "[concat('none', copyIndex())]", copy: { name: "empty", count: 0 } }),
        sampleResource({ name: "after-none", dependsOn: ["empty"] }),
      ],
    });
    expect(resources.map(({ name, condition }) => [name, condition])).toEqual([
      ["n1", false],
      ["n2", true],
      ["n3", false],
      ["last", true],
      ["after-none", true],
    ]);
    expect(resources[3]?.dependsOn).toEqual([`${nsg}/n1`, `${nsg}/n2`, `${nsg}/n3`]);
    expect(resources[3]?.after).toEqual([1]);
    expect(resources[1]?.copy).toEqual({ name: "loop", index: 1, count: 3, mode: "parallel", batchSize: 3 });
  });

  it("runs serial loops batch by batch", () => {
    const copy = { name: "loop", count: 5, mode: "Serial", batchSize: 2 };
    const { resources } = prepareSections({
      resources: [sampleResource({ name: "[concat('n', copyIndex())]", copy })],
    });
    expect(resources.map(({ after }) => after)).toEqual([[], [], [0, 1], [0, 1], [2, 3]]);
    expect(resources[2]?.dependsOn).toEqual([]);
  });

  it("finds dependencies by id, relative id, name, and what references imply", () => {
    const { resources } = prepareSections({
      resources: [
        sampleResource({ name: "a" }),
        sampleResource({
          name: "b",
          dependsOn: [
            "[resourceId('Microsoft.Network/networkSecurityGroups', 'A')]",
            "Microsoft.Network/networkSecurityGroups/a",
            "a",
          ],
        }),
        sampleResource({
          name: "c",
          properties: { x: "[reference('a').x]", y: "[if(true(), 'z', reference('b').y)]" },
        }),
        sampleResource({
          name: "d",
          properties: {
            byId: "[reference(resourceId('Microsoft.Network/networkSecurityGroups', 'b')).x]",
            other: "[reference(resourceId('Microsoft.Network/networkSecurityGroups', 'c'), '2024-05-01').x]",
          },
        }),
        sampleResource({ name: "e", properties: { k: "[listKeys('a', '2024-05-01').k]" } }),
      ],
    });
    expect(resources.map(({ after }) => after)).toEqual([[], [0], [0], [1], [0]]);
    expect(resources[1]?.dependsOn).toEqual([`${nsg}/a`]);
    expect(resources[2]?.runtimeExpressions).toEqual([{ path: ["properties", "x"], expression: "[reference('a').x]" }]);
    expect(resources[2]?.body).toMatchObject({ properties: { x: "[reference('a').x]", y: "z" } });
  });

  it("shows what waits with everything in it that is known", () => {
    const id = `${nsg}/a`;
    const [, resource] = prepareSections({
      parameters: { p: { type: "object", defaultValue: { n: 1, l: ["it's"] } } },
      variables: { id: "[resourceId('Microsoft.Network/networkSecurityGroups', 'a')]" },
      resources: [
        sampleResource({ name: "a" }),
        sampleResource({
          name: "b",
          properties: {
            // Azure/bicep SnapshotCommandTests/outputs
            plain: "[reference(variables('id'), '2024-05-01').x]",
            object:
              "[createObject('foo', concat('b', 'ar'), 'baz', add(100, 23), 'qux', reference(variables('id')).y)]",
            branch: "[if(equals(parameters('p').n, 1), reference(variables('id')).z[add(0, 1)], 'no')]",
            values: "[union(parameters('p'), reference(variables('id')), if(true(), null(), false()))]",
            lambda: "[map(reference('a').list, lambda('x', concat(parameters('p').l[0], lambdaVariables('x'))))]",
          },
        }),
      ],
    }).resources;
    expect(resource?.body["properties"]).toEqual({
      plain: `[reference('${id}', '2024-05-01').x]`,
      object: `[createObject('foo', 'bar', 'baz', 123, 'qux', reference('${id}').y)]`,
      branch: `[reference('${id}').z[1]]`,
      values: `[union(createObject('n', 1, 'l', createArray('it''s')), reference('${id}'), null())]`,
      lambda: "[map(reference('a').list, lambda('x', concat('it''s', lambdaVariables('x'))))]",
    });
    expect(resource?.after).toEqual([0]);
  });

  it("knows symbolic names, existing resources and loops by symbol", () => {
    const { resources } = prepareSections({
      languageVersion: "2.0",
      resources: {
        old: sampleResource({ existing: true, name: "old" }),
        many: sampleResource({ name: "[concat('m', copyIndex())]", copy: { name: "l", count: 2 } }),
        last: sampleResource({
          name: "last",
          dependsOn: ["many", "old"],
          properties: { a: "[references('many', 'full')[0].id]", b: "[reference('old').x]" },
        }),
      },
    });
    expect(resources.map(({ symbolicName, existing, after }) => [symbolicName, existing, after])).toEqual([
      ["old", true, []],
      ["many", false, []],
      ["many", false, []],
      ["last", false, [1, 2]],
    ]);
    expect(resources[0]?.body).toEqual({});
  });

  it("does not look at existing resources that their condition leaves out", () => {
    const { resources } = prepareSections({
      languageVersion: "2.0",
      resources: {
        old: sampleResource({
          existing: true,
          condition: false,
          name: "[last(split('', '/'))]",
          resourceGroup: "[split('', '/')[4]]",
          copy: { name: "l", count: 2 },
        }),
      },
    });
    expect(resources.map(({ existing, condition }) => [existing, condition])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it("lists the providers", () => {
    const plan = prepareSections({
      resources: [
        sampleResource({ name: "a" }),
        sampleResource({ name: "b", type: "microsoft.network/routeTables" }),
        sampleResource({ name: "c" }),
      ],
    });
    expect(plan.providers).toEqual([
      { namespace: "Microsoft.Network", resourceTypes: ["networkSecurityGroups", "routeTables"] },
    ]);
  });

  it.each<[name: string, resource: JsonObject, message: string]>([
    [
      "without a name",
      { name: "" },
      "The template resource '' at line '8' and column '16' is not valid. The name property cannot be null or empty. Please see https://aka.ms/arm-syntax-resources for usage details.",
    ],
    [
      "without an api-version",
      { apiVersion: "" },
      "The template resource 'nsg' at line '5' and column '5' is not valid. The apiVersion property cannot be null or empty.",
    ],
    [
      "with a name of the wrong length",
      { name: "a/b" },
      "The template resource 'a/b' for type 'Microsoft.Network/networkSecurityGroups' at line '6' and column '55' has incorrect segment lengths. A nested resource type must have identical number of segments as its resource name. A root resource type must have segment length one greater than its resource name.",
    ],
    [
      "with a wrong property",
      { properties: { x: "[createArray(1)[2]]" } },
      "The template resource 'nsg' at line '5' and column '5' is not valid: The language expression property array index '2' is out of bounds.. Please see https://aka.ms/arm-functions for usage details.",
    ],
    [
      "with a reference in its name",
      { name: "[reference('x').y]" },
      "The template resource '[reference('x').y]' at line '5' and column '5' is not valid: The template function 'reference' is not expected at this location.",
    ],
    [
      "with a condition of the wrong type",
      { condition: "maybe" },
      "Evaluation result of language expression 'maybe' is type 'String', expected type is 'Boolean'.",
    ],
    [
      "with an unknown dependency",
      { dependsOn: ["[resourceId('Microsoft.Compute/virtualMachines', 'windowsvm')]"] },
      "The resource 'Microsoft.Compute/virtualMachines/windowsvm' is not defined in the template. Please see https://aka.ms/arm-syntax for usage details.",
    ],
    [
      "that depends on itself through another",
      { dependsOn: ["other"] },
      `Circular dependency detected on resource: '${nsg}/nsg'. Please see https://aka.ms/arm-syntax-resources for usage details.`,
    ],
    [
      "with copyIndex outside of a loop",
      { name: "[string(copyIndex())]" },
      "The template function 'copyIndex' is not expected at this location. The function can only be used in a resource with copy specified.",
    ],
    [
      "with a negative copy count",
      { copy: { name: "l", count: -1 } },
      "has an invalid copy count. The copy count must be a positive integer value and cannot exceed '800'.",
    ],
    [
      "with a copy count of 801",
      { copy: { name: "l", count: 801 } },
      "The template 'copy' definition at line '10' and column '15' has an invalid copy count.",
    ],
    [
      "with a batch that is too large",
      { copy: { name: "l", count: 2, mode: "serial", batchSize: 3 } },
      "has an invalid copy batch size. The copy batch size must be a non-negative integer value and cannot exceed the copy count '2'.",
    ],
    ["with an unknown copy mode", { copy: { name: "l", count: 2, mode: "fast" } }, "invalid copy mode 'fast'"],
    [
      "that is defined twice",
      { name: "other" },
      "The resource 'Microsoft.Network/networkSecurityGroups/other' at line '11' and column '5' is defined multiple times in a template.",
    ],
    [
      "with an unknown parameter",
      { tags: { a: "[parameters('x')]" } },
      "The template parameter 'x' is not found. Please see https://aka.ms/arm-syntax-parameters for usage details.",
    ],
    [
      "with an unknown variable in the branch that is taken",
      { tags: { a: "[if(true(), variables('x'), 'a')]" } },
      "The template variable 'x' is not found.",
    ],
    [
      "with an unknown parameter in a condition",
      { tags: { a: "[if(parameters('x'), 'a', 'b').c]" } },
      "The template parameter 'x' is not found.",
    ],
    // TaoYang-Cloud/azure.policy.monitor#5.
    [
      "that refers to a name that is not there",
      { properties: { x: "[reference('4963b937').y]" } },
      "'The template reference '4963b937' is not valid: could not find template resource or resource copy with this name. Please see https://aka.ms/arm-function-reference for usage details.'.",
    ],
    // microsoft/openshift-container-platform#185.
    [
      "that refers to another's id without an api-version",
      { properties: { x: "[reference(resourceId('Microsoft.Network/publicIPAddresses', 'master')).y]" } },
      "'The template resource 'Microsoft.Network/networkSecurityGroups/nsg' reference to 'Microsoft.Network/publicIPAddresses/master' requires an API version. Please see https://aka.ms/arm-template for usage details.'.",
    ],
    // MicrosoftDocs/azure-docs#45142.
    [
      "that refers to itself",
      { properties: { x: "[reference('nsg').y]" } },
      "'The template resource 'Microsoft.Network/networkSecurityGroups/nsg' cannot reference itself.",
    ],
    // fortinet/azure-templates#63.
    [
      "with an api-version that deployments do not have",
      { type: "Microsoft.Resources/deployments", apiVersion: "2019-10-02", properties: { mode: "Incremental" } },
      "'The template resource 'nsg' at line '5' and column '5' is invalid. 'ApiVersion' property is invalid. The supported versions are '2025-04-01,",
    ],
    // Azure/missionlz#467.
    [
      "with a condition that is a text",
      { condition: "[string(true())]" },
      "'The template resource 'nsg' at line '5' and column '5' is not valid: Evaluation result of language expression '[string(true())]' is type 'String', expected type is 'Boolean'.. Please see",
    ],
    [
      "with an api-version that is no text",
      { apiVersion: 1 },
      "is not valid: Evaluation result of language expression '1' is type 'Integer', expected type is 'String'.. Please see",
    ],
  ])("refuses one %s", (_name, given, message) => {
    const error = refusalOf({
      resources: [
        sampleResource(given),
        sampleResource({
          name: "other",
          dependsOn: given["dependsOn"] === undefined || String(given["dependsOn"]) !== "other" ? [] : ["nsg"],
        }),
      ],
    });
    expect(error.code).toBe("InvalidTemplate");
    expect(error.message).toContain(`Deployment template validation failed: '`);
    expect(error.message).toContain(message);
  });

  it("reports a loop of properties at its place, without the resource around it", () => {
    const copy = [{ name: "rules", count: 801, input: {} }];
    const error = refusalOf({ resources: [sampleResource({ properties: { copy } })] });
    // MicrosoftDocs/azure-docs#50871: column 25 of an item that is indented by 24.
    expect(error.message).toBe(
      "Deployment template validation failed: 'The template 'copy' definition at line '12' and column '11' has an invalid copy count. The copy count must be a positive integer value and cannot exceed '800'. Please see https://aka.ms/arm-resource-loops for usage details.'.",
    );
    expect(error.additionalInfo[0]?.info.path).toBe("resources[0].properties.copy[0]");
    const variable = refusalOf({
      variables: {
        copy: [
          { name: "fine", count: 1, input: 1 },
          { name: "v", count: -1, input: 1 },
        ],
      },
      resources: [sampleResource({ name: "[string(variables('v'))]" })],
    });
    expect(variable.message).toContain(
      "'The template 'copy' definition at line '19' and column '7' has an invalid copy count.",
    );
  });

  it.each(["[resourceId('Microsoft.Network/networkSecurityGroups', 'nsg')]", "nsg"])(
    "refuses a resource that depends on itself by %s",
    (dependency) => {
      const message = `Circular dependency detected on resource: '${nsg}/nsg'.`;
      expect(refusalOf({ resources: [sampleResource({ dependsOn: [dependency] })] }).message).toContain(message);
    },
  );

  it("evaluates no branch that is not taken, whatever it names", () => {
    const plan = prepareSections({
      resources: [
        sampleResource({ tags: { a: "[if(true(), 'a', variables('x'))]", b: "[if(false(), reference('no'), 1)]" } }),
      ],
    });
    expect(plan.resources[0]?.body).toMatchObject({ tags: { a: "a", b: 1 } });
  });

  // Azure/bicep#3990: conditions do not keep references from being looked up.
  it("wants an api-version for a resource that its condition leaves out, also from another such", () => {
    const left = sampleResource({ name: "left", condition: false });
    const properties = { x: "[reference(resourceId('Microsoft.Network/networkSecurityGroups', 'left')).y]" };
    for (const condition of [true, false]) {
      expect(refusalOf({ resources: [left, sampleResource({ condition, properties })] }).message).toContain(
        "'The template resource 'Microsoft.Network/networkSecurityGroups/nsg' reference to 'Microsoft.Network/networkSecurityGroups/left' requires an API version.",
      );
    }
    const guarded = {
      x: "[if(false(), reference(resourceId('Microsoft.Network/networkSecurityGroups', 'left')).y, '')]",
    };
    expect(() => prepareSections({ resources: [left, sampleResource({ properties: guarded })] })).not.toThrow();
  });

  it("refuses outputs that refer to what is not there, without a place", () => {
    const output = (value: string) => refusalOf({ outputs: { o: sampleOutput("string", value) } });
    // eclipse-hono/hono#1596.
    expect(output("[reference(resourceId('Microsoft.Resources/deployments', 'bus')).outputs.a.value]").message).toBe(
      "Deployment template validation failed: 'The template output reference to 'Microsoft.Resources/deployments/bus' requires an API version. Please see https://aka.ms/arm-template for usage details.'.",
    );
    const byName = output("[reference('bus').outputs.a.value]");
    expect(byName.message).toContain("'The template reference 'bus' is not valid: could not find template resource");
    expect(byName.additionalInfo[0]?.info).toEqual({ lineNumber: 0, linePosition: 0, path: "" });
    const conditional = { condition: false, ...sampleOutput("string", "[reference('bus').x]") };
    expect(() => prepareSections({ outputs: { o: conditional } })).not.toThrow();
  });

  // microsoft/vscode-azurearmtools apiProfile.json.
  it("takes api-versions from the template's profile", () => {
    const { apiVersion: _own, ...resource } = sampleResource();
    const versions = (apiProfile: string) =>
      prepareSections({
        apiProfile,
        resources: [resource, { ...resource, name: "b", apiVersion: "2024-05-01" }],
      }).resources.map(({ apiVersion }) => apiVersion);
    expect(versions("2023-06-01-hybrid")).toEqual(["2023-01-01", "2024-05-01"]);
    expect(versions("2018-06-01-hybrid")).toEqual(["2023-01-01", "2024-05-01"]);
    expect(refusalOf({ resources: [resource] }).message).toContain("The apiVersion property cannot be null or empty.");
  });

  it("reads conditions that are written as texts", () => {
    const plan = prepareSections({ resources: [sampleResource({ condition: "False" })] });
    expect(plan.resources[0]?.condition).toBe(false);
  });

  it("reports an expression that does not parse at its place", () => {
    const error = refusalOf({ resources: [sampleResource({ properties: { a: ["[concat('a']"] } })] });
    expect(error.message).toBe(
      "Deployment template language expression evaluation failed: 'Unable to parse language expression 'concat('a'': expected token 'RightParenthesis' and actual 'EndOfData'.'. Please see https://aka.ms/arm-template-expressions for usage details.",
    );
    expect(error.additionalInfo[0]?.info.path).toBe("resources[0].properties.a[0]");
    expect(error.position).toMatchObject({ line: 12, column: 11 });
  });
});

describe("the frame of a template", () => {
  it.each<[name: string, template: Json, message: string]>([
    [
      "no object",
      [],
      "Deployment template parse failed: 'Unexpected initial token 'StartArray' when populating object. Expected JSON object or array. Path '', line 1, position 0.'.",
    ],
    ["no resources", { $schema: "x", contentVersion: "1" }, "Required property 'resources' not found in JSON."],
    ["no schema", { contentVersion: "1", resources: [] }, "Required property '$schema' not found in JSON."],
    // Azure/azure-cli#9087.
    [
      "a content version that is no text",
      { ...sampleTemplate(), contentVersion: { v: 1 } },
      "Error reading string. Unexpected token: StartObject. Path 'contentVersion'",
    ],
    [
      "an unknown section",
      { ...sampleTemplate(), parameters2: {} },
      "Could not find member 'parameters2' on object of type 'Template'. Path 'parameters2'",
    ],
    [
      "an unknown schema",
      {
        ...sampleTemplate(),
        $schema: "https://schema.management.azure.com/schemas/2015-01-02/deploymentTemplate.json#",
      },
      "Template schema 'https://schema.management.azure.com/schemas/2015-01-02/deploymentTemplate.json#' is not supported. Supported versions are '2014-04-01-preview,2015-01-01,2018-05-01,2019-04-01,2019-08-01'.",
    ],
    ["a section of the wrong type", { ...sampleTemplate(), parameters: "x" }, "Deployment template parse failed"],
    [
      "257 parameters",
      sampleTemplate({ parameters: many(257, { type: "string", defaultValue: "" }) }),
      "The number of template parameters limit exceeded. Limit: '256' and actual: '257'.",
    ],
    [
      "257 variables",
      sampleTemplate({ variables: many(257, "x") }),
      "The number of template variables limit exceeded. Limit: '256' and actual: '257'.",
    ],
    [
      "65 outputs",
      sampleTemplate({ outputs: many(65, sampleOutput("string", "")) }),
      "The number of template outputs limit exceeded. Limit: '64' and actual: '65'.",
    ],
    [
      "801 resources",
      sampleTemplate({ resources: Array.from({ length: 801 }, (_, index) => sampleResource({ name: `n${index}` })) }),
      "The number of template resources limit exceeded. Limit: '800' and actual: '801'.",
    ],
    [
      "1,279 resources by loops",
      sampleTemplate({
        resources: [
          sampleResource({ name: "[concat('a', copyIndex())]", copy: { name: "a", count: 800 } }),
          sampleResource({ name: "[concat('b', copyIndex())]", copy: { name: "b", count: 479 } }),
        ],
      }),
      "Limit: '800' and actual: '1279'.",
    ],
    [
      "an expression of 24,577 characters",
      sampleTemplate({ variables: { v: `[concat('${"x".repeat(24_565)}')]` } }),
      "The language expression length limit exceeded. Limit: '24576' and actual: '24577'.",
    ],
    [
      "an expression that is too deep",
      sampleTemplate({ variables: { v: `[${"not(".repeat(4000)}true()${")".repeat(4000)}]` } }),
      "The language expression nesting limit exceeded.",
    ],
  ])("refuses %s", (_name, template, message) => {
    expect(() => prepareTemplate(template, sampleOptions())).toThrow(TemplateError);
    expect(() => prepareTemplate(template, sampleOptions())).toThrow(message);
  });

  it("takes exactly the limits", () => {
    const plan = prepareTemplate(
      sampleTemplate({
        parameters: many(256, { type: "string", defaultValue: "" }),
        outputs: many(64, sampleOutput("string", "")),
        resources: Array.from({ length: 800 }, (_, index) => sampleResource({ name: `n${index}` })),
      }),
      sampleOptions(),
    );
    expect(plan.resources).toHaveLength(800);
  });

  it("shows deployment() with the template, its hash and the mode", () => {
    const plan = prepareSections(
      { outputs: { o: sampleOutput("object", "[deployment()]") } },
      { deployment: { name: "d", mode: "Complete" } },
    );
    expect(outputValues(plan)["o"]).toMatchObject({
      name: "d",
      properties: { templateHash: plan.templateHash, mode: "Complete", provisioningState: "Accepted" },
    });
  });
});

function many(count: number, value: Json): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]));
}
