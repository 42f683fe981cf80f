import type { Command } from "../../command.ts";

/** Commands of the Bicep CLI that are not here. */
const absent = new Set([
  "console",
  "decompile",
  "decompile-params",
  "deploy",
  "docs",
  "jsonrpc",
  "local-deploy",
  "publish",
  "publish-extension",
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
  bicep format [options] [<file>]         lay files out anew
    --stdout, --outfile <file>, --outdir <dir>, --pattern <pattern>, --newline-kind <LF|CRLF|CR>,
    --indent-kind <Space|Tab>, --indent-size <number>, --insert-final-newline <true|false>
  bicep generate-params [options] <file>  make a parameters file to be filled in
    --stdout, --outfile <file>, --outdir <dir>, --output-format <json|bicepparam>, --include-params <requiredOnly|all>
  bicep restore [options] [<file>]        say which modules are not in the local cache; nothing is fetched
    --pattern <pattern>, --force
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
            ? `byocni's Bicep compiler has no '${word}': it has build, build-params, lint, format, generate-params and restore.`
            : `Unrecognized arguments "${args.join(" ")}" specified. Use "bicep --help" to view available options.`,
        );
        return 1;
    }
  },
};
