import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@byocni/base/core";
import type { TemplateError } from "../errors/template-error.ts";
import { readTemplateText } from "../reader/read-template-text.ts";
import { sampleOptions, sampleOutput, sampleResource, sampleTemplate } from "../testing/index.ts";
import { outputValues, prepareSections, refusalOf } from "../testing/prepare-sections.ts";
import type { TemplatePlan } from "./plan.ts";
import { prepareTemplate } from "./prepare.ts";

describe("parameters", () => {
  it("takes values, defaults and defaults that use other parameters, in any order and case", () => {
    const plan = prepareSections(
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
    const error = refusalOf(
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
    prepareSections({ parameters }, { parameters: { p: { value: "eastus" }, l: { value: ["b", "a"] } } });
    expect(
      refusalOf({ parameters }, { parameters: { p: { value: "eastus" }, l: { value: ["c"] } } }).message,
    ).toContain("'a,b'");
  });

  it("refuses parameters that the template does not have", () => {
    const error = refusalOf(
      { parameters: { a: { type: "string", defaultValue: "" } } },
      { parameters: { x: { value: 1 }, y: { value: 2 } } },
    );
    expect(error.message).toBe(
      "Deployment template validation failed: 'The template parameters 'x, y' in the parameters file are not valid; they are not present in the original template and can therefore not be provided at deployment time. The only supported parameters for this template are 'a'. Please see https://aka.ms/arm-pass-parameter-values for usage details.'.",
    );
  });

  it("reports no place for parameters that the template does not have", () => {
    const error = refusalOf({}, { parameters: { x: { value: 1 } } });
    // Azure/azure-quickstart-templates#7528
    expect(error.additionalInfo).toEqual([
      { type: "TemplateViolation", info: { lineNumber: 0, linePosition: 0, path: "" } },
    ]);
  });

  it("refuses key vault references by name, unless the secret was fetched", () => {
    const reference = {
      keyVault: { id: "/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/vault1" },
      secretName: "n",
    };
    const parameters = { p: { reference } };
    expect(refusalOf({ parameters: { p: { type: "secureString" } } }, { parameters }).message).toContain(
      "key vault 'vault1'",
    );
    const plan = prepareSections(
      { parameters: { p: { type: "secureString" } } },
      { parameters, secrets: { p: "secret" } },
    );
    expect(plan.parameters[0]?.value).toBe("secret");
  });

  it("takes values from outside, by expression", () => {
    const parameters = { p: { expression: "[concat(externalInputs('env').name, '!')]" } };
    const externalInputs = { env: { value: { name: "e" } } };
    const plan = prepareSections({ parameters: { p: { type: "string" } } }, { parameters, externalInputs });
    expect(plan.parameters[0]?.value).toBe("e!");
    expect(refusalOf({ parameters: { p: { type: "string" } } }, { parameters }).message).toContain(
      "'env' doesn't exist",
    );
  });

  it("wants a value or a reference", () => {
    const message = "must have either the property 'value' or the property 'reference'";
    for (const given of [{ vaule: 1 }, "x"]) {
      expect(refusalOf({ parameters: { p: { type: "string" } } }, { parameters: { p: given } }).message).toContain(
        message,
      );
    }
  });

  it("refuses defaults that go in a circle", () => {
    const parameters = {
      a: { type: "string", defaultValue: "[parameters('b')]" },
      b: { type: "string", defaultValue: "[parameters('a')]" },
    };
    expect(refusalOf({ parameters }).message).toContain("Circular dependency detected in template language expression");
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
    left: { $ref: "#/definitions/right" },
    right: { $ref: "#/definitions/left" },
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
    prepareSections(
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
      "'The provided value for the template parameter 'p' is not valid. The object does not allow values with properties not defined in the schema, but the following unknown properties were present: ['x']. Please see https://aka.ms/arm-syntax-parameters for usage details.'",
    ],
    [{ $ref: "#/definitions/shape" }, { kind: "line" }, "The property 'kind' at 'p' must be one of 'circle,square'."],
    [{ $ref: "#/definitions/shape" }, { kind: "square", side: 1, extra: 2 }, "at 'p.extra'"],
    [{ $ref: "#/definitions/pair" }, ["a", 1, 2], "The array at 'p' must not have more than 2 item(s)."],
    [{ $ref: "#/definitions/pair" }, ["a"], "A value is required at 'p[1]'"],
    [{ $ref: "#/definitions/left" }, 1, "Circular dependency detected on type definition '#/definitions/"],
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
    const plan = prepareSections({ languageVersion: "2.0", parameters: { p: { type: "string", nullable: true } } });
    expect(plan.parameters[0]?.value).toBeNull();
    expect(refusalOf({ definitions }).message).toContain(
      "Template language version must be specified in order to use feature 'AggregateTypeValidation'.",
    );
    expect(refusalOf({ resources: { a: sampleResource() } }).message).toContain("feature 'SymbolicNames'");
  });
});

describe("variables and functions", () => {
  it("evaluates variables when they are used, once, with loops", () => {
    const plan = prepareSections({
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
    expect(outputValues(plan)).toEqual({
      a: "b!",
      nested: { disks: [{ n: 1 }, { n: 2 }], kept: "b" },
      list: ["b0"],
      literal: "[not an expression]",
      open: "[also none",
    });
  });

  it("names the variable that is wrong, and where it stands", () => {
    const error = refusalOf({
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
      refusalOf({ variables: { v: value }, resources: [sampleResource({ name: "[variables('v')]" })] }).message;
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
    const plan = prepareSections({ functions, outputs: { o: sampleOutput("string", "[UDF.Hello('you')]") } });
    expect(outputValues(plan)).toEqual({ o: "hello you" });
    const wrong = refusalOf({ functions, resources: [sampleResource({ name: "[udf.hello()]" })] });
    expect(wrong.message).toContain("function requires 1 argument(s) while 0 were provided");
    expect(refusalOf({ resources: [sampleResource({ name: "[udf.x()]" })] }).message).toContain(
      "The template function 'udf.x' is not valid.",
    );
  });

  it("refuses arguments of user-defined functions that are of another type", () => {
    const functions = [
      {
        namespace: "udf",
        members: {
          f: {
            parameters: [
              { name: "n", type: "int" },
              { name: "rule", $ref: "#/definitions/rule" },
              { name: "note", type: "string", nullable: true },
            ],
            output: { type: "string", value: "[string(parameters('n'))]" },
          },
        },
      },
    ];
    const rule = { type: "object", properties: { port: { type: "int", maxValue: 65535 } } };
    const sections = { languageVersion: "2.0", definitions: { rule }, functions, resources: {} };
    const call = (args: string) => ({
      ...sections,
      variables: { v: `[udf.f(${args})]` },
      outputs: { o: sampleOutput("string", "[variables('v')]") },
    });
    expect(outputValues(prepareSections(call("1, createObject('port', 1), null()")))).toEqual({ o: "1" });
    const refused = (args: string): string =>
      refusalOf({ ...call(args), resources: { r: sampleResource({ name: "[variables('v')]" }) } }).message;
    expect(refused("'1', createObject('port', 1), null()")).toContain(
      "The template language function 'udf.f' expects its first argument to be of type 'Integer'. The provided value is of type 'String'.",
    );
    expect(refused("1, createObject('port', 70000), null()")).toContain(
      "The value should be less than or equal to '65535'.",
    );
    expect(refused("1, createObject('port', 1), 2")).toContain(
      "expects its third argument to be of type 'String, Uri'.",
    );
  });

  it.each(["reference('x')", "listKeys('x', 'v')", "variables('x')", "utcNow()", "udf.other()"])(
    "refuses %s in a user-defined function",
    (call) => {
      const functions = [{ namespace: "udf", members: { f: { output: { type: "string", value: `[${call}]` } } } }];
      expect(refusalOf({ functions }).message).toContain(
        "These function calls are not supported in a function definition: '",
      );
    },
  );
});
