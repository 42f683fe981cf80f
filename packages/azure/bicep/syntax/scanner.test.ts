import type { DiagnosticTemplate, Span } from "@byocni/base/lang";
import { describe, expect, it } from "vitest";
import { scan } from "./scanner.ts";

function tokens(text: string): readonly string[] {
  const { tokens: list } = scan(text, () => undefined);
  const found: string[] = [];
  for (let index = 0; index < list.count; index++) found.push(text.slice(list.starts[index], list.ends[index]));
  return found.filter((token) => token !== "");
}

describe("the scanner", () => {
  it.each([
    ["a.?b ?? c!", ["a", ".", "?", "b", "??", "c", "!"]],
    ["x=>y==z=~w", ["x", "=>", "y", "==", "z", "=~", "w"]],
    ["'a${b}c${d}e'", ["'a${", "b", "}c${", "d", "}e'"]],
    ["'${'${x}'}'", ["'${", "'${", "x", "}'", "}'"]],
    ["'''a'b''c'''", ["'''a'b''c'''"]],
    ["a // rest\nb /* more\n */ c", ["a", "\n", "b", "c"]],
    ["1 22 0x", ["1", "22", "0", "x"]],
    ["a\r\nb", ["a", "\r\n", "b"]],
    ["{ ...x }", ["{", "...", "x", "}"]],
  ])("splits %j", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it.each([
    ["'open\n", "BCP004"],
    ["'open", "BCP003"],
    ["'''open", "BCP140"],
    ["/* open", "BCP002"],
    ["'\\q'", "BCP006"],
    ["~", "BCP001"],
    ["'\\u{110000}'", "BCP133"],
  ])("reports %j as %s", (text, code) => {
    const codes: string[] = [];
    const report = <Arguments extends readonly unknown[]>(
      _span: Span,
      row: DiagnosticTemplate<Arguments>,
      ..._args: Arguments
    ): void => {
      codes.push(row.code);
    };
    scan(text, report);
    expect(codes).toContain(code);
  });

  it("covers all that is neither blank nor comment", () => {
    const text = "param p string = 'a${1 + 2}' // note\nvar v = [1, 2]\n#disable-next-line x\nvar w = ~?";
    const covered = new Set<number>();
    const { tokens: list } = scan(text, () => undefined);
    for (let index = 0; index < list.count; index++) {
      for (let at = list.starts[index] ?? 0; at < (list.ends[index] ?? 0); at++) covered.add(at);
    }
    const bare = text.replace("// note", "       ").replace("#disable-next-line x", " ".repeat(20));
    const left = bare.split("").filter((one, at) => one.trim() !== "" && !covered.has(at));
    expect(left).toEqual([]);
  });
});
