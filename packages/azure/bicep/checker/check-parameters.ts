import { decoratorErrors } from "../diagnostics/decorator-errors.ts";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { parameterErrors } from "../diagnostics/parameter-errors.ts";
import { parseErrors } from "../diagnostics/parse-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { FileModel } from "../model/model.ts";
import type { ErrorNode, StringNode, UsingStatement } from "../syntax/index.ts";
import type { PropertyType } from "../types/index.ts";
import { assign } from "./assign.ts";
import { armContract, bicepContract } from "./body-types.ts";
import type { Checker } from "./checker.ts";
import { parametersFileStatements } from "../parser/parameters-file.ts";
import { reportTarget } from "./report-target.ts";

/** The parameters of the template that a parameters file names after `using`; undefined where none is named. */
export function targetParameters(c: Checker): ReadonlyMap<string, PropertyType> | undefined {
  for (const statement of c.model.tree.statements) {
    if (statement.kind !== "using-declaration" || statement.path === "none") continue;
    const target = c.model.program.target(c.model, statement.path);
    if (target.kind === "problem") return undefined;
    const { parameters } =
      target.kind === "bicep" ? bicepContract(c.checkerOf(target.model), target.model) : armContract(target.file);
    return new Map(parameters.map((parameter) => [parameter.name, parameter]));
  }
  return undefined;
}

/** Names that a parameters file assigns itself or takes from a file that it extends. */
function assignedNames(model: FileModel): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<FileModel>();
  const walk = (file: FileModel): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const symbol of file.declarations.all) if (symbol.kind === "assignment") names.add(symbol.name);
    for (const statement of file.tree.statements) {
      if (statement.kind !== "extends-declaration") continue;
      const target = file.program.target(file, statement.path);
      if (target.kind === "bicep") walk(target.model);
    }
  };
  walk(model);
  return names;
}

/** Each configuration of an extension is for one that the template declares. */
function checkExtensionConfigs(c: Checker, using: UsingStatement | undefined): void {
  const target = using && using.path !== "none" ? c.model.program.target(c.model, using.path) : undefined;
  const known = target?.kind === "bicep" ? target.model.extensions.byAlias : undefined;
  for (const symbol of c.model.declarations.all) {
    if (symbol.kind !== "extension-config") continue;
    const { node, name } = symbol;
    if (node.config.kind === "object") c.typeOf(node.config);
    if (!c.model.configuration.features.moduleExtensionConfigs)
      c.report(node, parseErrors.parametersFileDeclaration, parametersFileStatements);
    else if (known && !known.has(name)) c.report(node, parameterErrors.extensionUndeclared, name);
  }
}

const undecorated: ReadonlySet<string> = new Set(["using-declaration", "extends-declaration", "parameter-assignment"]);

/** Finds what is wrong with the statements that only parameters files have. */
export function checkParametersFile(c: Checker, isBroken: (model: FileModel) => boolean): void {
  const { model } = c;
  const { statements } = model.tree;
  const using = statements.filter((statement) => statement.kind === "using-declaration");
  const bases = statements.filter((statement) => statement.kind === "extends-declaration");
  const isMissing = using.length === 0 && !statements.some((statement) => statement.kind === "error");
  if (isMissing) c.report({ start: 0, end: 0 }, parameterErrors.usingMissing);
  if (using.length > 1) for (const one of using) c.report(one.keyword, parameterErrors.usingTwice);
  if (bases.length > 1) for (const one of bases) c.report(one.keyword, parameterErrors.extendsTwice);
  const { deployCommands } = model.configuration.features;
  for (const one of using) {
    if (one.config && !deployCommands) c.report(one.config, parameterErrors.usingWithFeature);
    else if (!one.config && deployCommands) c.report(one, parameterErrors.usingWithMissing);
    if (one.config?.kind === "object") c.typeOf(one.config);
  }
  checkExtensionConfigs(c, using[0]);
  for (const statement of statements) {
    const [decorator] = "decorators" in statement && undecorated.has(statement.kind) ? statement.decorators : [];
    if (decorator) c.report({ start: decorator.start, end: decorator.start + 1 }, decoratorErrors.notHere);
  }
  if (bases.length !== 1) {
    for (const node of model.bindings.ofKind("variable")) {
      if (node.name.name === "base") c.report(node.name, nameErrors.baseWithoutExtends);
    }
  }
  const follow = (path: StringNode | ErrorNode): void => {
    const target = model.program.target(model, path);
    if (target.kind === "problem") reportTarget(c, path, target);
    else if (target.kind === "bicep" && isBroken(target.model)) c.report(path, resourceErrors.moduleBroken);
  };
  for (const one of bases) follow(one.path);
  for (const one of using) if (one.path !== "none") follow(one.path);

  const declared = targetParameters(c);
  const [first] = using;
  if (declared && first && first.path !== "none") {
    const assigned = assignedNames(model);
    const missing = [...declared.values()].filter((one) => one.isRequired && !assigned.has(one.name));
    if (missing.length > 0) {
      c.report(first.path, parameterErrors.missing, missing.map((one) => one.name).toSorted());
    }
  }
  for (const symbol of model.declarations.all) {
    if (symbol.kind !== "assignment") continue;
    const type = c.typeOf(symbol.node.value);
    if (!declared) continue;
    const parameter = declared.get(symbol.name);
    if (parameter) assign(c, symbol.node.value, type, parameter.type(), {});
    else c.report(symbol.node, parameterErrors.undeclared, symbol.name);
  }
}
