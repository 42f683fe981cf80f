import { sortDiagnostics, type Diagnostic } from "@byocni/base/lang";
import { checkFile } from "../checker/check-file.ts";
import type { Checker } from "../checker/checker.ts";
import { createCheckers } from "../checker/create-checker.ts";
import { parameterErrors } from "../diagnostics/parameter-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { EmitFailure } from "../emit/value.ts";
import { setMember, type Json } from "../files/json.ts";
import { lintFile } from "../lint/lint.ts";
import type { FileHost } from "../host.ts";
import type { FileModel } from "../model/model.ts";
import { createProgram } from "../model/program.ts";
import type { TemplateEvaluator } from "../parameters/evaluator.ts";
import { targetParameters } from "../checker/check-parameters.ts";
import { writeParameters, type FileParameters } from "../parameters/write-parameters.ts";
import { compileModel, missingEntry, type CompileOptions } from "./compile.ts";
import { moduleFiles } from "./module-files.ts";
import { visibleDiagnostics } from "./visible.ts";

export interface CompileParametersOptions extends CompileOptions {
  /** Works out the values: what `loadTemplateEvaluator` gives. */
  readonly evaluator: TemplateEvaluator;
}

/** A parameters file in JSON, what was found on the way, and the template or the id of the template spec that `using` names. */
export type CompileParametersResult = readonly [
  parameters: Json | undefined,
  diagnostics: readonly Diagnostic[],
  template: Json | undefined,
  templateSpecId: string | undefined,
];

/**
 * Compiles a `.bicepparam` file. Never throws on account of what the files contain. There are neither parameters nor a
 * template when there was an error; there is no template either after `using none`.
 */
export function compileBicepParams(
  entry: string,
  host: FileHost,
  options: CompileParametersOptions,
): CompileParametersResult {
  const program = createProgram(host, options.resourceTypes);
  const root = program.open(entry);
  if (!root) return [undefined, [missingEntry(entry)], undefined, undefined];
  const checkerOf = createCheckers();
  const files = moduleFiles(program, root);
  const broken = new Set<FileModel>();
  for (const model of files) {
    checkFile(checkerOf(model), (other) => broken.has(other));
    if (!program.isArtifact(model)) lintFile(checkerOf(model));
    if (model.collector.hasErrors) broken.add(model);
  }
  let parameters: Json | undefined;
  let used: UsedTemplate = {};
  if (broken.size === 0) {
    parameters = writeChain(root, checkerOf, options.evaluator);
    used = usedTemplate(root, checkerOf, options);
  }
  const found = [root, ...files.filter((model) => model !== root)].flatMap((model) => visibleDiagnostics(model));
  const diagnostics = sortDiagnostics(found);
  const isBroken = diagnostics.some(({ level }) => level === "error");
  if (isBroken) return [undefined, diagnostics, undefined, undefined];
  return [parameters, diagnostics, used.template, used.templateSpecId];
}

/** The file that a parameters file extends. */
function baseOf(model: FileModel): FileModel | undefined {
  for (const statement of model.tree.statements) {
    if (statement.kind !== "extends-declaration") continue;
    const target = model.program.target(model, statement.path);
    if (target.kind === "bicep") return target.model;
  }
  return undefined;
}

function writeChain(
  root: FileModel,
  checkerOf: (model: FileModel) => Checker,
  evaluator: TemplateEvaluator,
): Json | undefined {
  const chain = [root];
  for (let base = baseOf(root); base && !chain.includes(base); base = baseOf(base)) chain.push(base);
  let inherited: ReadonlyMap<string, Json> = new Map();
  let definitions: Json | undefined;
  let usingConfig: Json | undefined;
  const extensionConfigs = new Map<string, Json>();
  for (const model of chain.toReversed()) {
    const written = writeFile(model, checkerOf, evaluator, inherited);
    if (!written) return undefined;
    inherited = new Map([...written.parameters, ...[...inherited].filter(([name]) => !written.parameters.has(name))]);
    definitions = written.externalInputDefinitions ?? definitions;
    for (const [alias, config] of written.extensionConfigs) extensionConfigs.set(alias, byName(config));
    ({ usingConfig } = written);
  }
  const declared = targetParameters(checkerOf(root));
  const parameters: Record<string, Json> = {};
  for (const [name, value] of inherited) if (!declared || declared.has(name)) setMember(parameters, name, value);
  return {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#",
    contentVersion: "1.0.0.0",
    parameters,
    ...(definitions === undefined ? {} : { externalInputDefinitions: definitions }),
    ...(root.configuration.features.moduleExtensionConfigs
      ? { extensionConfigs: byName(Object.fromEntries(extensionConfigs)) }
      : {}),
    ...(usingConfig === undefined ? {} : { usingConfig }),
  };
}

/** The members in the order of their names. */
function byName(members: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function writeFile(
  model: FileModel,
  checkerOf: (model: FileModel) => Checker,
  evaluator: TemplateEvaluator,
  inherited: ReadonlyMap<string, Json>,
): FileParameters | undefined {
  try {
    const written = writeParameters(model, checkerOf, evaluator, inherited);
    for (const { node, name, message } of written.problems) {
      checkerOf(model).report(node, parameterErrors.notEvaluated, name, message);
    }
    return written.problems.length > 0 ? undefined : written;
  } catch (failure) {
    if (!(failure instanceof EmitFailure)) throw failure;
    model.collector.report(model.source, { start: 0, end: 0 }, resourceErrors.unsupported, failure.what);
    return undefined;
  }
}

interface UsedTemplate {
  readonly template?: Json | undefined;
  readonly templateSpecId?: string;
}

function usedTemplate(
  root: FileModel,
  checkerOf: (model: FileModel) => Checker,
  options: CompileOptions,
): UsedTemplate {
  for (const statement of root.tree.statements) {
    if (statement.kind !== "using-declaration" || statement.path === "none") continue;
    const target = root.program.target(root, statement.path);
    if (target.kind === "bicep") return { template: compileModel(target.model, checkerOf, options) };
    if (target.kind !== "arm") continue;
    const { template, templateSpecId } = target.file;
    return templateSpecId === undefined ? { template } : { templateSpecId };
  }
  return {};
}
