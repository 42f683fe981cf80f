import { describe, expect, it } from "vitest";
import { matchesODataFilter, ODataSyntaxError, parseODataFilter } from "./odata-filter.ts";

const subject = {
  property: (path: string): unknown =>
    ({
      resourceType: "Microsoft.Network/virtualNetworks",
      name: "vnet1",
      count: 3,
      at: "2026-01-01T00:00:00.000Z",
      names: ["A", "b"],
    })[path],
  call: (name: string, values: readonly unknown[]) => (name === "atscope" ? values.length === 0 : undefined),
};

describe("$filter", () => {
  it.each([
    ["resourceType eq Microsoft.Network and name eq 'vnet1'", false],
    ["resourceType eq 'microsoft.network/VIRTUALNETWORKS'", true],
    ["resourceType eq 'Microsoft.Network/virtualNetworks' and name eq 'vnet2'", false],
    ["resourceType ne 'x' or name eq 'vnet2'", true],
    ["(name eq 'a' or name eq 'vnet1') and count ge 3", true],
    ["not (name eq 'vnet1')", false],
    ["names/any(c:c eq 'a')", true],
    ["names/any(c:c eq 'z')", false],
    ["startswith(name,'VNET')", true],
    ["substringof('net', name) eq true", true],
    ["atScope()", true],
    ["absent eq null", true],
    ["name eq 'it''s'", false],
    ["at ge '2026-01-01T00:00:00Z'", true],
    ["at lt 2026-01-01T00:00:00.001Z", true],
    ["at gt '2026-01-01'", false],
  ])("%s -> %s", (text, expected) => {
    expect(matchesODataFilter(parseODataFilter(text), subject)).toBe(expected);
  });

  it.each(["name eq", "name 'x'", "(name eq 'x'", "name eq 'x", "name eq 'x' and", ")", "names/any(c:d eq 'x')"])(
    "refuses %s",
    (text) => {
      expect(() => parseODataFilter(text)).toThrow(ODataSyntaxError);
    },
  );

  it("refuses unknown functions and endless nesting", () => {
    expect(() => matchesODataFilter(parseODataFilter("what(1)"), subject)).toThrow(ODataSyntaxError);
    expect(() => parseODataFilter("(".repeat(5000))).toThrow(ODataSyntaxError);
  });
});
