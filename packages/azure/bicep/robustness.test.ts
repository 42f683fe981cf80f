import { describe, expect, it } from "vitest";
import { compileBicep, createMemoryHost } from "./index.ts";

const count = 10_000;
const many = (write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join("");

function compile(text: string) {
  return compileBicep("/main.bicep", createMemoryHost({ "/main.bicep": text }));
}

describe("texts that are nested 10,000 levels deep", () => {
  it.each([
    ["arrays", `var x = ${"[".repeat(count)}${"]".repeat(count)}`],
    ["objects", `var x = ${"{a:".repeat(count)}1${"}".repeat(count)}`],
    ["parentheses", `var x = ${"(".repeat(count)}1${")".repeat(count)}`],
    ["open brackets", `var x = ${"[".repeat(count)}`],
    ["calls", `var x = ${"string(".repeat(count)}1${")".repeat(count)}`],
    ["signs", `var x = ${"!".repeat(count)}true`],
    ["interpolations", `var x = ${"'${".repeat(count)}1${"}'".repeat(count)}`],
    ["types", `type x = ${"{ a: ".repeat(count)}string${" }".repeat(count)}`],
    ["array types", `type x = ${"(".repeat(count)}string${")[]".repeat(count)}`],
    ["sums", `var x = 1${" + 1".repeat(count)}`],
    ["questions", `var x = ${"true ? 1 : ".repeat(count)}1`],
    ["lambdas", `var x = map([1], ${"a => map([1], ".repeat(count)}b => 1${")".repeat(count)})`],
    ["accesses", `param p object\noutput x string = p${".a".repeat(count)}`],
    ["loops", `var x = ${"[for a in b: ".repeat(count)}1${"]".repeat(count)}`],
  ])("%s", (_, text) => {
    const [template, diagnostics] = compile(text);
    expect(template !== undefined || diagnostics.length > 0).toBe(true);
  });
});

describe("chains of 10,000 declarations", () => {
  it.each([
    ["variables", `${many((index) => (index === 0 ? "var v0 = 1\n" : `var v${index} = v${index - 1}\n`))}`],
    ["variables backwards", `${many((index) => `var v${index} = v${index + 1}\n`)}var v${count} = 1\n`],
    ["a cycle", many((index) => `var v${index} = v${(index + 1) % count}\n`)],
    ["types backwards", `${many((index) => `type t${index} = t${index + 1}[]\n`)}type t${count} = string\n`],
    ["types in a cycle", many((index) => `type t${index} = { a: t${(index + 1) % count}? }\n`)],
    [
      "functions backwards",
      `${many((index) => `func f${index}() int => f${index + 1}()\n`)}func f${count}() int => 1\n`,
    ],
    [
      "inlined variables",
      `${many((index) => `var v${index} = v${index + 1}\n`)}var v${count} = deployment().name\noutput o string = v0\n`,
    ],
    ["scopes", many((index) => `resource r${index} 'A.B/c@2020-01-01' = {\n  name: 'n'\n  scope: r${index + 1}\n}\n`)],
    [
      "parents",
      many((index) => `resource r${index} 'A.B/c@2020-01-01' = {\n  name: 'n'\n  parent: r${index + 1}\n}\n`),
    ],
  ])("%s", (_, text) => {
    const [template, diagnostics] = compile(text);
    expect(template !== undefined || diagnostics.length > 0).toBe(true);
  });
});

describe("things that name themselves", () => {
  const resource = (name: string, type: string, rest: string): string =>
    `resource ${name} '${type}' = {\n  name: '${name}'\n  ${rest}\n}\n`;
  const group = "Microsoft.Resources/resourceGroups@2024-03-01";
  const lock = "Microsoft.Authorization/locks@2020-05-01";

  it.each([
    ["a group as its own scope", `targetScope = 'subscription'\n${resource("a", group, "scope: a")}`],
    ["groups in a circle", `${resource("a", group, "scope: b")}${resource("b", group, "scope: a")}`],
    ["a resource as its own scope", resource("a", lock, "scope: a")],
    ["resources in a circle", `${resource("a", lock, "scope: b")}${resource("b", lock, "scope: a")}`],
    ["a resource as its own parent", resource("a", lock, "parent: a")],
    ["a type in a union of its own kind", "type a = { b: a }\ntype c = a | 'x'\nparam p c"],
    ["a tuple of itself in a union", "type a = [a, int]\ntype c = a | 'x'\nparam p c"],
    ["a module as its own scope", `module a 'b.bicep' = {\n  scope: a\n}\n`],
  ])("%s", (_, text) => {
    const [template, diagnostics] = compile(text);
    expect(template).toBeUndefined();
    expect(diagnostics.some(({ level }) => level === "error")).toBe(true);
  });
});

describe("texts of many like parts", () => {
  const storage = (index: number, name: string): string =>
    `resource r${index} 'Microsoft.Storage/storageAccounts@2023-05-01' = {\n  name: ${name}\n}\n`;
  const several = (write: (index: number) => string): string =>
    Array.from({ length: 2000 }, (_, index) => write(index)).join("");
  const doubled = (start: string): string =>
    `${start}${Array.from({ length: 40 }, (_, index) => `var v${index + 1} = '\${v${index}}\${v${index}}'\n`).join("")}`;

  it.each([
    ["names that double from one to the next", `${doubled("var v0 = 'a'\n")}${storage(0, "v40")}`],
    ["names that change and double", `${doubled("param v0 string = newGuid()\n")}${storage(0, "v40")}`],
    [
      "arrays that double from one to the next",
      `type t0 = int\nvar v0 = 1\n${Array.from({ length: 40 }, (_, k) => `type t${k + 1} = t${k}[]\nvar v${k + 1} = [v${k}, v${k}]\n`).join("")}output o t40 = v40`,
    ],
    [
      "tuples that double from one to the next",
      `type t0 = ['x']\n${Array.from({ length: 40 }, (_, k) => `type t${k + 1} = [t${k}, t${k}]\n`).join("")}param p t40\noutput o t39 = p`,
    ],
    ["properties of one object", `var x = {\n${many((index) => `  p${index}: ${index}\n`)}}\noutput o object = x`],
    ["properties of one name", `var x = {\n${many(() => "  p: 1\n")}}\noutput o object = x`],
    ["decorators of one declaration", `${many(() => "@description('a')\n")}param x string`],
    ["pragmas", many((index) => `#disable-next-line no-unused-vars\nvar v${index} = 1\n`)],
    ["resources of one name", several((index) => storage(index, "'a'"))],
    ["names that look like children's", several((index) => storage(index, `'a${index}/b'`))],
    ["holes", `param p string\nvar x = '${many(() => "${p}")}'`],
    ["declarations of one name", many(() => "var v = 1\n")],
  ])("%s", (_, text) => {
    const [template, diagnostics] = compile(text);
    expect(template !== undefined || diagnostics.length > 0).toBe(true);
  });

  it("lines and holes beyond what one call can take as arguments", () => {
    const lines = "  a\n".repeat(130_000);
    const [template] = compile(
      `@description('''\n${lines}''')\nparam p string\noutput x string = '${"${p}".repeat(130_000)}'`,
    );
    expect(template).toBeDefined();
  });
});
