import { createSourceText, sortDiagnostics, type Diagnostic } from "@byocni/base/lang";
import { checkFile } from "../checker/check-file.ts";
import { createCheckers } from "../checker/create-checker.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { writeTemplate, type Generator } from "../emit/template.ts";
import { EmitFailure } from "../emit/value.ts";
import type { ModuleContent } from "../emit/modules.ts";
import type { Json } from "../files/json.ts";
import { lintFile } from "../lint/lint.ts";
import type { FileHost } from "../host.ts";
import type { Checker } from "../checker/checker.ts";
import type { FileModel } from "../model/model.ts";
import { createProgram } from "../model/program.ts";
import type { ResourceTypes } from "../types/index.ts";
import { moduleFiles } from "./module-files.ts";
import { visibleDiagnostics } from "./visible.ts";

export interface CompileOptions {
  /** What `metadata._generator` says. */
  readonly generator?: Generator;
  /** The library of resource types; without it nothing is known of any type. */
  readonly resourceTypes?: ResourceTypes;
}

/** A template and what was found on the way to it; there is no template when there was an error. */
export type CompileResult = readonly [template: Json | undefined, diagnostics: readonly Diagnostic[]];

const defaultGenerator: Generator = { name: "bicep", version: "byocni" };

/**
 * Compiles a Bicep file with all that it refers to. Never throws on account of what the files contain.
 * Diagnostics stand in the order of their place, those of the entry first.
 */
export function compileBicep(entry: string, host: FileHost, options: CompileOptions = {}): CompileResult {
  const program = createProgram(host, options.resourceTypes);
  const root = program.open(entry);
  if (!root) return [undefined, [missingEntry(entry)]];
  const checkerOf = createCheckers();
  const files = moduleFiles(program, root);
  const isBroken = new Set<FileModel>();
  for (const model of files) {
    checkFile(checkerOf(model), (other) => isBroken.has(other));
    if (!program.isArtifact(model)) lintFile(checkerOf(model));
    if (model.collector.hasErrors) isBroken.add(model);
  }
  const result = isBroken.size === 0 ? compileModel(root, checkerOf, options) : undefined;
  const found = [root, ...files.filter((model) => model !== root)].flatMap((model) => visibleDiagnostics(model));
  const diagnostics = sortDiagnostics(found);
  return [diagnostics.some(({ level }) => level === "error") ? undefined : result, diagnostics];
}

/** Writes the template of a file that was checked, and before it those of its modules. */
export function compileModel(
  root: FileModel,
  checkerOf: (model: FileModel) => Checker,
  options: CompileOptions,
): Json | undefined {
  const templates = new Map<string, ModuleContent>();
  const generator = options.generator ?? defaultGenerator;
  const write = (model: FileModel): Json | undefined => {
    try {
      return writeTemplate(model, checkerOf, (path) => templates.get(path) ?? { template: null }, generator);
    } catch (failure) {
      if (!(failure instanceof EmitFailure)) throw failure;
      const at = { start: 0, end: 0 };
      model.collector.report(model.source, at, resourceErrors.unsupported, failure.what);
      return undefined;
    }
  };
  for (const model of moduleFiles(root.program, root)) {
    for (const file of armModules(model)) {
      const { path, template, templateSpecId } = file;
      templates.set(path, templateSpecId === undefined ? { template } : { templateLink: { id: templateSpecId } });
    }
    const template = write(model);
    if (template === undefined || model === root) return template;
    templates.set(model.path, { template });
  }
  return undefined;
}

function armModules(model: FileModel) {
  return model.tree.statements.flatMap((statement) => {
    if (statement.kind !== "module-declaration") return [];
    const target = model.program.target(model, statement.path);
    return target.kind === "arm" ? [target.file] : [];
  });
}

export function missingEntry(path: string): Diagnostic {
  const source = createSourceText(path, "");
  const message = `An error occurred reading file. Could not find file '${path}'.`;
  return { code: "BCP091", level: "error", message, source, span: { start: 0, end: 0 } };
}
