import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMemoryHost, generateParameters, type GenerateParametersOptions } from "../index.ts";

const source = `type point = { x: int, y: int }
param text string
@allowed([5, 10])
param count int
param flag bool = true
param place string = resourceGroup().location
param id string = newGuid()
param plain object
param at point
param written { a: string, b: { c: int } }
param list array = [1, newGuid()]
param names string[]
`;

const expected = (name: string): string =>
  readFileSync(new URL(`../testdata/generated-parameters/${name}`, import.meta.url), "utf8");

const generate = (options: Partial<GenerateParametersOptions>, text = source): string | undefined =>
  generateParameters("/main.bicep", createMemoryHost({ "/main.bicep": text }), {
    format: "json",
    include: "requiredOnly",
    ...options,
  });

describe("generateParameters", () => {
  it("writes JSON with what is required", () => {
    expect(JSON.parse(generate({}) ?? "")).toEqual({
      $schema: "https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#",
      contentVersion: "1.0.0.0",
      parameters: {
        text: { value: "" },
        count: { value: 0 },
        plain: { value: {} },
        at: { value: { x: 0, y: 0 } },
        written: { value: { a: "", b: "" } },
        names: {},
      },
    });
  });

  it("writes default values that are written out", () => {
    const { parameters } = JSON.parse(generate({ include: "all" }) ?? "") as { parameters: Record<string, unknown> };
    expect(parameters).toMatchObject({ flag: { value: true }, place: { value: "" }, list: { value: [] } });
  });

  it("keeps the values of the file that is replaced, and drops what is no parameter any more", () => {
    const existing = JSON.stringify({
      contentVersion: "2.0.0.0",
      parameters: { text: { value: "mine" }, at: { value: { y: 7 } }, gone: { value: 1 } },
    });
    expect(JSON.parse(generate({ existing }) ?? "")).toMatchObject({
      contentVersion: "2.0.0.0",
      parameters: { text: { value: "mine" }, at: { value: { x: 0, y: 7 } } },
    });
    expect(generate({ existing })).not.toContain("gone");
    expect(generate({ existing: "no JSON" })).toBe(generate({}));
  });

  it("leaves the parameters out when there are none", () => {
    expect(generate({}, "param a string = 'x'")).toBe(
      '{\n  "$schema": "https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#",\n  "contentVersion": "1.0.0.0"\n}',
    );
  });

  it("writes a Bicep parameters file", () => {
    expect(generate({ format: "bicepparam", include: "all" })).toBe(expected("all.bicepparam"));
    expect(generate({ format: "bicepparam" }, "param a string = ''")).toBe("using './main.bicep'\n\n");
  });

  it("gives nothing for a file that is not there", () => {
    const host = createMemoryHost({});
    expect(generateParameters("/main.bicep", host, { format: "json", include: "all" })).toBeUndefined();
  });
});
