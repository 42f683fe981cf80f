import type { CommandOption } from "../../command.ts";

export const lintOptions: readonly CommandOption[] = [
  { flags: "--pattern <pattern>", description: "all files that match, instead of one" },
  { flags: "--diagnostics-format <format>", description: "default or sarif" },
  { flags: "--no-restore", description: "taken and without effect: nothing is ever fetched" },
];

export const bicepOptions: readonly CommandOption[] = [
  { flags: "--stdout", description: "write the JSON to stdout" },
  { flags: "--outfile <file>", description: "write it to this file (default: beside the input)" },
  { flags: "--outdir <folder>", description: "write it to this folder" },
  ...lintOptions,
];
