import { describe, expect, it } from "vitest";
import { findGoSyntaxError } from "./go-json-scanner.ts";

const check = (text: string): string => {
  const error = findGoSyntaxError(new TextEncoder().encode(text));
  return error ? `${error.message} @${error.offset}` : "ok";
};

describe("the JSON scanner with Go's words", () => {
  it.each([
    ["{}", "ok"],
    [' [1, -0.5e+3, "a\\u00ff\\n", true, false, null, {"a":{}}] \n', "ok"],
    ["12", "ok"],
    ["", "unexpected end of JSON input @0"],
    ["  \n", "unexpected end of JSON input @3"],
    ['{"name": "x"', "unexpected end of JSON input @12"],
    ['{"a": 1,}', "invalid character '}' looking for beginning of object key string @9"],
    ["{not json", "invalid character 'n' looking for beginning of object key string @2"],
    ["// c\n{}", "invalid character '/' looking for beginning of value @1"],
    ["{'a': 1}", "invalid character '\\'' looking for beginning of object key string @2"],
    ["[1,]", "invalid character ']' looking for beginning of value @4"],
    ["[1 2]", "invalid character '2' after array element @4"],
    ['{"a" 1}', "invalid character '1' after object key @6"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair @8"],
    ["{} x", "invalid character 'x' after top-level value @4"],
    ['"a\nb"', "invalid character '\\n' in string literal @3"],
    ['"\\x"', "invalid character 'x' in string escape code @3"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape @6"],
    ["-a", "invalid character 'a' in numeric literal @2"],
    ["-", "invalid character ' ' in numeric literal @1"],
    ["1.x", "invalid character 'x' after decimal point in numeric literal @3"],
    ["1ex", "invalid character 'x' in exponent of numeric literal @3"],
    ["01", "invalid character '1' after top-level value @2"],
    ["trux", "invalid character 'x' in literal true (expecting 'e') @4"],
    ["nil", "invalid character 'i' in literal null (expecting 'u') @2"],
    ["tr", "invalid character ' ' in literal true (expecting 'u') @2"],
    ["\uFEFF{}", "invalid character 'ï' looking for beginning of value @1"],
    ["\u00a0{}", "invalid character 'Â' looking for beginning of value @1"],
    ["\u007fELF", "invalid character '\\x7f' looking for beginning of value @1"],
  ])("%j: %s", (text, expected) => {
    expect(check(text)).toBe(expected);
  });

  it("refuses nesting over 10,000 levels", () => {
    expect(check("[".repeat(10_000) + "]".repeat(10_000))).toBe("ok");
    expect(check("[".repeat(10_001))).toBe("exceeded max depth @10001");
  });
});
