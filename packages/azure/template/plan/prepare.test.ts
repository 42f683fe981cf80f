import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@byocni/base/core";
import { TemplateError } from "../errors/template-error.ts";
import { readTemplateText } from "../reader/read-template-text.ts";
import {
  sampleOptions,
  sampleOutput,
  sampleResource,
  sampleScope,
  sampleSubscription,
  sampleTemplate,
} from "../testing/index.ts";
import type { PrepareOptions } from "./options.ts";
import type { TemplatePlan } from "./plan.ts";
import { prepareTemplate } from "./prepare.ts";
import { scopeId } from "./scope.ts";

const group = scopeId(sampleScope);
const nsg = `${group}/providers/Microsoft.Network/networkSecurityGroups`;

/** Prepares the text of a template, so that errors have places. */
function prepare(sections: JsonObject, options: Partial<PrepareOptions> = {}): TemplatePlan {
  const { value, positions } = readTemplateText(JSON.stringify(sampleTemplate(sections), null, 2));
  return prepareTemplate(value, sampleOptions({ positions, ...options }));
}

function failure(sections: JsonObject, options: Partial<PrepareOptions> = {}): TemplateError {
  try {
    prepare(sections, options);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error("the template was accepted");
}

function outputs(plan: TemplatePlan): Record<string, Json | undefined> {
  return Object.fromEntries(plan.outputs.map(({ name, value }) => [name, value]));
}

describe("parameters", () => {
  it("takes values, defaults and defaults that use other parameters, in any order and case", () => {
    const plan = prepare(
      {
        parameters: {
          full: { type: "string", defaultValue: "[concat(parameters('FIRST'), '-', parameters('count'))]" },
          first: { type: "String" },
          count: { type: "int", defaultValue: 3 },
          secret: { type: "secureString" },
          stamp: { type: "string", defaultValue: "[utcNow('yyyy')]" },
          id: { type: "string", defaultValue: "[newGuid()]" },
        },
      },
      { parameters: { First: { value: "a" }, secret: { value: "s" } } },
    );
    expect(plan.parameters).toEqual([
      { name: "full", type: "String", secure: false, value: "a-3" },
      { name: "first", type: "String", secure: false, value: "a" },
      { name: "count", type: "Int", secure: false, value: 3 },
      { name: "secret", type: "SecureString", secure: true, value: "s" },
      { name: "stamp", type: "String", secure: false, value: "2024" },
      { name: "id", type: "String", secure: false, value: "11111111-2222-4333-8444-555555555555" },
    ]);
  });

  it.each<[name: string, definition: JsonObject, value: Json | undefined, message: string]>([
    [
      "missing",
      { type: "string" },
      undefined,
      "The value for the template parameter 'p' at line '6' and column '10' is not provided. Please see https://aka.ms/arm-create-parameter-file for usage details.",
    ],
    [
      "of the wrong type",
      { type: "int" },
      "1",
      "The provided value for the template parameter 'p' is not valid. Expected a value of type 'Integer', but received a value of type 'String'. Please see https://aka.ms/arm-create-parameter-file for usage details.",
    ],
    ["null", { type: "string" }, null, "Expected a value of type 'String, Uri', but received a value of type 'Null'."],
    [
      "not allowed",
      { type: "string", allowedValues: ["A", "B"] },
      "C",
      "The provided value 'C' for the template parameter 'p' at line '6' and column '10' is not valid. The parameter value is not part of the allowed value(s): 'A,B'.",
    ],
    [
      "too short",
      { type: "string", minLength: 3 },
      "ab",
      "The provided value for the template parameter 'p' at line '6' and column '10' is not valid. Length of the value should be greater than or equal to '3'.",
    ],
    ["too long", { type: "array", maxLength: 1 }, [1, 2], "Length of the value should be less than or equal to '1'."],
    ["too small", { type: "int", minValue: 3 }, 2, "The value should be greater than or equal to '3'."],
    ["too large", { type: "int", maxValue: 3 }, 4, "The value should be less than or equal to '3'."],
    ["of an unknown type", { type: "text" }, "a", "the type 'text' is not supported"],
  ])("refuses a value that is %s", (_name, definition, value, message) => {
    const error = failure(
      { parameters: { p: definition } },
      value === undefined ? {} : { parameters: { p: { value } } },
    );
    expect(error.code).toBe("InvalidTemplate");
    expect(error.message).toContain(message);
    expect(error.additionalInfo[0]?.info.path).toBe("parameters.p");
  });

  it("compares allowed values without regard to case, and item by item for arrays", () => {
    const parameters = {
      p: { type: "string", allowedValues: ["EastUS"] },
      l: { type: "array", allowedValues: ["a", "b"] },
    };
    prepare({ parameters }, { parameters: { p: { value: "eastus" }, l: { value: ["b", "a"] } } });
    expect(failure({ parameters }, { parameters: { p: { value: "eastus" }, l: { value: ["c"] } } }).message).toContain(
      "'a,b'",
    );
  });

  it("refuses parameters that the template does not have", () => {
    const error = failure(
      { parameters: { a: { type: "string", defaultValue: "" } } },
      { parameters: { x: { value: 1 }, y: { value: 2 } } },
    );
    expect(error.message).toBe(
      "Deployment template validation failed: 'The template parameters 'x, y' in the parameters file are not valid; they are not present in the original template and can therefore not be provided at deployment time. The only supported parameters for this template are 'a'. Please see https://aka.ms/arm-pass-parameter-values for usage details.'.",
    );
  });

  it("refuses key vault references by name, unless the secret was fetched", () => {
    const reference = {
      keyVault: { id: "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/vault1" },
      secretName: "n",
    };
    const parameters = { p: { reference } };
    expect(failure({ parameters: { p: { type: "secureString" } } }, { parameters }).message).toContain(
      "key vault 'vault1'",
    );
    const plan = prepare({ parameters: { p: { type: "secureString" } } }, { parameters, secrets: { p: "secret" } });
    expect(plan.parameters[0]?.value).toBe("secret");
  });

  it("refuses defaults that go in a circle", () => {
    const parameters = {
      a: { type: "string", defaultValue: "[parameters('b')]" },
      b: { type: "string", defaultValue: "[parameters('a')]" },
    };
    expect(failure({ parameters }).message).toContain("Circular dependency detected in template language expression");
  });

  it("reports the path in the whole request", () => {
    const body = { properties: { template: sampleTemplate({ parameters: { repositoryUrl: { type: "string" } } }) } };
    const { value, positions } = readTemplateText(JSON.stringify(body));
    const template = (value as typeof body).properties.template;
    const options = sampleOptions({ positions: positions.under(["properties", "template"]) });
    try {
      prepareTemplate(template, options);
      expect.unreachable();
    } catch (error) {
      // microsoft/fabric-toolbox#398
      expect((error as TemplateError).additionalInfo[0]?.info).toMatchObject({
        lineNumber: 1,
        path: "properties.template.parameters.repositoryUrl",
      });
    }
  });
});

describe("user-defined types", () => {
  const definitions = {
    port: { type: "int", minValue: 1, maxValue: 65535 },
    rule: {
      type: "object",
      properties: {
        name: { type: "string" },
        port: { $ref: "#/definitions/port" },
        note: { type: "string", nullable: true },
      },
      additionalProperties: false,
    },
    shape: {
      type: "object",
      discriminator: {
        propertyName: "kind",
        mapping: {
          circle: {
            type: "object",
            properties: { kind: { type: "string", allowedValues: ["circle"] }, r: { type: "int" } },
          },
          square: { $ref: "#/definitions/square" },
        },
      },
    },
    square: {
      type: "object",
      properties: { kind: { type: "string" }, side: { type: "int" } },
      additionalProperties: { type: "string" },
    },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "int" }], items: false },
  };
  const check = (type: JsonObject, value: Json): TemplatePlan =>
    prepare(
      { languageVersion: "2.0", definitions, resources: {}, parameters: { p: type } },
      { parameters: { p: { value } } },
    );

  it.each<[type: JsonObject, value: Json]>([
    [{ $ref: "#/definitions/rule" }, { name: "a", port: 80 }],
    [{ $ref: "#/definitions/rule" }, { name: "a", port: 80, note: null }],
    [{ $ref: "#/definitions/shape" }, { kind: "circle", r: 1 }],
    [{ $ref: "#/definitions/shape" }, { kind: "square", side: 1, extra: "x" }],
    [{ $ref: "#/definitions/pair" }, ["a", 1]],
    [{ type: "array", items: { $ref: "#/definitions/port" } }, [1, 2]],
    [{ type: "string", nullable: true }, null],
    [{ type: "object", additionalProperties: { type: "int" } }, { a: 1 }],
  ])("%j takes %j", (type, value) => {
    expect(check(type, value).parameters[0]?.value).toEqual(value);
  });

  it.each<[type: JsonObject, value: Json, message: string]>([
    [{ $ref: "#/definitions/rule" }, { name: "a" }, "A value is required at 'p.port' but was not provided."],
    [
      { $ref: "#/definitions/rule" },
      { name: "a", port: 70000 },
      "The value at 'p.port' is not valid. The value should be less than or equal to '65535'.",
    ],
    [
      { $ref: "#/definitions/rule" },
      { name: 1, port: 1 },
      "Expected a value of type 'String, Uri' at 'p.name', but received a value of type 'Integer'.",
    ],
    [
      { $ref: "#/definitions/rule" },
      { name: "a", port: 1, x: 1 },
      "The property 'x' at 'p' is not permitted. Additional properties are not allowed.",
    ],
    [{ $ref: "#/definitions/shape" }, { kind: "line" }, "The property 'kind' at 'p' must be one of 'circle,square'."],
    [{ $ref: "#/definitions/shape" }, { kind: "square", side: 1, extra: 2 }, "at 'p.extra'"],
    [{ $ref: "#/definitions/pair" }, ["a", 1, 2], "The array at 'p' must not have more than 2 item(s)."],
    [{ $ref: "#/definitions/pair" }, ["a"], "A value is required at 'p[1]'"],
    [{ $ref: "#/definitions/none" }, 1, "The type definition '#/definitions/none' is not found."],
    [
      { type: "array", items: { type: "string", allowedValues: ["a"] } },
      ["b"],
      "The value 'b' at 'p[0]' is not part of the allowed value(s): 'a'.",
    ],
  ])("%j refuses %j", (type, value, message) => {
    expect(() => check(type, value)).toThrow(message);
  });

  it("gives nullable parameters null, and refuses definitions before version 2.0", () => {
    const plan = prepare({ languageVersion: "2.0", parameters: { p: { type: "string", nullable: true } } });
    expect(plan.parameters[0]?.value).toBeNull();
    expect(failure({ definitions }).message).toContain(
      "Template language version must be specified in order to use feature 'AggregateTypeValidation'.",
    );
    expect(failure({ resources: { a: sampleResource() } }).message).toContain("feature 'SymbolicNames'");
  });
});

describe("variables and functions", () => {
  it("evaluates variables when they are used, once, with loops", () => {
    const plan = prepare({
      variables: {
        a: "[concat(variables('b'), '!')]",
        b: "b",
        unused: "[variables('b').nothing]",
        nested: {
          copy: [{ name: "disks", count: 2, input: { n: "[copyIndex('disks', 1)]" } }],
          kept: "[variables('b')]",
        },
        copy: [
          {
            name: "list",
            count: "[length(variables('b'))]",
            input: "[format('{0}{1}', variables('b'), copyIndex('list'))]",
          },
        ],
        literal: "[[not an expression]",
        open: "[also none",
      },
      outputs: {
        a: sampleOutput("string", "[variables('A')]"),
        nested: sampleOutput("object", "[variables('nested')]"),
        list: sampleOutput("array", "[variables('list')]"),
        literal: sampleOutput("string", "[variables('literal')]"),
        open: sampleOutput("string", "[variables('open')]"),
      },
    });
    expect(outputs(plan)).toEqual({
      a: "b!",
      nested: { disks: [{ n: 1 }, { n: 2 }], kept: "b" },
      list: ["b0"],
      literal: "[not an expression]",
      open: "[also none",
    });
  });

  it("names the variable that is wrong, and where it stands", () => {
    const error = failure({
      variables: { v: "[resourceGroup().none]" },
      resources: [sampleResource({ name: "[variables('v')]" })],
    });
    expect(error.message).toBe(
      "Deployment template validation failed: 'The template variable 'v' is not valid: The language expression property 'none' doesn't exist, available properties are 'id, name, type, location, tags, properties'.. Please see https://aka.ms/arm-functions for usage details.'.",
    );
    expect(error.additionalInfo[0]?.info.path).toBe("variables.v");
  });

  it("refuses variables that use the running deployment or themselves", () => {
    const use = (value: string): string =>
      failure({ variables: { v: value }, resources: [sampleResource({ name: "[variables('v')]" })] }).message;
    expect(use("[reference('nsg').id]")).toContain(
      "The template function 'reference' is not expected at this location.",
    );
    expect(use("[variables('v')]")).toContain("Circular dependency detected in template language expression: 'v'.");
  });

  it("calls user-defined functions with their own parameters", () => {
    const functions = [
      {
        namespace: "udf",
        members: {
          hello: {
            parameters: [{ name: "who", type: "string" }],
            output: { type: "string", value: "[concat('hello ', parameters('who'))]" },
          },
        },
      },
    ];
    const plan = prepare({ functions, outputs: { o: sampleOutput("string", "[UDF.Hello('you')]") } });
    expect(outputs(plan)).toEqual({ o: "hello you" });
    const wrong = failure({ functions, resources: [sampleResource({ name: "[udf.hello()]" })] });
    expect(wrong.message).toContain("function requires 1 argument(s) while 0 were provided");
    expect(failure({ resources: [sampleResource({ name: "[udf.x()]" })] }).message).toContain(
      "The template function 'udf.x' is not valid.",
    );
  });

  it.each(["reference('x')", "listKeys('x', 'v')", "variables('x')", "utcNow()", "udf.other()"])(
    "refuses %s in a user-defined function",
    (call) => {
      const functions = [{ namespace: "udf", members: { f: { output: { type: "string", value: `[${call}]` } } } }];
      expect(failure({ functions }).message).toContain(
        "These function calls are not supported in a function definition: '",
      );
    },
  );
});

describe("resources", () => {
  it("computes ids in every scope", () => {
    const at = (scope: PrepareOptions["scope"], resource: JsonObject): string | undefined =>
      prepare({ resources: [resource] }, { scope }).resources[0]?.id;
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
    expect(failure({ resources: [{ ...role, scope: "/subscriptions" }] }).message).toContain(
      "The scope '/subscriptions' is not a valid resource id.",
    );
  });

  it("flattens children, with the rest of their type and name or all of it", () => {
    const vnet = { type: "Microsoft.Network/virtualNetworks", apiVersion: "2024-05-01", name: "v" };
    const { resources } = prepare({
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
    const [resource] = prepare({
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
    const { resources } = prepare({
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
    const { resources } = prepare({ resources: [sampleResource({ name: "[concat('n', copyIndex())]", copy })] });
    expect(resources.map(({ after }) => after)).toEqual([[], [], [0, 1], [0, 1], [2, 3]]);
    expect(resources[2]?.dependsOn).toEqual([]);
  });

  it("finds dependencies by id, relative id, name, and what references imply", () => {
    const { resources } = prepare({
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

  it("knows symbolic names, existing resources and loops by symbol", () => {
    const { resources } = prepare({
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

  it("lists the providers", () => {
    const plan = prepare({
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
      "The condition must evaluate to a value of type 'Boolean', but evaluated to a value of type 'String'.",
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
      "with an unknown variable in an untaken branch",
      { tags: { a: "[if(true(), 'a', variables('x'))]" } },
      "The template variable 'x' is not found.",
    ],
  ])("refuses one %s", (_name, given, message) => {
    const error = failure({
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

  it("reports an expression that does not parse at its place", () => {
    const error = failure({ resources: [sampleResource({ properties: { a: ["[concat('a']"] } })] });
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
    const plan = prepare(
      { outputs: { o: sampleOutput("object", "[deployment()]") } },
      { deployment: { name: "d", mode: "Complete" } },
    );
    expect(outputs(plan)["o"]).toMatchObject({
      name: "d",
      properties: { templateHash: plan.templateHash, mode: "Complete", provisioningState: "Accepted" },
    });
  });
});

function many(count: number, value: Json): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]));
}
