import type { Json } from "@byocni/base/core";
import { describe, expect, it } from "vitest";
import { inlineLinks } from "./linked-templates.ts";

const linkTo = (relativePath: string, more: object = {}): Json =>
  ({
    type: "Microsoft.Resources/deployments",
    name: "linked",
    properties: { mode: "Incremental", templateLink: { relativePath }, ...more },
  }) as unknown as Json;

const inline = (template: Json, files: Readonly<Record<string, Json>> = {}): Json | undefined =>
  inlineLinks(template, "folder/main.json", (path) => files[path] ?? { missing: path });

describe("inlineLinks", () => {
  it("leaves a template without links alone", () => {
    expect(inline({ resources: [{ type: "a/b" }] })).toBeUndefined();
  });

  it("puts linked templates in their places, each relative to the one that names it", () => {
    const result = inline(
      { resources: [linkTo("sub/child.json", { parametersLink: { relativePath: "values.json" } })] },
      {
        "folder/sub/child.json": { resources: { one: linkTo("leaf.json") } },
        "folder/sub/leaf.json": { outputs: {} },
        "folder/values.json": { parameters: { a: { value: 1 } } },
      },
    );
    expect(result).toMatchObject({
      resources: [
        {
          properties: {
            mode: "Incremental",
            parameters: { a: { value: 1 } },
            expressionEvaluationOptions: { scope: "inner" },
            template: { resources: { one: { properties: { template: { outputs: {} } } } } },
          },
        },
      ],
    });
    expect(JSON.stringify(result)).not.toContain("Link");
  });

  it.each([
    ["an address", linkTo("x", { templateLink: { uri: "https://example.org/t.json" } })],
    ["an expression", linkTo("[parameters('path')]")],
  ])("leaves %s to Resource Manager", (_what, resource) => {
    expect(inline({ resources: [resource] })).toBeUndefined();
  });

  it.each([["../outside.json"], ["/etc/passwd"], ["sub/../../outside.json"]])("refuses %s", (path) => {
    expect(() => inline({ resources: [linkTo(path)] })).toThrow("is outside of the folder of folder/main.json");
  });

  it("refuses a circle", () => {
    const circle = { resources: [linkTo("main.json")] };
    expect(() => inline(circle, { "folder/main.json": circle })).toThrow("leads around in a circle");
  });
});
