import { describe, expect, it } from "vitest";
import type { Json } from "../files/json.ts";
import { compileBicepParams, createMemoryHost, loadTemplateEvaluator } from "../index.ts";

const template =
  "param a string\nparam b int = 1\nparam c object = {}\nparam d array = []\n@secure()\nparam s string = ''\n";

describe("parameters files", async () => {
  const evaluator = await loadTemplateEvaluator();
  const compile = (
    text: string,
    files: Record<string, string> = {},
  ): { parameters: Json; messages: readonly string[] } => {
    const host = {
      ...createMemoryHost({ "/main.bicep": template, "/main.bicepparam": text, ...files }),
      environment: (name: string) => (name === "SET" ? "from outside" : undefined),
    };
    const [found, diagnostics] = compileBicepParams("/main.bicepparam", host, { evaluator });
    const { parameters = null } = (found ?? {}) as { parameters?: Json };
    return {
      parameters,
      messages: diagnostics
        .filter(({ source }) => source.path === "/main.bicepparam")
        .map(({ code, message }) => `${code} ${message}`),
    };
  };

  it.each([
    ["param a = 'x'", { a: { value: "x" } }],
    ["var v = 2\nparam a = 'n${v + 1}'\nparam b = v * 2", { a: { value: "n3" }, b: { value: 4 } }],
    ["param a = 'x'\nparam b = length(a)", { a: { value: "x" }, b: { value: 1 } }],
    [
      "param a = toUpper('x')\nparam d = [for i in range(0, 2): { n: i }]",
      { a: { value: "X" }, d: { value: [{ n: 0 }, { n: 1 }] } },
    ],
    ["param a = readEnvironmentVariable('SET')", { a: { value: "from outside" } }],
    ["param a = readEnvironmentVariable('UNSET', 'default')", { a: { value: "default" } }],
    [
      "param a = 'x'\nparam s = az.getSecret('sub', 'group', 'vault', 'name')",
      {
        a: { value: "x" },
        s: {
          reference: {
            keyVault: { id: "/subscriptions/sub/resourceGroups/group/providers/Microsoft.KeyVault/vaults/vault" },
            secretName: "name",
          },
        },
      },
    ],
    [
      "param a = 'x${externalInput('sys.cli', 'in')}'",
      { a: { expression: "[format('x{0}', externalInputs('sys_cli_0'))]" } },
    ],
  ])("%j", (text, parameters) => {
    expect(compile(`using 'main.bicep'\n${text}`)).toEqual({ parameters, messages: [] });
  });

  it("takes what another file assigns, and looks into it as base", () => {
    const { parameters } = compile("using 'main.bicep'\nextends 'base.bicepparam'\nparam a = 'own ${base.a}'", {
      "/base.bicepparam": "using none\nparam a = 'first'\nparam b = 7",
    });
    expect(parameters).toEqual({ a: { value: "own first" }, b: { value: 7 } });
  });

  it("uses functions and variables of other files", () => {
    const { parameters } = compile("using 'main.bicep'\nimport { f, k } from 'lib.bicep'\nparam a = f(k)", {
      "/lib.bicep": "@export()\nvar k = 'x'\n@export()\nfunc f(x string) string => '<${x}>'",
    });
    expect(parameters).toEqual({ a: { value: "<x>" } });
  });

  it("gives the template that it is for", () => {
    const host = createMemoryHost({ "/main.bicep": template, "/main.bicepparam": "using 'main.bicep'\nparam a = 'x'" });
    expect(compileBicepParams("/main.bicepparam", host, { evaluator })[2]).toMatchObject({
      parameters: { a: { type: "string" } },
    });
  });

  it.each([
    ["param a = 'x'", "BCP261 A using declaration must be present in this parameters file."],
    [
      "using 'main.bicep'",
      'BCP258 The following parameters are declared in the Bicep file but are missing an assignment in the params file: "a".',
    ],
    [
      "using 'main.bicep'\nparam a = 'x'\nparam z = 1",
      'BCP259 The parameter "z" is assigned in the params file without being declared in the Bicep file.',
    ],
    [
      "using 'main.bicep'\nparam a = 1",
      'BCP033 Expected a value of type "string" but the provided value is of type "1".',
    ],
  ])("%j is told", (text, message) => {
    expect(compile(text)).toEqual({ parameters: null, messages: [message] });
  });

  it("tells what cannot be evaluated", () => {
    expect(compile("using 'main.bicep'\nparam a = base64ToString('%')").messages).toEqual([
      expect.stringMatching(/^BCP338 Failed to evaluate parameter "a": /),
    ]);
  });
});
