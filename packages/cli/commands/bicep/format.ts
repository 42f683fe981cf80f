import type { Command } from "../../command.ts";

export const bicepFormat: Command = {
  path: "bicep format",
  summary: "Lay out Bicep files anew",
  arguments: [{ name: "[words...]", description: "the file and the options of the Bicep CLI" }],
  passThrough: true,
  options: [
    { flags: "--stdout", description: "write the text to stdout" },
    { flags: "--outfile <file>", description: "write it to this file (default: the file itself)" },
    { flags: "--outdir <folder>", description: "write it to this folder" },
    { flags: "--pattern <pattern>", description: "all files that match, instead of one" },
    { flags: "--newline-kind <kind>", description: "LF, CRLF or CR" },
    { flags: "--indent-kind <kind>", description: "Space or Tab" },
    { flags: "--indent-size <number>", description: "blanks for each level" },
    { flags: "--insert-final-newline <bool>", description: "end the file with a line end" },
  ],
  exitCodes: { 0: "done", 1: "wrong usage" },
  async run({ args, env, output }) {
    const { runBicep } = await import("../../bicep/run.ts");
    return runBicep("format", args, { env, output });
  },
};
