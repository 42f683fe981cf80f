import { describe, expect, it } from "vitest";
import { assignment } from "./shells.ts";

describe("assignment", () => {
  const value = String.raw`it's \here $HOME`;
  it.each([
    ["posix", String.raw`export A='it'\''s \here $HOME'`],
    ["fish", String.raw`set -gx A 'it\'s \\here $HOME'`],
    ["powershell", String.raw`$env:A = 'it''s \here $HOME'`],
  ])("in %s nothing of the value is expanded", (shell, line) => {
    expect(assignment(shell, "A", value)).toBe(line);
  });
});
