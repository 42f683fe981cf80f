import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic, toSarif } from "@byocni/base/lang";
import type { Json } from "@byocni/base/core";
import type { Output } from "../output/index.ts";
import { version } from "../version.ts";
import { type BicepArguments, BicepUsageError, parseBicepArguments } from "./arguments.ts";
import { inputFiles } from "./files.ts";
import { bicepVersion } from "./version.ts";

export interface BicepCall {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
}

/** Runs `bicep <command>` with the outputs and exit codes of the Bicep CLI: 1 for errors and for wrong usage. */
export async function runBicep(
  command: "build" | "build-params" | "lint",
  args: readonly string[],
  call: BicepCall,
): Promise<number> {
  try {
    const parsed = parseBicepArguments(command, args);
    let hasErrors = false;
    for (const { input, output } of inputFiles(parsed)) {
      const one = command === "build" ? build : command === "lint" ? lint : buildParams;
      if (!(await one({ args: parsed, input, target: output, call }))) hasErrors = true;
    }
    return hasErrors ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BicepUsageError)) throw error;
    call.output.note(error.message);
    return 1;
  }
}

/** What `bicep --version` prints; az reads the number in it. */
export function versionLine(): string {
  return `Bicep CLI version ${bicepVersion} (byocni ${version})`;
}

interface Work {
  readonly args: BicepArguments;
  readonly input: string;
  /** The file that the JSON goes to. */
  readonly target: string;
  readonly call: BicepCall;
}

async function build({ args, input, target, call }: Work): Promise<boolean> {
  requireFile(input, [".bicep"], "a Bicep file. Bicep files must use the .bicep extension.");
  const { compileFile } = await import("./compile.ts");
  const { template, diagnostics } = await compileFile(input, call.env);
  tell(diagnostics, args, call, "stderr");
  if (template === undefined) return false;
  write(template, args.stdout ? undefined : target, call);
  return true;
}

async function lint({ args, input, call }: Work): Promise<boolean> {
  requireFile(
    input,
    [".bicep", ".bicepparam"],
    "a Bicep or Bicep Parameters file. Valid files must either the .bicep or .bicepparam extension.",
  );
  const { compileFile } = await import("./compile.ts");
  const { compileParams } = await import("./params.ts");
  const { diagnostics } = await (input.endsWith(".bicep") ? compileFile : compileParams)(input, call.env);
  tell(diagnostics, args, call, "stdout");
  return !diagnostics.some(({ level }) => level === "error");
}

async function buildParams({ args, input, target, call }: Work): Promise<boolean> {
  requireFile(
    input,
    [".bicepparam"],
    "a Bicep Parameters file. Bicep parameters files must use the .bicepparam extension.",
  );
  const { compileParams } = await import("./params.ts");
  const { parameters, template, using, diagnostics } = await compileParams(input, call.env);
  if (args.bicepFile !== undefined && using !== undefined && resolve(args.bicepFile) !== using)
    throw new BicepUsageError(
      `Bicep file ${resolve(args.bicepFile)} provided with --bicep-file option doesn't match the Bicep file ${using} referenced by the "using" declaration in the parameters file.`,
    );
  tell(diagnostics, args, call, "stderr");
  if (parameters === undefined) return false;
  if (!args.stdout) write(parameters, target, call);
  else {
    const parametersJson = JSON.stringify(withOverrides(parameters, call.env), null, 2);
    const templateJson = template === undefined ? {} : { templateJson: JSON.stringify(template, null, 2) };
    call.output.write(JSON.stringify({ parametersJson, ...templateJson }));
  }
  return true;
}

/** az hands further values of parameters on in this variable. */
function withOverrides(parameters: { readonly [name: string]: Json | undefined }, env: BicepCall["env"]): Json {
  const text = env["BICEP_PARAMETERS_OVERRIDES"];
  if (!text) return parameters;
  const given = JSON.parse(text) as Readonly<Record<string, Json>>;
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));
  return { ...parameters, parameters: { ...(parameters["parameters"] as object), ...values } };
}

function requireFile(path: string, endings: readonly string[], what: string): void {
  if (!endings.some((ending) => path.toLowerCase().endsWith(ending)))
    throw new BicepUsageError(`The specified input "${path}" was not recognized as ${what}`);
  if (!existsSync(path)) throw new BicepUsageError(`An error occurred reading file. Could not find file '${path}'.`);
}

function tell(
  diagnostics: readonly Diagnostic[],
  { diagnosticsFormat }: BicepArguments,
  { output }: BicepCall,
  sarifTo: "stdout" | "stderr",
): void {
  if (diagnosticsFormat === "default") {
    for (const one of diagnostics) output.note(formatDiagnostic(one));
    return;
  }
  const text = JSON.stringify(toSarif({ name: "bicep", version: bicepVersion }, diagnostics), null, 2);
  if (sarifTo === "stdout") output.line(text);
  else output.note(text);
}

function write(value: Json, file: string | undefined, { output }: BicepCall): void {
  const text = JSON.stringify(value, null, 2);
  if (file === undefined) {
    output.line(text);
    return;
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new BicepUsageError((error as Error).message);
  }
}
