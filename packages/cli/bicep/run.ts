import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Diagnostic, formatDiagnostic, toSarif } from "@byocni/base/lang";
import type { Json } from "@byocni/base/core";
import type { Output } from "../output/index.ts";
import { version } from "../version.ts";
import { type BicepArguments, type BicepCommandName, BicepUsageError, parseBicepArguments } from "./arguments.ts";
import { inputFiles } from "./files.ts";
import { bicepVersion } from "./version.ts";

export interface BicepCall {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
}

interface Work {
  readonly args: BicepArguments;
  readonly input: string;
  /** The file that the result goes to. */
  readonly target: string;
  readonly call: BicepCall;
}

interface Runner {
  /** Does the work for one file; false when there were errors. */
  readonly run: (work: Work) => Promise<boolean>;
  /** What the name of the result ends with; absent: the input's own name. */
  readonly ending?: (args: BicepArguments) => string;
}

const json = (): string => ".json";
const runners: Readonly<Record<BicepCommandName, Runner>> = {
  build: { run: build, ending: json },
  "build-params": { run: buildParams, ending: json },
  format: { run: format },
  "generate-params": {
    run: generateParams,
    ending: ({ outputFormat }) => (outputFormat === "json" ? ".parameters.json" : ".bicepparam"),
  },
  lint: { run: lint },
  restore: { run: restore },
};

/** Runs `bicep <command>` with the outputs and exit codes of the Bicep CLI: 1 for errors and for wrong usage. */
export async function runBicep(command: BicepCommandName, args: readonly string[], call: BicepCall): Promise<number> {
  try {
    const parsed = parseBicepArguments(command, args);
    const { run, ending } = runners[command];
    let hasErrors = false;
    for (const { input, output } of inputFiles(parsed, ending?.(parsed))) {
      if (!(await run({ args: parsed, input, target: output, call }))) hasErrors = true;
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

const bicepOnly = [[".bicep"], "a Bicep file. Bicep files must use the .bicep extension."] as const;
const paramsOnly = [
  [".bicepparam"],
  "a Bicep Parameters file. Bicep parameters files must use the .bicepparam extension.",
] as const;
const either = [
  [".bicep", ".bicepparam"],
  "a Bicep or Bicep Parameters file. Valid files must either the .bicep or .bicepparam extension.",
] as const;

async function build({ args, input, target, call }: Work): Promise<boolean> {
  requireFile(input, bicepOnly);
  const { compileFile } = await import("./compile.ts");
  const { template, diagnostics } = await compileFile(input, call.env);
  tell(diagnostics, args, call, "stderr");
  if (template === undefined) return false;
  write(JSON.stringify(template, null, 2), args.stdout ? undefined : target, call);
  return true;
}

/** What is found in a file of either kind. */
async function diagnose(input: string, call: BicepCall): Promise<readonly Diagnostic[]> {
  requireFile(input, either);
  const { compileFile } = await import("./compile.ts");
  const { compileParams } = await import("./params.ts");
  return (await (input.endsWith(".bicep") ? compileFile(input, call.env) : compileParams(input, call.env))).diagnostics;
}

async function lint({ args, input, call }: Work): Promise<boolean> {
  const diagnostics = await diagnose(input, call);
  tell(diagnostics, args, call, "stdout");
  return !diagnostics.some(({ level }) => level === "error");
}

/** Nothing is fetched: all that there is to say is what is not in the cache. */
async function restore({ args, input, call }: Work): Promise<boolean> {
  const missing = (await diagnose(input, call)).filter(({ code }) => code === "BCP190");
  tell(missing, args, call, "stderr");
  return missing.length === 0;
}

async function buildParams({ args, input, target, call }: Work): Promise<boolean> {
  requireFile(input, paramsOnly);
  if (args.bicepFile !== undefined) requireFile(resolve(args.bicepFile), bicepOnly);
  const { compileParams } = await import("./params.ts");
  const compiled = await compileParams(input, call.env, overrides(call.env));
  const { parameters, template, templateSpecId, using, diagnostics } = compiled;
  if (args.bicepFile !== undefined && using !== undefined && resolve(args.bicepFile) !== using)
    throw new BicepUsageError(
      `Bicep file ${resolve(args.bicepFile)} provided with --bicep-file option doesn't match the Bicep file ${using} referenced by the "using" declaration in the parameters file.`,
    );
  tell(diagnostics, args, call, "stderr");
  if (parameters === undefined) return false;
  const parametersJson = JSON.stringify(parameters, null, 2);
  if (!args.stdout) write(parametersJson, target, call);
  else {
    const templateJson = template === undefined ? null : JSON.stringify(template, null, 2);
    call.output.write(JSON.stringify({ parametersJson, templateJson, templateSpecId: templateSpecId ?? null }));
  }
  return true;
}

/** az hands further values of parameters on in this variable. */
function overrides(env: BicepCall["env"]): Readonly<Record<string, Json>> | undefined {
  const text = env["BICEP_PARAMETERS_OVERRIDES"];
  return text ? (JSON.parse(text) as Readonly<Record<string, Json>>) : undefined;
}

async function generateParams({ args, input, target, call }: Work): Promise<boolean> {
  requireFile(input, bicepOnly);
  const { compileFile } = await import("./compile.ts");
  const { template, diagnostics } = await compileFile(input, call.env);
  tell(diagnostics, args, call, "stderr");
  if (template === undefined) return false;
  const { generateParameters } = await import("@byocni/azure/bicep");
  const { createDiskHost } = await import("./disk-host.ts");
  const text = generateParameters(input, createDiskHost(call.env), {
    format: args.outputFormat,
    include: args.includeParams,
    existing: !args.stdout && existsSync(target) ? readFileSync(target, "utf8") : "",
  });
  write(text ?? "", args.stdout ? undefined : target, call);
  return true;
}

async function format({ args, input, target, call }: Work): Promise<boolean> {
  requireFile(input, either);
  const { formatFile } = await import("@byocni/azure/bicep");
  const { createDiskHost } = await import("./disk-host.ts");
  write(formatFile(input, createDiskHost(call.env), args.formatting) ?? "", args.stdout ? undefined : target, call);
  return true;
}

function requireFile(path: string, [endings, what]: readonly [endings: readonly string[], what: string]): void {
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

/** Writes to a file, or to stdout as it is. */
function write(text: string, file: string | undefined, { output }: BicepCall): void {
  if (file === undefined) {
    output.write(text);
    return;
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new BicepUsageError((error as Error).message);
  }
}
