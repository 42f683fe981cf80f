import type { Command } from "../../command.ts";

export const bicepRestore: Command = {
  path: "bicep restore",
  summary: "Say which modules of registries are not in the local cache (nothing is fetched)",
  arguments: [{ name: "[words...]", description: "the file and the options of the Bicep CLI" }],
  passThrough: true,
  options: [
    { flags: "--pattern <pattern>", description: "all files that match, instead of one" },
    { flags: "--force", description: "taken and without effect" },
  ],
  exitCodes: { 0: "all modules are there", 1: "some are not, or wrong usage" },
  async run({ args, env, output }) {
    const { runBicep } = await import("../../bicep/run.ts");
    return runBicep("restore", args, { env, output });
  },
};
