import type { Command } from "../../command.ts";
import { bicepOptions } from "./options.ts";

export const bicepBuild: Command = {
  path: "bicep build",
  summary: "Compile a Bicep file to JSON",
  arguments: [{ name: "[words...]", description: "the file and the options of the Bicep CLI" }],
  passThrough: true,
  options: bicepOptions,
  exitCodes: { 0: "no errors", 1: "errors, or wrong usage" },
  async run({ args, env, output }) {
    const { runBicep } = await import("../../bicep/run.ts");
    return runBicep("build", args, { env, output });
  },
};
