import { describe, expect, it } from "vitest";
import { parseJsonText } from "./json-text.ts";

describe("JSON text", () => {
  // Texts of Go's encoding/json scanner.
  it.each([
    ["", "unexpected end of JSON input"],
    ["{", "unexpected end of JSON input"],
    ['{"a":1', "unexpected end of JSON input"],
    ['"abc', "unexpected end of JSON input"],
    ["abc", "invalid character 'a' looking for beginning of value"],
    ["{a:1}", "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ["[1 2]", "invalid character '2' after array element"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ["{} x", "invalid character 'x' after top-level value"],
    ["trux", "invalid character 'x' in literal true (expecting 'e')"],
    ["nul", "unexpected end of JSON input"],
    ["01", "invalid character '1' after top-level value"],
    ["1.x", "invalid character 'x' after decimal point in numeric literal"],
    ["1ex", "invalid character 'x' in exponent of numeric literal"],
    ["-", "unexpected end of JSON input"],
    ["-x", "invalid character 'x' in numeric literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['"\n"', "invalid character '\\n' in string literal"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
  ])("%j: %s", (text, problem) => {
    expect(parseJsonText(text, { duplicates: false })).toEqual({ ok: false, problem });
  });

  it.each([
    ["{}", []],
    ['{"a":1,"a":2}', ['duplicate field "a"']],
    ['{"a":1,"\\u0061":2}', ['duplicate field "a"']],
    ['{"spec":{"replicas":1,"replicas":2},"spec":{}}', ['duplicate field "spec.replicas"', 'duplicate field "spec"']],
    ['{"l":[{},{"x":[],"y":{"z":1},"x":[1]}]}', ['duplicate field "l[1].x"']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":{"b":1},"c":{"b":1}}', []],
  ])("%j has the duplicates %j", (text, duplicates) => {
    expect(parseJsonText(text, { duplicates: true })).toEqual({ ok: true, value: JSON.parse(text), duplicates });
  });

  it("refuses what is nested beyond reason, brackets in texts apart", () => {
    const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(parseJsonText(nested(1_000), { duplicates: true }).ok).toBe(true);
    expect(parseJsonText(nested(100_000), { duplicates: true })).toEqual({ ok: false, problem: "exceeded max depth" });
    expect(parseJsonText(JSON.stringify(`"\\${nested(5_000)}`), { duplicates: true }).ok).toBe(true);
  });
});
