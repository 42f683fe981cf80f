import { describe, expect, it } from "vitest";
import { parseBicepArguments } from "./arguments.ts";
import { patternExpression } from "./files.ts";

describe("parseBicepArguments", () => {
  it("reads flags without regard to case", () => {
    expect(parseBicepArguments("build", ["--StdOut", "main.bicep", "--no-restore"])).toEqual({
      inputFile: "main.bicep",
      stdout: true,
      diagnosticsFormat: "default",
      outputFormat: "json",
      includeParams: "requiredOnly",
      formatting: {},
    });
    expect(parseBicepArguments("lint", ["main.bicep", "--diagnostics-format", "SARIF"])).toMatchObject({
      diagnosticsFormat: "sarif",
    });
  });

  it("reads how files are formatted, in earlier spellings too", () => {
    const args = [
      "a.bicep",
      "--newline",
      "crlf",
      "--indentKind",
      "tab",
      "--indent-size",
      "4",
      "--insertFinalNewline",
      "false",
    ];
    expect(parseBicepArguments("format", args).formatting).toEqual({
      newlineKind: "CRLF",
      indentKind: "Tab",
      indentSize: 4,
      insertFinalNewline: false,
    });
  });

  it("reads what parameters are generated", () => {
    expect(
      parseBicepArguments("generate-params", ["a.bicep", "--output-format", "BicepParam", "--include-params", "ALL"]),
    ).toMatchObject({ outputFormat: "bicepparam", includeParams: "all" });
  });

  // Azure/bicep, src/Bicep.Cli/Arguments.
  it.each([
    ["build", [], "Either the input file path or the --pattern parameter must be specified"],
    ["build", ["a.bicep", "b.bicep"], "The input file path cannot be specified multiple times"],
    ["build", ["--foo"], 'Unrecognized parameter "--foo"'],
    ["lint", ["a.bicep", "--stdout"], 'Unrecognized parameter "--stdout"'],
    ["build", ["a.bicep", "--outdir"], "The --outdir parameter expects an argument"],
    ["build", ["a", "--outfile", "x", "--outfile", "y"], "The --outfile parameter cannot be specified twice"],
    ["build", ["a", "--stdout", "--outdir", "x"], "The --outdir and --stdout parameters cannot both be used"],
    ["build", ["a", "--stdout", "--outfile", "x"], "The --outfile and --stdout parameters cannot both be used"],
    ["build", ["a", "--outdir", "x", "--outfile", "y"], "The --outdir and --outfile parameters cannot both be used"],
    ["build", ["--pattern", "*", "a"], "The input file path and the --pattern parameter cannot both be specified"],
    ["build", ["--pattern", "*", "--stdout"], "The --stdout parameter cannot be used with the --pattern parameter"],
    [
      "build-params",
      ["--pattern", "*", "--bicep-file", "a"],
      "The --bicep-file parameter cannot be used with the --pattern parameter",
    ],
    ["generate-params", [], "The input file path was not specified"],
    ["generate-params", ["a", "--output-format", "xml"], "Unrecognized value xml for parameter --output-format"],
    [
      "format",
      ["--pattern", "*", "--outdir", "x"],
      "The --outdir parameter cannot be used with the --pattern parameter",
    ],
    ["format", ["a", "--no-restore"], 'Unrecognized parameter "--no-restore"'],
    ["format", ["a", "--indent-size", "x"], "The --indent-size parameter only accepts integer values"],
    ["restore", [], "Either the input file path or the --pattern parameter must be specified"],
    ["build", ["a", "--diagnostics-format", "xml"], "Unrecognized diagnostics format xml"],
  ] as const)("bicep %s %j is refused in the CLI's words", (command, args, message) => {
    expect(() => parseBicepArguments(command, args)).toThrow(message);
  });
});

describe("patternExpression", () => {
  it.each([
    ["*.bicep", "main.bicep", true],
    ["*.bicep", "sub/main.bicep", false],
    ["**/*.bicep", "main.bicep", true],
    ["**/*.bicep", "a/b/MAIN.bicep", true],
    ["a*/**/x.bicep", "ab/c/x.bicep", true],
    ["**", "a/b.txt", true],
    ["m+(a).bicep", "m+(a).bicep", true],
    ["m.icep", "mxicep", false],
  ])("%s on %s: %s", (pattern, path, matches) => {
    expect(patternExpression(pattern).test(path)).toBe(matches);
  });
});
