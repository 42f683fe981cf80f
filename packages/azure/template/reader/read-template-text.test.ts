import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json } from "@byocni/base/core";
import { TemplateError } from "../errors/template-error.ts";
import { formatPath } from "./json-path.ts";
import { readLenient } from "./lenient-reader.ts";
import type { PathStep } from "./positions.ts";
import { readTemplateText } from "./read-template-text.ts";

function failure(text: string, options = {}): TemplateError {
  try {
    readTemplateText(text, options);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error("the text was read");
}

/** All paths of a value with what is there. */
function* paths(value: Json, path: PathStep[] = []): Generator<[PathStep[], Json]> {
  yield [path, value];
  if (Array.isArray(value)) {
    for (const [index, item] of (value as Json[]).entries()) yield* paths(item, [...path, index]);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* paths(item ?? null, [...path, name]);
  }
}

describe("reading templates", () => {
  it("reads strict JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(readTemplateText(text).value).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it("reads strict JSON the same way without JSON.parse", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom("", "  ", "\t"), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(readLenient(spaced, Infinity).value).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it("knows where every value stands", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const text = JSON.stringify(JSON.parse(json), null, 2);
        const { value, positions } = readTemplateText(text);
        for (const [path, item] of paths(value)) {
          const position = positions.at(path);
          const shown = text.slice(position?.offset, position?.end);
          if (typeof item === "object" && item !== null) expect(shown).toBe(Array.isArray(item) ? "[" : "{");
          else expect(JSON.parse(shown)).toEqual(item);
          expect(positions.under(path.slice(0, 1)).at(path.slice(1))).toEqual(position);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each<[name: string, text: string, value: Json]>([
    ["comments", '{/* a */ "a": 1, // b\n "b" /* c */ : /* d */ 2 }// e', { a: 1, b: 2 }],
    ["names without quotes", "{template:{a_1:1,$b:2}}", { template: { a_1: 1, $b: 2 } }],
    ["single quotes", `{'a':'it''s'}`.replace("''", "\\'"), { a: "it's" }],
    ["trailing commas", '{"a":[1,2,],}', { a: [1, 2] }],
    ["strings over lines", '{"a":"x\ny"}', { a: "x\ny" }],
    ["the last of equal names", "{'a':1,a:2}", { a: 2 }],
    ["a byte order mark", "\uFEFF{a:1}", { a: 1 }],
    ["hexadecimal and octal numbers", "[0x1F, -0x10, 017, .5, 1., 1e3]", [31, -16, 15, 0.5, 1, 1000]],
    ["undefined and numbers that are none", "[undefined, NaN, Infinity, -Infinity]", [null, null, null, null]],
    ["an empty place between commas", "[1,,2]", [1, null, 2]],
    ["escapes", "['\\u0041\\b\\/\\\\\\n']", ["A\b/\\\n"]],
    ["a member called __proto__", '{__proto__:{"a":1}}', JSON.parse('{"__proto__":{"a":1}}') as Json],
    ["a scalar alone", "'x'", "x"],
  ])("tolerates %s", (_name, text, value) => {
    expect(readTemplateText(text).value).toEqual(value);
  });

  it("reads a deployment request as az sends it", () => {
    const text =
      '{"properties": {"parameters": {}, "mode": "Incremental", template:{\n // a comment\n "resources":[]\n}\n}}';
    const { value, positions } = readTemplateText(text);
    expect(value).toEqual({ properties: { parameters: {}, mode: "Incremental", template: { resources: [] } } });
    const template = positions.under(["properties", "template"]);
    expect(template.at(["resources"])).toMatchObject({ line: 3, column: 14, lineNumber: 3, linePosition: 14 });
    expect(template.base).toEqual(["properties", "template"]);
  });

  it("reports positions as Resource Manager does: the end of a name's colon, the end of a scalar", () => {
    const { positions } = readTemplateText('{\n  "$schema": "x",\n  "contentVersion": "1",\n  "parameters2": {}\n}');
    // microsoft/vscode-azurearmtools linkedTemplates.test.ts: "Path 'parameters2', line 4, position 18"
    expect(positions.nameAt(["parameters2"])).toMatchObject({ lineNumber: 4, linePosition: 16 });
    expect(positions.at(["$schema"])).toMatchObject({ line: 2, column: 14, linePosition: 16 });
    expect(positions.at(["nothing"])).toBeUndefined();
    expect(positions.nameAt([])).toBeUndefined();
  });

  it.each<[text: string, message: string]>([
    ["", "Error reading JToken from JsonReader. Path '', line 0, position 0."],
    ["<a>", "Unexpected character encountered while parsing value: <. Path '', line 0, position 0."],
    [
      '{"a":{"b":[1 2]}}',
      "After parsing a value an unexpected character was encountered: 2. Path 'a.b[0]', line 1, position 13.",
    ],
    [
      '{"a":1 "b":2}',
      "After parsing a value an unexpected character was encountered: \". Path 'a', line 1, position 7.",
    ],
    ['{"a":"x', "Unterminated string. Expected delimiter: \". Path 'a', line 1, position 7."],
    ['{"a":"\\x"}', "Bad JSON escape sequence: \\x. Path 'a', line 1, position 7."],
    ['{"a"', "Unexpected end of content while loading JObject. Path 'a', line 1, position 4."],
    ['{"a":[', "Unexpected end of content while loading JArray. Path 'a', line 1, position 6."],
    [
      '{"a" 1}',
      "Invalid character after parsing property name. Expected ':' but got: 1. Path 'a', line 1, position 5.",
    ],
    ["{,}", "Invalid property identifier character: ,. Path '', line 1, position 1."],
    ["{a-b:1}", "Invalid JavaScript property identifier character: -. Path '', line 1, position 2."],
    ["{a:1]", "After parsing a value"],
    [
      '{"a.b":{"c":tru}}',
      "Unexpected character encountered while parsing value: t. Path '['a.b'].c', line 1, position 12.",
    ],
    ["{} x", "Additional text encountered after finished reading JSON content: x. Path '', line 1, position 3."],
    ["{a:/x}", "Error parsing comment. Expected: *, got x. Path 'a', line 1, position 4."],
    ["{a:1/*", "Unexpected end while parsing comment. Path 'a', line 1, position 6."],
    ["[1.2.3]", "Input string '1.2.3' is not a valid number. Path '', line 1, position 6."],
  ])("refuses %s", (text, message) => {
    const error = failure(text);
    expect(error.code).toBe("InvalidTemplate");
    if (message.endsWith(".")) expect(error.message).toBe(`Deployment template parse failed: '${message}'.`);
    else if (text === "{a:1]")
      expect(error.message).toContain("JsonToken EndArray is not valid for closing JsonType Object.");
    expect(error.additionalInfo[0]?.type).toBe("TemplateViolation");
  });

  it.each([
    ["strict", "[".repeat(10_000) + "]".repeat(10_000)],
    ["open", '{"a":'.repeat(10_000)],
    ["lenient", "{a:".repeat(10_000)],
  ])("refuses 10,000 levels, %s", (_name, text) => {
    expect(failure(text).message).toContain("The reader's MaxDepth of 512 has been exceeded.");
  });

  it("reads what is as deep as it may be", () => {
    const text = "[".repeat(512) + "]".repeat(512);
    expect(readTemplateText(text).value).toHaveLength(1);
  });

  it("refuses more than 4 MiB, counted in bytes", () => {
    // MicrosoftDocs/azure-docs common-deployment-errors.md.
    expect(failure(JSON.stringify("x".repeat(4 * 1024 * 1024)))).toMatchObject({
      code: "RequestContentTooLarge",
      message: "The request content size exceeds the maximum size of 4 MB.",
    });
    expect(failure(JSON.stringify("\u20ac".repeat(1_400_000))).code).toBe("RequestContentTooLarge");
    expect(readTemplateText(JSON.stringify("\u20ac".repeat(1_300_000))).value).toHaveLength(1_300_000);
  });

  it("writes paths as the reader does", () => {
    expect(formatPath(["resources", 3, "a b", "c"])).toBe("resources[3]['a b'].c");
    expect(formatPath([])).toBe("");
  });
});
