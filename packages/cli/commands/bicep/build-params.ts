import type { Command } from "../../command.ts";
import { bicepOptions } from "./options.ts";

export const bicepBuildParams: Command = {
  path: "bicep build-params",
  summary: "Compile a Bicep parameters file to JSON",
  arguments: [{ name: "[words...]", description: "the file and the options of the Bicep CLI" }],
  passThrough: true,
  options: [
    ...bicepOptions,
    { flags: "--bicep-file <file>", description: "refuse a parameters file that is for another Bicep file" },
  ],
  exitCodes: { 0: "no errors", 1: "errors, or wrong usage" },
  async run({ args, env, output }) {
    const { runBicep } = await import("../../bicep/run.ts");
    return runBicep("build-params", args, { env, output });
  },
};
