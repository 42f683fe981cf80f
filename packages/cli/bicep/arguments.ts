/** What the Bicep CLI was asked to do with its files. */
export interface BicepArguments {
  readonly inputFile?: string;
  readonly pattern?: string;
  readonly outputDir?: string;
  readonly outputFile?: string;
  readonly bicepFile?: string;
  readonly diagnosticsFormat: "default" | "sarif";
  readonly stdout: boolean;
}

/** Wrong usage, in the words of the Bicep CLI; it goes to stderr as it is, with exit code 1. */
export class BicepUsageError extends Error {
  override readonly name = "BicepUsageError";
}

type BicepCommandName = "build" | "build-params" | "lint";

const valueFlags = {
  "--outdir": "outputDir",
  "--outfile": "outputFile",
  "--pattern": "pattern",
  "--bicep-file": "bicepFile",
  "--diagnostics-format": "diagnosticsFormat",
} as const;

const flagsOf: Readonly<Record<BicepCommandName, ReadonlySet<string>>> = {
  build: new Set(["--stdout", "--no-restore", "--outdir", "--outfile", "--pattern", "--diagnostics-format"]),
  "build-params": new Set([
    "--stdout",
    "--no-restore",
    "--outdir",
    "--outfile",
    "--pattern",
    "--diagnostics-format",
    "--bicep-file",
  ]),
  lint: new Set(["--no-restore", "--pattern", "--diagnostics-format"]),
};

/**
 * Reads the arguments of a command as the Bicep CLI does; flags are read without regard to case.
 * Source: Azure/bicep, `src/Bicep.Cli/Arguments`.
 * @throws BicepUsageError
 */
export function parseBicepArguments(command: BicepCommandName, args: readonly string[]): BicepArguments {
  const values: Partial<Record<(typeof valueFlags)[keyof typeof valueFlags], string>> = {};
  const known = flagsOf[command];
  let inputFile: string | undefined;
  let stdout = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const flag = arg.toLowerCase();
    if (!known.has(flag)) {
      if (arg.startsWith("--")) throw new BicepUsageError(`Unrecognized parameter "${arg}"`);
      if (inputFile !== undefined) throw new BicepUsageError("The input file path cannot be specified multiple times");
      inputFile = arg;
    } else if (flag === "--stdout") stdout = true;
    else if (flag !== "--no-restore") {
      const member = valueFlags[flag as keyof typeof valueFlags];
      const value = args[++at];
      if (value === undefined) throw new BicepUsageError(`The ${flag} parameter expects an argument`);
      if (values[member] !== undefined) throw new BicepUsageError(`The ${flag} parameter cannot be specified twice`);
      values[member] = value;
    }
  }
  const { diagnosticsFormat = "default", ...rest } = values;
  const format = diagnosticsFormat.toLowerCase();
  if (format !== "default" && format !== "sarif")
    throw new BicepUsageError(`Unrecognized diagnostics format ${diagnosticsFormat}`);
  const parsed = { ...rest, ...(inputFile === undefined ? {} : { inputFile }), diagnosticsFormat: format, stdout };
  refuseConflicts(parsed as BicepArguments);
  return parsed as BicepArguments;
}

function refuseConflicts({ inputFile, pattern, outputDir, outputFile, bicepFile, stdout }: BicepArguments): void {
  const refuse = (text: string): never => {
    throw new BicepUsageError(text);
  };
  if (inputFile === undefined && pattern === undefined)
    refuse("Either the input file path or the --pattern parameter must be specified");
  if (pattern !== undefined) {
    if (inputFile !== undefined) refuse("The input file path and the --pattern parameter cannot both be specified");
    if (bicepFile !== undefined) refuse("The --bicep-file parameter cannot be used with the --pattern parameter");
    if (stdout) refuse("The --stdout parameter cannot be used with the --pattern parameter");
    if (outputFile !== undefined) refuse("The --outfile parameter cannot be used with the --pattern parameter");
  }
  if (stdout && outputDir !== undefined) refuse("The --outdir and --stdout parameters cannot both be used");
  if (stdout && outputFile !== undefined) refuse("The --outfile and --stdout parameters cannot both be used");
  if (outputDir !== undefined && outputFile !== undefined)
    refuse("The --outdir and --outfile parameters cannot both be used");
}
