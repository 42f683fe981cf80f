import { describe, expect, it } from "vitest";
import { isStatusError } from "../errors/status.ts";
import { exactFieldValue, parseFieldSelector } from "./field-selector.ts";
import { labelSelectorOf, labelSelectorOfMap } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (isStatusError(error, "BadRequest")) return error.message;
    throw error;
  }
  return "";
}

describe("label selectors", () => {
  it.each([
    ["", {}, true],
    ["app=web", { app: "web" }, true],
    ["app==web", { app: "web" }, true],
    ["app=web", {}, false],
    ["app!=web", {}, true],
    ["app!=web", { app: "web" }, false],
    ["app", { app: "" }, true],
    ["!app", { app: "" }, false],
    [" ! app ", {}, true],
    ["app in (a, b)", { app: "b" }, true],
    ["app notin (a,b)", { app: "b" }, false],
    ["app notin (a,b)", {}, true],
    ["app in ()", { app: "" }, true],
    ["app in (,)", { app: "" }, true],
    ["app in (a,,b)", { app: "" }, true],
    ["app=", { app: "" }, true],
    ["a=1,b", { a: "1" }, false],
    ["a=1,b", { a: "1", b: "2" }, true],
    ["n>5", { n: "10" }, true],
    ["n>5", { n: "x" }, false],
    ["n<5", { n: "4" }, true],
    ["in=x", { in: "x" }, true],
    ["a in (in,notin)", { a: "notin" }, true],
    ["constructor", {}, false],
    ["node-role.kubernetes.io/control-plane=", { "node-role.kubernetes.io/control-plane": "" }, true],
  ] as const)("%j on %j is %s", (text, labels, expected) => {
    expect(parseLabelSelector(text).matches(labels)).toBe(expected);
  });

  it.each([
    ["app=web,x in (b,a),!y,z", "app=web,x in (a,b),!y,z"],
    ["z=1,a=2", "a=2,z=1"],
    ["a==b", "a==b"],
  ])("%j is written %j", (text, expected) => {
    expect(parseLabelSelector(text).toString()).toBe(expected);
  });

  it.each([
    ["=", "found '=', expected: !, identifier, or 'end of string'"],
    [",", "found ',', expected: !, identifier, or 'end of string'"],
    ["a,", "found '', expected: identifier after ','"],
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a in", "unable to parse requirement: found '' expected: '('"],
    ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["a in (=)", "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ["a=b c", "found 'c', expected: ',' or 'end of string'"],
    ["!", "unable to parse requirement: found '', expected: identifier"],
    ["a=(", "unable to parse requirement: found '(', expected: identifier"],
    [
      "-a",
      "unable to parse requirement: <nil>: Invalid value: \"-a\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [
      "a=-b",
      "unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      "a>x",
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])("%j is refused", (text, message) => {
    expect(refusal(() => parseLabelSelector(text))).toBe(message);
  });

  it("reads the selector object: absent selects nothing, empty everything", () => {
    expect(labelSelectorOf(undefined).matches({ a: "b" })).toBe(false);
    expect(labelSelectorOf({}).matches({ a: "b" })).toBe(true);
    const selector = labelSelectorOf({
      matchLabels: { app: "web" },
      matchExpressions: [
        { key: "tier", operator: "NotIn", values: ["db"] },
        { key: "x", operator: "DoesNotExist" },
      ],
    });
    expect(selector.matches({ app: "web", tier: "ui" })).toBe(true);
    expect(selector.matches({ app: "web", tier: "db" })).toBe(false);
    expect(selector.toString()).toBe("app=web,tier notin (db),!x");
    expect(labelSelectorOfMap({}).matches({})).toBe(false);
    expect(labelSelectorOfMap({ a: "b" }).matches({ a: "b", c: "d" })).toBe(true);
  });
});

describe("field selectors", () => {
  const read = (field: string): string => ({ "metadata.name": "a", "spec.nodeName": "n,1" })[field] ?? "";
  it.each([
    ["", true],
    ["metadata.name=a", true],
    ["metadata.name==a", true],
    ["metadata.name!=a", false],
    ["spec.nodeName=n\\,1", true],
    ["metadata.name=a,status.phase!=Failed", true],
    ["status.phase=", true],
  ])("%j is %s", (text, expected) => {
    expect(parseFieldSelector(text).matches(read)).toBe(expected);
  });

  it.each([
    ["metadata.name", "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ["a=b=c", "invalid field selector: unescaped character in value: ="],
    ["a=\\x", "invalid field selector: invalid escape sequence: \\x"],
  ])("%j is refused", (text, message) => {
    expect(refusal(() => parseFieldSelector(text))).toBe(message);
  });

  it("gives the pinned value", () => {
    expect(exactFieldValue(parseFieldSelector("metadata.name=a"), "metadata.name")).toBe("a");
    expect(exactFieldValue(parseFieldSelector("metadata.name!=a"), "metadata.name")).toBeUndefined();
  });
});
