import { createSourceText } from "@byocni/base/lang";
import { describe, expect, it } from "vitest";
import { refusalFrame } from "./refusal.ts";
import { requestBody } from "./request-body.ts";

const template = '{\n  "resources": [\n    "[broken(\'a\')]"\n  ]\n}';
const source = createSourceText("t.json", template);
const violation = (lineNumber: number, linePosition: number) => ({
  code: "InvalidTemplate",
  additionalInfo: [{ type: "TemplateViolation", info: { lineNumber, linePosition, path: "resources[0]" } }],
});

describe("requestBody", () => {
  const parts = { template: "{} // end", parameters: { a: { value: 1 } }, mode: "Incremental" };

  it("keeps the lines of the template, also when it ends in a comment", () => {
    const { text, templateOffset } = requestBody({ ...parts, template });
    expect(text.slice(templateOffset)).toBe(`${template}\n}}`);
    expect(text.slice(0, templateOffset)).not.toContain("\n");
  });

  it("puts the location beside the properties and the format of what-if into them", () => {
    const { text } = requestBody({ ...parts, template: "{}", location: "eastus", whatIf: { resultFormat: "x" } });
    expect(JSON.parse(text)).toEqual({
      location: "eastus",
      properties: {
        mode: "Incremental",
        whatIfSettings: { resultFormat: "x" },
        parameters: { a: { value: 1 } },
        template: {},
      },
    });
  });
});

describe("refusalFrame", () => {
  it("marks the token that ends where Resource Manager says", () => {
    expect(refusalFrame(violation(3, 19), source, 40)).toEqual([
      "",
      "t.json:3:5",
      "3 |     \"[broken('a')]\"",
      "  |     ^^^^^^^^^^^^^^^",
    ]);
  });

  it("takes what stood before the template off the first line", () => {
    expect(refusalFrame(violation(1, 41), source, 40)).toEqual(["", "t.json:1:1", "1 | {", "  | ^"]);
  });

  it.each([
    ["a place in the parameters", violation(1, 20)],
    ["a line that is not there", violation(99, 1)],
    ["no place", violation(0, 0)],
    ["no information", { code: "x" }],
  ])("shows nothing for %s", (_what, error) => {
    expect(refusalFrame(error, source, 40)).toEqual([]);
  });

  it("finds the place in the details", () => {
    expect(refusalFrame({ code: "a", details: [{ code: "b" }, violation(2, 16)] }, source, 40)[1]).toBe("t.json:2:16");
  });
});
