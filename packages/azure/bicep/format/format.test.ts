import { describe, expect, it } from "vitest";
import { createMemoryHost, formatBicep, formatFile } from "../index.ts";

const format = (text: string): string => formatBicep(text, "template");
const long = "aVeryLongNameThatTakesUpMostOfTheLine".repeat(2);

describe("formatBicep", () => {
  it.each([
    ["blanks", "param   a string='x'", "param a string = 'x'\n"],
    ["empty lines", "\n\nvar a = 1\n\n\n\nvar b = 2\nvar c = 3\n\n", "var a = 1\n\nvar b = 2\nvar c = 3\n"],
    ["an object on one line", "var a={b:1,c:2}", "var a = { b: 1, c: 2 }\n"],
    ["an object that was broken", "var a={\nb:1,c:2}", "var a = {\n  b: 1\n  c: 2\n}\n"],
    ["empty brackets", "var a={\n}\nvar b=[ ]", "var a = {}\nvar b = []\n"],
    ["a broken array", "var a=[\n1\n  2 ]", "var a = [\n  1\n  2\n]\n"],
    ["an array that is too long", `var a = ['${long}', '${long}']`, `var a = [\n  '${long}'\n  '${long}'\n]\n`],
    ["a call that is too long", `var a = f('${long}', '${long}')`, `var a = f(\n  '${long}',\n  '${long}'\n)\n`],
    ["the last argument", "var a = f(1,{\nb:1\n})", "var a = f(1, {\n  b: 1\n})\n"],
    ["accesses", "var a = b . c [ 0 ] . ?d !", "var a = b.c[0].?d!\n"],
    ["a choice", `var a = b ? '${long}' : '${long}'`, `var a = b\n  ? '${long}'\n  : '${long}'\n`],
    ["a short choice", "var a = b\n? 1\n: 2", "var a = b ? 1 : 2\n"],
    ["a loop", "var a = [ for (x,i) in b : {\nc:x\n}]", "var a = [\n  for (x, i) in b: {\n    c: x\n  }\n]\n"],
    ["lambdas", "var a = map(b,x=>x+1)", "var a = map(b, x => x + 1)\n"],
    ["decorators", "@description('x')\n\n@secure()\nparam a string", "@description('x')\n@secure()\nparam a string\n"],
    [
      "comments",
      "var a = 1 // one\n/* b */\nvar b = [ // two\n1]",
      "var a = 1 // one\n/* b */\nvar b = [\n  // two\n  1\n]\n",
    ],
    ["pragmas", "#disable-next-line   a  b\nvar c = 1", "#disable-next-line a b\nvar c = 1\n"],
    ["unions", `type a = '${long}'|'${long}'`, `type a =\n  | '${long}'\n  | '${long}'\n`],
    ["types", "type a = {b:string?, *:int}", "type a = { b: string?, *: int }\n"],
    ["functions", "func f ( a string , b int ) string =>'x'", "func f(a string, b int) string => 'x'\n"],
    [
      "imports",
      "import {a,b as c} from 'x.bicep'\nimport * as d  from 'y.bicep'",
      "import { a, b as c } from 'x.bicep'\nimport * as d from 'y.bicep'\n",
    ],
    [
      "resources",
      "resource a 'b@c'={\nname:'x'\nresource d 'e'={\nname:'y'\n}\n}",
      "resource a 'b@c' = {\n  name: 'x'\n  resource d 'e' = {\n    name: 'y'\n  }\n}\n",
    ],
    ["conditions", "resource a 'b@c'=if(d){\nname:'x'\n}", "resource a 'b@c' = if (d) {\n  name: 'x'\n}\n"],
    ["strings", "var a = '${ b  }'\nvar c = '''\n  x\n'''", "var a = '${ b  }'\nvar c = '''\n  x\n'''\n"],
    ["a declaration with a fault", "var  a = \nvar  b = 1", "var  a =\nvar b = 1\n"],
  ])("%s", (_, text, expected) => {
    expect(format(text)).toBe(expected);
    expect(format(expected)).toBe(expected);
  });

  it("takes its measures from the options", () => {
    const text = "var a = {\nb: [1, 2]\n}";
    const options = { indentKind: "Tab", newlineKind: "CRLF", insertFinalNewline: false, width: 8 } as const;
    expect(formatBicep(text, "template", options)).toBe("var a = {\r\n\tb: [\r\n\t\t1\r\n\t\t2\r\n\t]\r\n}");
  });

  it("formats parameters files", () => {
    expect(formatBicep("using   'main.bicep'\nparam a={\nb:1\n}", "parameters")).toBe(
      "using 'main.bicep'\nparam a = {\n  b: 1\n}\n",
    );
  });

  it("reads bicepconfig.json, and lets options count more", () => {
    const config = JSON.stringify({ formatting: { indentSize: 4, insertFinalNewline: false } });
    const host = createMemoryHost({ "/a/main.bicep": "var a = {\nb: 1\n}", "/bicepconfig.json": config });
    expect(formatFile("/a/main.bicep", host)).toBe("var a = {\n    b: 1\n}");
    expect(formatFile("/a/main.bicep", host, { indentSize: 1 })).toBe("var a = {\n b: 1\n}");
    expect(formatFile("/none.bicep", host)).toBeUndefined();
  });
});
