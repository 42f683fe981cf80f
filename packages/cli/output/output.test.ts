import { describe, expect, it } from "vitest";
import { createOutput } from "./output.ts";
import { formatTable } from "./table.ts";

function streams(isTTY = false) {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string) => written.push(text) } };
}

describe("createOutput", () => {
  it.each([
    ["a pipe", false, false, "x"],
    ["a terminal", true, false, "\u001b[31mx\u001b[39m"],
    ["a terminal with NO_COLOR", true, true, "x"],
  ])("colours for %s", (_what, isTTY, noColor, expected) => {
    const { stream } = streams(isTTY);
    expect(createOutput({ stdout: stream, stderr: stream, json: false, noColor }).red("x")).toBe(expected);
  });

  it("gives the result as JSON or in print, never both", () => {
    for (const json of [true, false]) {
      const { written, stream } = streams();
      const output = createOutput({ stdout: stream, stderr: streams().stream, json, noColor: false });
      output.result({ a: 1 }, () => output.line("printed"));
      expect(written.join("")).toBe(json ? '{\n  "a": 1\n}\n' : "printed\n");
    }
  });
});

describe("formatTable", () => {
  it("lays columns out three spaces apart without trailing blanks", () => {
    expect(
      formatTable(
        ["NAME", "STATE"],
        [
          ["a-long-name", "Ready"],
          ["b", ""],
        ],
      ),
    ).toEqual(["NAME          STATE", "a-long-name   Ready", "b"]);
  });
});
