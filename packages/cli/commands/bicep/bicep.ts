import type { Command } from "../../command.ts";

/** Commands of the Bicep CLI that are not here. */
const absent = new Set([
  "console",
  "decompile",
  "decompile-params",
  "deploy",
  "format",
  "generate-params",
  "jsonrpc",
  "local-deploy",
  "publish",
  "publish-extension",
  "restore",
  "snapshot",
  "teardown",
  "test",
  "what-if",
]);

const help = `Usage:
  bicep build [options] [<file>]          compile a .bicep file to JSON
    --stdout, --outfile <file>, --outdir <dir>, --pattern <pattern>, --diagnostics-format <default|sarif>, --no-restore
  bicep build-params [options] [<file>]   compile a .bicepparam file to JSON
    the same, and --bicep-file <file>
  bicep lint [options] [<file>]           only report
    --pattern <pattern>, --diagnostics-format <default|sarif>, --no-restore
  bicep --version`;

export const bicep: Command = {
  path: "bicep",
  summary: "The Bicep compiler, with the flags, outputs and exit codes of the Bicep CLI",
  arguments: [{ name: "[words...]", description: "what you would give to bicep" }],
  passThrough: true,
  examples: ["byocni bicep --version"],
  async run({ args, output }) {
    const { versionLine } = await import("../../bicep/run.ts");
    const [word = "--help"] = args;
    switch (word.toLowerCase()) {
      case "--version":
      case "-v":
        output.line(versionLine());
        return 0;
      case "--help":
      case "-h":
        output.line(`${versionLine()}\n\n${help}`);
        return 0;
      default:
        output.note(
          absent.has(word)
            ? `byocni's Bicep compiler has no '${word}': it has build, build-params and lint.`
            : `Unrecognized arguments "${args.join(" ")}" specified. Use "bicep --help" to view available options.`,
        );
        return 1;
    }
  },
};
