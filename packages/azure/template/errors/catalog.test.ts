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
