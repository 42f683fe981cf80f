import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { texts, wrappers } from "./catalog.ts";
import { TemplateError, textOf, validationError } from "./template-error.ts";

const module = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Sources of the module without tests and without the catalog itself. */
const sources = readdirSync(module, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("errors"))
  .map((path) => readFileSync(join(module, path), "utf8"))
  .join("\n");

const tests = readdirSync(module, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => readFileSync(join(module, path), "utf8"))
  .join("\n");

/** The fixed parts of a text, in pieces of some words, without the pointer at its end. */
function ownWords(text: (...values: unknown[]) => string): readonly string[] {
  const value = "\u0000";
  const shown = ((): string => {
    try {
      return text(value, value, value, value, value, value);
    } catch {
      return text([value]);
    }
  })();
  const parts = shown.replace(/Please see https:.*$/, "").split(value);
  return parts.flatMap((part) => {
    const words = part.trim();
    if (words.length < 12) return [];
    const length = Math.min(words.length, 24);
    return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length));
  });
}

describe("the error catalog", () => {
  it.each(Object.entries({ ...texts, ...wrappers }).map(([key, { source }]) => [key, source]))(
    "%s names its source: %s",
    (_key, source) => {
      expect(source).toMatch(/^(own\b|[\w.-]+\/[\w.-]+|Newtonsoft\.Json |arm-ttk#|the sentence)/);
    },
  );

  it("has no text that nothing can give", () => {
    const unused = Object.keys(texts).filter((key) => !sources.includes(`"${key}"`));
    expect(unused).toEqual([]);
  });

  // Values stand for themselves: what is left of a text when they are cut out must stand in some test.
  it("has no text without a case in the tests", () => {
    const untested = Object.entries({ ...texts, ...wrappers }).flatMap(([key, { text }]) =>
      ownWords(text as (...values: unknown[]) => string).some((words) => tests.includes(words)) ? [] : [key],
    );
    expect(untested).toEqual(["verbatim", "fail"]);
  });

  it("puts texts into the sentences of Resource Manager", () => {
    const error = validationError({ path: "properties.template.parameters.x" }, "parameterNotFound", "x");
    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({ code: "InvalidTemplate", text: "parameterNotFound" });
    expect(error.message).toBe(`Deployment template validation failed: '${textOf("parameterNotFound", "x")}'.`);
    // The recorded shape: microsoft/fabric-toolbox#398, radius-project/samples#532.
    expect(error.additionalInfo).toEqual([
      { type: "TemplateViolation", info: { lineNumber: 0, linePosition: 0, path: "properties.template.parameters.x" } },
    ]);
  });
});
