import { describe, expect, it } from "vitest";
import { compileBicep, createMemoryHost } from "../index.ts";
import type { Json } from "../files/json.ts";

const encoder = new TextEncoder();

function compile(files: Record<string, string> | string): {
  readonly template: Json;
  readonly codes: readonly string[];
} {
  const host = createMemoryHost(typeof files === "string" ? { "/main.bicep": files } : files);
  const [template, diagnostics] = compileBicep("/main.bicep", host);
  return { template: template ?? null, codes: diagnostics.map(({ code, level }) => `${level} ${code}`) };
}

const storage = (name: string, rest = ""): string =>
  `resource ${name} 'Microsoft.Storage/storageAccounts@2023-05-01' = {\n  name: '${name}'\n  location: 'x'\n${rest}}\n`;

describe("expressions", () => {
  it.each([
    ["'a${p}b'", "[format('a{0}b', parameters('p'))]"],
    ["'[x]'", "[[x]"],
    ["'it\\'s'", "it's"],
    ["'''\nmany\nlines'''", "many\nlines"],
    ["p == 'x' ? 1 : 2", "[if(equals(parameters('p'), 'x'), 1, 2)]"],
    ["o.a.b[0]", "[parameters('o').a.b[0]]"],
    ["o.?a.b", "[tryGet(parameters('o'), 'a', 'b')]"],
    ["o.?a ?? 'z'", "[coalesce(tryGet(parameters('o'), 'a'), 'z')]"],
    ["o['a-b']", "[parameters('o')['a-b']]"],
    ["!empty(p) && true", "[and(not(empty(parameters('p'))), true())]"],
    ["-5", -5],
    ["3000000000", 3000000000],
    ["[for i in range(0, 2): i]", undefined],
    ["map([1], x => x + 1)", "[map(createArray(1), lambda('x', add(lambdaVariables('x'), 1)))]"],
    ["[...l, 'a']", "[flatten(createArray(parameters('l'), createArray('a')))]"],
    ["{ ...o, a: 1 }", "[shallowMerge(createArray(parameters('o'), createObject('a', 1)))]"],
    ["resourceGroup().location", undefined],
  ])("%s", (text, value) => {
    const { template } = compile(
      `param p string\nparam o object\nparam l array\nvar v = ${text}\noutput x object = { v: v }`,
    );
    const { variables } = template as { variables?: { v?: Json } };
    expect(template).not.toBeNull();
    if (value !== undefined) expect(variables?.v).toEqual(value);
  });

  it("writes out variables that need the running deployment where they are used", () => {
    const { template } = compile(`${storage("a")}var v = a.properties.x\noutput o string = v`);
    expect(template).toMatchObject({
      outputs: {
        o: { value: "[reference(resourceId('Microsoft.Storage/storageAccounts', 'a'), '2023-05-01').x]" },
      },
    });
    expect(template).not.toHaveProperty("variables");
  });
});

describe("resources", () => {
  it("depend on what they mention", () => {
    const { template } = compile(storage("a") + storage("b", "  tags: { other: a.id }\n"));
    const id = "[resourceId('Microsoft.Storage/storageAccounts', 'a')]";
    expect(template).toMatchObject({ resources: [{ name: "a" }, { name: "b", tags: { other: id }, dependsOn: [id] }] });
  });

  it("are members of an object when something needs their names", () => {
    const { template } = compile(`type t = string\n${storage("a")}`);
    expect(template).toMatchObject({ languageVersion: "2.0", resources: { a: { name: "a" } } });
  });

  it("are copied in loops", () => {
    const { template } = compile(
      "param n array\n@batchSize(2)\nresource r 'A.B/c@2020-01-01' = [for (x, i) in n: {\n  name: '${x}${i}'\n}]",
    );
    expect(template).toMatchObject({
      resources: [
        {
          copy: { name: "r", count: "[length(parameters('n'))]", mode: "serial", batchSize: 2 },
          name: "[format('{0}{1}', parameters('n')[copyIndex()], copyIndex())]",
        },
      ],
    });
  });
});

describe("files", () => {
  it("compiles modules into nested deployments", () => {
    const { template, codes } = compile({
      "/main.bicep":
        "module m 'sub/m.bicep' = {\n  name: 'n'\n  params: {\n    p: 1\n  }\n}\noutput o int = m.outputs.o",
      "/sub/m.bicep": "param p int\noutput o int = p",
    });
    expect(codes).toEqual([]);
    expect(template).toMatchObject({
      resources: [
        {
          type: "Microsoft.Resources/deployments",
          name: "n",
          properties: {
            expressionEvaluationOptions: { scope: "inner" },
            parameters: { p: { value: 1 } },
            template: { parameters: { p: { type: "int" } }, outputs: { o: { value: "[parameters('p')]" } } },
          },
        },
      ],
    });
  });

  it("takes imports over under their names, with where they come from", () => {
    const { template } = compile({
      "/main.bicep": "import { size as own, f } from 'lib.bicep'\nparam p own\noutput o int = f(1)",
      "/lib.bicep": "@export()\ntype size = 'a' | 'b'\nvar k = 2\n@export()\nfunc f(x int) int => x * k",
    });
    expect(template).toMatchObject({
      definitions: {
        own: {
          allowedValues: ["a", "b"],
          metadata: { "__bicep_imported_from!": { sourceTemplate: "lib.bicep", originalIdentifier: "size" } },
        },
      },
      functions: [{ members: { f: { output: { value: "[mul(parameters('x'), variables('_1.k'))]" } } } }],
      variables: { "_1.k": 2 },
    });
  });

  it("loads contents at compile time", () => {
    const { template } = compile({
      "/main.bicep":
        "var t = loadTextContent('a.txt')\nvar j = loadJsonContent('a.json', 'x.y')\nvar y = loadYamlContent('a.yaml')\noutput o array = [t, j, y]",
      "/a.txt": "text",
      "/a.json": '{ "x": { "y": [1] } }',
      "/a.yaml": "k: v",
    });
    expect(template).toMatchObject({
      variables: { t: "text", "$fxv#0": [1], j: "[variables('$fxv#0')]", "$fxv#1": { k: "v" } },
    });
  });

  it.each([
    ["a byte order mark", encoder.encode("\uFEFFvar v = 1\noutput o int = v")],
    ["carriage returns", encoder.encode("var v = 1\r\noutput o int = v\r\n")],
  ])("reads files with %s", (_, bytes) => {
    const [template] = compileBicep("/main.bicep", {
      readFile: (path) => (path === "/main.bicep" ? bytes : undefined),
    });
    expect(template).toMatchObject({ variables: { v: 1 } });
  });

  it("says that the entry is missing", () => {
    expect(compile({}).codes).toEqual(["error BCP091"]);
  });

  it("finds modules that refer to each other", () => {
    const { codes } = compile({
      "/main.bicep": "module m 'a.bicep' = {\n  name: 'a'\n}",
      "/a.bicep": "module m 'main.bicep' = {\n  name: 'b'\n}",
    });
    expect(codes).toEqual(["error BCP095", "error BCP095"]);
  });
});

describe("what is told", () => {
  it.each([
    ["#disable-next-line no-unused-vars\nvar a = 1", []],
    [
      "#disable-diagnostics no-unused-vars\nvar a = 1\n#restore-diagnostics no-unused-vars\nvar b = 1",
      ["warning no-unused-vars"],
    ],
    ["#disable-next-line BCP057\nvar a = b\noutput o string = a", ["error BCP057", "error BCP062"]],
  ])("%j", (text, codes) => {
    expect(compile(text).codes).toEqual(codes);
  });

  it("follows bicepconfig.json of the nearest folder", () => {
    const rules = (level: string): string =>
      JSON.stringify({ analyzers: { core: { rules: { "no-unused-vars": { level } } } } });
    const text = { "/a/b/main.bicep": "var a = 1" };
    const codes = (files: Record<string, string>): readonly string[] =>
      compileBicep("/a/b/main.bicep", createMemoryHost({ ...text, ...files }))[1].map(({ level }) => level);
    expect(codes({ "/a/bicepconfig.json": rules("error") })).toEqual(["error"]);
    expect(codes({ "/a/bicepconfig.json": rules("error"), "/a/b/bicepconfig.json": rules("off") })).toEqual([]);
    expect(codes({ "/bicepconfig.json": '{ "analyzers": { "core": { "enabled": false } } }' })).toEqual([]);
  });

  it("gives no template when a rule is an error", () => {
    const config = JSON.stringify({ analyzers: { core: { rules: { "no-unused-vars": { level: "error" } } } } });
    const host = createMemoryHost({ "/main.bicep": "var a = 1", "/bicepconfig.json": config });
    expect(compileBicep("/main.bicep", host)[0]).toBeUndefined();
  });
});
