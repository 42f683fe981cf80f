import type { FormatOptions } from "@byocni/azure/bicep";

/** What the Bicep CLI was asked to do with its files. */
export interface BicepArguments {
  readonly inputFile?: string;
  readonly pattern?: string;
  readonly outputDir?: string;
  readonly outputFile?: string;
  readonly bicepFile?: string;
  readonly diagnosticsFormat: "default" | "sarif";
  readonly stdout: boolean;
  /** Of `generate-params`. */
  readonly outputFormat: "json" | "bicepparam";
  readonly includeParams: "requiredOnly" | "all";
  /** Of `format`. */
  readonly formatting: FormatOptions;
}

/** Wrong usage, in the words of the Bicep CLI; it goes to stderr as it is, with exit code 1. */
export class BicepUsageError extends Error {
  override readonly name = "BicepUsageError";
}

/** Commands of the Bicep CLI that are here. */
export type BicepCommandName = "build" | "build-params" | "format" | "generate-params" | "lint" | "restore";

/** Options with a value. */
const valueFlags = [
  "--outdir",
  "--outfile",
  "--pattern",
  "--bicep-file",
  "--diagnostics-format",
  "--output-format",
  "--include-params",
  "--newline-kind",
  "--indent-kind",
  "--indent-size",
  "--insert-final-newline",
] as const;
type ValueFlag = (typeof valueFlags)[number];
const values: ReadonlySet<string> = new Set(valueFlags);

const output = ["--stdout", "--outdir", "--outfile"] as const;
const flagsOf: Readonly<Record<BicepCommandName, ReadonlySet<string>>> = {
  build: new Set([...output, "--no-restore", "--pattern", "--diagnostics-format"]),
  "build-params": new Set([...output, "--no-restore", "--pattern", "--diagnostics-format", "--bicep-file"]),
  format: new Set([
    ...output,
    "--pattern",
    "--newline-kind",
    "--indent-kind",
    "--indent-size",
    "--insert-final-newline",
  ]),
  "generate-params": new Set([...output, "--no-restore", "--output-format", "--include-params"]),
  lint: new Set(["--no-restore", "--pattern", "--diagnostics-format"]),
  restore: new Set(["--force", "--pattern"]),
};

/** Earlier spellings of options. */
const aliases: Readonly<Record<string, string>> = {
  "--newline": "--newline-kind",
  "--indentkind": "--indent-kind",
  "--indentsize": "--indent-size",
  "--insertfinalnewline": "--insert-final-newline",
};

/**
 * Reads the arguments of a command as the Bicep CLI does; flags are read without regard to case.
 * Source: Azure/bicep, `src/Bicep.Cli/Arguments`.
 * @throws BicepUsageError
 */
export function parseBicepArguments(command: BicepCommandName, args: readonly string[]): BicepArguments {
  const given = new Map<string, string>();
  const known = flagsOf[command];
  let inputFile: string | undefined;
  let stdout = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const lower = arg.toLowerCase();
    const flag = Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower;
    if (!known.has(flag)) {
      if (arg.startsWith("--")) throw new BicepUsageError(`Unrecognized parameter "${arg}"`);
      if (inputFile !== undefined) throw new BicepUsageError("The input file path cannot be specified multiple times");
      inputFile = arg;
    } else if (flag === "--stdout") stdout = true;
    else if (values.has(flag)) {
      const value = args[++at];
      if (value === undefined) throw new BicepUsageError(`The ${flag} parameter expects an argument`);
      if (given.has(flag)) throw new BicepUsageError(`The ${flag} parameter cannot be specified twice`);
      given.set(flag, value);
    }
  }
  const value = (flag: ValueFlag): string | undefined => given.get(flag);
  const format = (value("--diagnostics-format") ?? "default").toLowerCase();
  if (format !== "default" && format !== "sarif")
    throw new BicepUsageError(`Unrecognized diagnostics format ${value("--diagnostics-format")}`);
  const parsed: BicepArguments = {
    ...defined({
      inputFile,
      pattern: value("--pattern"),
      outputDir: value("--outdir"),
      outputFile: value("--outfile"),
      bicepFile: value("--bicep-file"),
    }),
    diagnosticsFormat: format,
    stdout,
    outputFormat: choice(given, "--output-format", ["json", "bicepparam"] as const) ?? "json",
    includeParams: choice(given, "--include-params", ["requiredOnly", "all"] as const) ?? "requiredOnly",
    formatting: readFormatting(given),
  };
  refuseConflicts(command, parsed);
  return parsed;
}

/** The members that have a value. */
function defined<Members extends object>(
  members: Members,
): {
  readonly [Key in keyof Members]?: Exclude<Members[Key], undefined>;
} {
  const entries = Object.entries(members).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as { readonly [Key in keyof Members]?: Exclude<Members[Key], undefined> };
}

function choice<Value extends string>(
  given: ReadonlyMap<string, string>,
  flag: ValueFlag,
  choices: readonly Value[],
): Value | undefined {
  const value = given.get(flag);
  if (value === undefined) return undefined;
  const found = choices.find((one) => one.toLowerCase() === value.toLowerCase());
  if (found === undefined) throw new BicepUsageError(`Unrecognized value ${value} for parameter ${flag}`);
  return found;
}

function readFormatting(given: ReadonlyMap<string, string>): FormatOptions {
  const size = given.get("--indent-size");
  if (size !== undefined && !/^\d+$/.test(size))
    throw new BicepUsageError(`The --indent-size parameter only accepts integer values`);
  const final = choice(given, "--insert-final-newline", ["true", "false"]);
  return defined({
    newlineKind: choice(given, "--newline-kind", ["LF", "CRLF", "CR"] as const),
    indentKind: choice(given, "--indent-kind", ["Space", "Tab"] as const),
    indentSize: size === undefined ? undefined : Number(size),
    insertFinalNewline: final === undefined ? undefined : final === "true",
  });
}

function refuseConflicts(command: BicepCommandName, args: BicepArguments): void {
  const { inputFile, pattern, outputDir, outputFile, bicepFile, stdout } = args;
  const refuse = (text: string): never => {
    throw new BicepUsageError(text);
  };
  if (inputFile === undefined && pattern === undefined) {
    refuse(
      command === "generate-params"
        ? "The input file path was not specified"
        : "Either the input file path or the --pattern parameter must be specified",
    );
  }
  if (pattern !== undefined) {
    if (inputFile !== undefined) refuse("The input file path and the --pattern parameter cannot both be specified");
    if (bicepFile !== undefined) refuse("The --bicep-file parameter cannot be used with the --pattern parameter");
    if (stdout) refuse("The --stdout parameter cannot be used with the --pattern parameter");
    if (outputFile !== undefined) refuse("The --outfile parameter cannot be used with the --pattern parameter");
    if (command === "format" && outputDir !== undefined)
      refuse("The --outdir parameter cannot be used with the --pattern parameter");
  }
  if (stdout && outputDir !== undefined) refuse("The --outdir and --stdout parameters cannot both be used");
  if (stdout && outputFile !== undefined) refuse("The --outfile and --stdout parameters cannot both be used");
  if (outputDir !== undefined && outputFile !== undefined)
    refuse("The --outdir and --outfile parameters cannot both be used");
}
