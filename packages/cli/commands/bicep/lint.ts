import type { Command } from "../../command.ts";
import { lintOptions } from "./options.ts";

export const bicepLint: Command = {
  path: "bicep lint",
  summary: "Report what is wrong with a Bicep file",
  arguments: [{ name: "[words...]", description: "the file and the options of the Bicep CLI" }],
  passThrough: true,
  options: lintOptions,
  exitCodes: { 0: "no errors", 1: "errors, or wrong usage" },
  async run({ args, env, output }) {
    const { runBicep } = await import("../../bicep/run.ts");
    return runBicep("lint", args, { env, output });
  },
};
