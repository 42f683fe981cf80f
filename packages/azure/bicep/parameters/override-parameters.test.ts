import { describe, expect, it } from "vitest";
import { compileBicepParams, createMemoryHost, loadTemplateEvaluator, overrideParameters } from "../index.ts";

describe("overrideParameters", () => {
  it("replaces values where they stand and adds the others", () => {
    expect(overrideParameters("using none\nparam a = { b: 1 } // why\nparam c = 2", { a: 7, d: "it's ${x}\n" })).toBe(
      "using none\nparam a = 7 // why\nparam c = 2\n\nparam d = 'it\\'s \\${x}\\n'",
    );
  });

  it("gives back every JSON value that it is given", async () => {
    const values = {
      text: "a'b\\${c}\n",
      list: [1, "x", null, [true]],
      object: { "a-b": { c: 1.5 }, empty: {}, none: [] },
      number: -3,
    };
    const files = { "/main.bicepparam": overrideParameters("using none\nparam number = 1", values) };
    const evaluator = await loadTemplateEvaluator();
    const [parameters, diagnostics] = compileBicepParams("/main.bicepparam", createMemoryHost(files), { evaluator });
    expect(diagnostics).toEqual([]);
    expect(parameters).toMatchObject({
      parameters: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    });
  });
});
