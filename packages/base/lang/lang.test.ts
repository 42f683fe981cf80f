import { describe, expect, it } from "vitest";
import {
  codeFrame,
  createDiagnosticCollector,
  createSourceText,
  diagnosticTemplate,
  formatDiagnostic,
  sortDiagnostics,
  suggestName,
  toSarif,
} from "./index.ts";

const expected = diagnosticTemplate("T001", "error", (what: string) => `Expected ${what}.`, "https://help/T001");
const note = diagnosticTemplate("T002", "warning", () => "Note.");

describe("source text", () => {
  it.each([
    ["LF", "ab\ncd", 4, { line: 1, character: 1 }],
    ["CRLF", "ab\r\ncd", 4, { line: 1, character: 0 }],
    ["CR", "ab\rcd", 3, { line: 1, character: 0 }],
    ["between CR and LF", "ab\r\ncd", 3, { line: 0, character: 3 }],
    ["past the end", "ab\n", 99, { line: 1, character: 0 }],
    ["negative", "ab", -5, { line: 0, character: 0 }],
  ])("finds the place of an offset: %s", (_, text, offset, place) => {
    expect(createSourceText("f", text).positionAt(offset)).toEqual(place);
  });

  it("round-trips offsets and places", () => {
    const source = createSourceText("f", "a\r\nbc\n\nd");
    for (const offset of [0, 1, 3, 4, 5, 6, 7, 8]) {
      expect(source.offsetAt(source.positionAt(offset))).toBe(offset);
    }
    expect(source.offsetAt({ line: 1, character: 99 })).toBe(5);
    expect([0, 1, 2, 3, 4].map((line) => source.lineText(line))).toEqual(["a", "bc", "", "d", ""]);
    expect(source.lineCount).toBe(4);
  });

  it.each([
    ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    ["UTF-8", [0xc3, 0xa9]],
    ["UTF-16 LE", [0xff, 0xfe, 0xe9, 0x00]],
    ["UTF-16 BE", [0xfe, 0xff, 0x00, 0xe9]],
  ])("decodes %s", (_, bytes) => {
    expect(createSourceText("f", new Uint8Array(bytes)).text).toBe("é");
  });
});

describe("diagnostics", () => {
  const source = createSourceText("dir/main.bicep", "one\n\ttwo three\n");
  const collect = () => {
    const collector = createDiagnosticCollector();
    collector.report(source, { start: 9, end: 14 }, expected, "a newline");
    collector.report(source, { start: 0, end: 3 }, note);
    collector.report(source, { start: 0, end: 3 }, { ...note, level: "off" });
    return collector;
  };

  it("prints the official form", () => {
    expect(sortDiagnostics(collect().diagnostics).map(formatDiagnostic)).toEqual([
      "dir/main.bicep(1,1) : Warning T002: Note.",
      "dir/main.bicep(2,6) : Error T001: Expected a newline. [https://help/T001]",
    ]);
    expect(collect().hasErrors).toBe(true);
  });

  it("draws the source with carets", () => {
    const [first] = collect().diagnostics;
    expect(first && codeFrame(first)).toBe("2 | \ttwo three\n  | \t    ^^^^^");
  });

  it("shows of a long line what is around the span", () => {
    const frame = (text: string, span: { start: number; end: number }): readonly string[] =>
      codeFrame({ code: "", level: "error", message: "", source: createSourceText("t", text), span }).split("\n");
    const long = `${"a".repeat(500)}BCD${"e".repeat(500)}`;
    expect(frame(long, { start: 500, end: 503 })).toEqual([
      `1 | …${"a".repeat(40)}BCD${"e".repeat(117)}…`,
      `  | ${" ".repeat(41)}^^^`,
    ]);
    expect(frame(long, { start: 0, end: 1000 })).toEqual([`1 | ${"a".repeat(160)}…`, `  | ${"^".repeat(160)}`]);
    expect(frame(long, { start: 1003, end: 1003 })).toEqual([`1 | …${"e".repeat(160)}`, `  | ${" ".repeat(161)}^`]);
  });

  it("makes a SARIF log", () => {
    expect(toSarif({ name: "byocni", version: "1" }, collect().diagnostics)).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { rules: [{ id: "T001", helpUri: "https://help/T001" }, { id: "T002" }] } },
          results: [{ ruleId: "T001", level: "error" }, { level: "warning" }],
        },
      ],
    });
  });

  it("has every member that SARIF requires, and a place that is a reference", () => {
    const source = createSourceText("/a b/c#d.bicep", "x");
    const log = toSarif({ name: "byocni", version: "1" }, [
      { code: "T", level: "info", message: "m", source, span: { start: 0, end: 1 } },
    ]);
    expect(log).toEqual({
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "byocni", version: "1", rules: [{ id: "T" }] } },
          columnKind: "utf16CodeUnits",
          results: [
            {
              ruleId: "T",
              level: "note",
              message: { text: "m" },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "/a%20b/c%23d.bicep" },
                    region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2, charOffset: 0, charLength: 1 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});

describe("suggestions", () => {
  it.each([
    ["locaton", ["name", "location"], "location"],
    ["LOCATION", ["location"], "location"],
    ["xy", ["location"], undefined],
    ["ab", ["cd"], undefined],
    ["aac", ["aab", "aaa"], "aaa"],
    ["place", ["place"], undefined],
    ["place", ["place", "places"], "places"],
    ["place", ["Place"], "Place"],
  ])("%s of %j is %s", (name, candidates, found) => {
    expect(suggestName(name, candidates)).toBe(found);
  });
});
