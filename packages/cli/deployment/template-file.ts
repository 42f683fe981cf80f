import { basename } from "node:path";
import type { Json, JsonObject } from "@byocni/base/core";
import { type Diagnostic, type SourceText, codeFrame, createSourceText, formatDiagnostic } from "@byocni/base/lang";
import { type Positions, TemplateError, readTemplateText } from "@byocni/azure/template";
import { CommandError } from "../command.ts";
import { inputExists, readInput, standardInput } from "./input-file.ts";
import { inlineLinks } from "./linked-templates.ts";
import type { ParameterReader } from "./parameters.ts";
import { frameAt } from "./refusal.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A template as it was written or compiled. */
export interface TemplateFile {
  /** As the user named it. */
  readonly path: string;
  /** The Bicep file that it was compiled from. */
  readonly bicep?: string;
  /** Values of a `.bicepparam` file: the whole file as JSON. */
  readonly parameters?: JsonObject;
  /** The JSON that Resource Manager gets. */
  readonly text: string;
  readonly value: Json;
  /** Where its values stand in `source`. */
  readonly positions: Positions;
  /** What is shown in code frames: the file, or the JSON that was compiled from it. */
  readonly source: SourceText;
  /** Warnings of the compiler. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads a template; Bicep is compiled.
 * @throws CommandError with the place, when it cannot be read or compiled
 */
export async function loadTemplate(path: string, env: Env): Promise<TemplateFile> {
  const text = readInput(path);
  if (path === standardInput) {
    const source = createSourceText("(standard input)", text);
    return { path: source.path, text: source.text, ...readJson(source), source, diagnostics: [] };
  }
  if (/\.bicepparam$/i.test(path)) return fromParameters(path, env);
  if (/\.bicep$/i.test(path)) {
    const { compileFile } = await import("../bicep/compile.ts");
    const { template, diagnostics } = await compileFile(path, env);
    if (template === undefined) throw new BicepFailure(path, diagnostics);
    return { ...fromValue(path, template, `${path} (compiled)`), bicep: path, diagnostics };
  }
  const source = createSourceText(path, text);
  const read = readJson(source);
  const inlined = inlineLinks(read.value, path, (file) => readJson(createSourceText(file, readInput(file))).value);
  if (inlined !== undefined) return fromValue(path, inlined, `${path} (with what it links)`);
  return { path, text: source.text, ...read, source, diagnostics: [] };
}

async function fromParameters(path: string, env: Env): Promise<TemplateFile> {
  const { parameters, template, using, diagnostics } = await compileParameters(path, env);
  if (template === undefined)
    throw new CommandError(`${path} is for no template in particular`, {
      hint: `Give the template, and this file with --parameters ${path}.`,
      exitCode: 64,
    });
  const file = fromValue(path, template, `${using ?? path} (compiled)`);
  return { ...file, parameters, diagnostics, ...(using === undefined ? {} : { bicep: using }) };
}

/** Compiles a `.bicepparam` file. @throws BicepFailure */
export async function compileParameters(path: string, env: Env) {
  const { compileParams } = await import("../bicep/params.ts");
  const { parameters, ...rest } = await compileParams(path, env);
  if (parameters === undefined) throw new BicepFailure(path, rest.diagnostics);
  return { ...rest, parameters };
}

/** A template that is not what stands in the file. */
function fromValue(path: string, value: Json, name: string): TemplateFile {
  const text = JSON.stringify(value, null, 2);
  const source = createSourceText(name, text);
  return { path, text, ...readJson(source), source, diagnostics: [] };
}

/** Bicep that does not compile: all diagnostics, errors with their lines. */
export class BicepFailure extends CommandError {
  override readonly name = "BicepFailure";
  readonly diagnostics: readonly Diagnostic[];
  constructor(path: string, diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ level }) => level === "error");
    const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
    super(`${path} does not compile: ${count}`, {
      details: diagnostics.flatMap((one) => [
        formatDiagnostic(one),
        ...(one.level === "error" ? codeFrame(one).split("\n") : []),
      ]),
      body: {
        code: "BicepCompilationFailed",
        message: `${path} does not compile`,
        details: errors.map((one) => ({ code: one.code, message: one.message, target: formatDiagnostic(one) })),
      },
    });
    this.diagnostics = diagnostics;
  }
}

/** @throws CommandError with Resource Manager's sentence and a code frame */
function readJson(source: SourceText): { readonly value: Json; readonly positions: Positions } {
  try {
    return readTemplateText(source.text);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw templateRefusal(error, source);
  }
}

/** A refusal of the template language, with the place in the file. */
export function templateRefusal(error: TemplateError, source: SourceText): CommandError {
  const { code, message, additionalInfo, position } = error;
  return new CommandError(`(${code}) ${message}`, {
    details: position ? frameAt(source, position) : [],
    body: { code, message, additionalInfo },
    cause: error,
  });
}

/** How `--parameters` reads what it names. */
export const parameterReader: ParameterReader = {
  readFile: readInput,
  fileExists: inputExists,
  readJson: (text, path) => readJson(createSourceText(path, text)).value,
};

/** The name that az gives a deployment: that of the file without its ending. */
export function deploymentName(path: string): string {
  if (path === standardInput) return "deployment";
  return basename(path).replace(/\.[^.]*$/, "") || "deployment";
}
