import type { Command } from "../../command.ts";

export const bicepGenerateParams: Command = {
  path: "bicep generate-params",
  summary: "Make a parameters file to be filled in",
  arguments: [{ name: "[words...]", description: "the file and the options of the Bicep CLI" }],
  passThrough: true,
  options: [
    { flags: "--stdout", description: "write the file to stdout" },
    { flags: "--outfile <file>", description: "write it to this file (default: beside the input)" },
    { flags: "--outdir <folder>", description: "write it to this folder" },
    { flags: "--output-format <format>", description: "json or bicepparam" },
    { flags: "--include-params <which>", description: "requiredOnly or all" },
    { flags: "--no-restore", description: "taken and without effect: nothing is ever fetched" },
  ],
  exitCodes: { 0: "no errors", 1: "errors, or wrong usage" },
  async run({ args, env, output }) {
    const { runBicep } = await import("../../bicep/run.ts");
    return runBicep("generate-params", args, { env, output });
  },
};
