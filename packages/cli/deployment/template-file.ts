import { basename } from "node:path";
import type { Json } from "@byocni/base/core";
import { type Diagnostic, type SourceText, codeFrame, createSourceText, formatDiagnostic } from "@byocni/base/lang";
import { type Positions, TemplateError, readTemplateText } from "@byocni/azure/template";
import { CommandError } from "../command.ts";
import { inputExists, readInput } from "./input-file.ts";
import { inlineLinks } from "./linked-templates.ts";
import type { ParameterReader } from "./parameters.ts";
import { frameAt } from "./refusal.ts";

/** A template as it was written or compiled. */
export interface TemplateFile {
  /** As the user named it. */
  readonly path: string;
  readonly language: "json" | "bicep";
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
export async function loadTemplate(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<TemplateFile> {
  const text = readInput(path);
  if (!/\.bicep$/i.test(path)) {
    const source = createSourceText(path, text);
    const read = readJson(source);
    const inlined = inlineLinks(read.value, path, (file) => readJson(createSourceText(file, readInput(file))).value);
    if (inlined !== undefined) return fromValue(path, "json", inlined, `${path} (with what it links)`, []);
    return { path, language: "json", text: source.text, ...read, source, diagnostics: [] };
  }
  const { compileFile } = await import("../bicep/compile.ts");
  const { template, diagnostics } = await compileFile(path, env);
  if (template === undefined) throw new BicepFailure(path, diagnostics);
  return fromValue(path, "bicep", template, `${path} (compiled)`, diagnostics);
}

/** A template that is not what stands in the file. */
function fromValue(
  path: string,
  language: TemplateFile["language"],
  value: Json,
  name: string,
  diagnostics: readonly Diagnostic[],
): TemplateFile {
  const text = JSON.stringify(value, null, 2);
  const source = createSourceText(name, text);
  return { path, language, text, ...readJson(source), source, diagnostics };
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
  return basename(path).replace(/\.[^.]*$/, "") || "deployment";
}
