import type { Checker } from "../checker/checker.ts";
import { findExport, type ExportedSymbol } from "../model/exports.ts";
import type { FileModel } from "../model/model.ts";
import type { BicepSymbol, WildcardSymbol } from "../symbols/index.ts";
import { createConverter } from "./create-converter.ts";
import type { ImportStatement } from "../syntax/index.ts";
import type { Converter, Emitter, Imported, ImportNames } from "./emitter.ts";
import { findHoisted } from "./hoist.ts";
import { createInlineSet } from "./inline.ts";
import { createScopeTable } from "./scopes.ts";
import { chooseSettings } from "./settings.ts";

/** So many expressions may be written out for one file; inlining variables can double them again and again. */
const expressionLimit = 20_000_000;

/** What an import statement's item stands for. */
export function importTarget(model: FileModel, symbol: BicepSymbol): ExportedSymbol | undefined {
  if (symbol.kind !== "import") return undefined;
  return findExport(model.program.target(model, symbol.statement.path), symbol.original);
}

function memberTarget(model: FileModel, symbol: WildcardSymbol, name: string): ExportedSymbol | undefined {
  return findExport(model.program.target(model, symbol.node.path), name);
}

export function createEmitter(
  model: FileModel,
  checker: Checker,
  imports: ImportNames,
  converterOf: (model: FileModel) => Converter,
): Emitter {
  const scopes = createScopeTable(model, checker);
  const named = (statement: ImportStatement, exported: ExportedSymbol | undefined): Imported | undefined => {
    const name = exported && imports.nameOf(model, statement, exported);
    return exported && name !== undefined ? { exported, name } : undefined;
  };
  return {
    model,
    checker,
    settings: chooseSettings(model, checker),
    scopes,
    inlined: createInlineSet(model, checker, scopes),
    hoisted: findHoisted(model, checker),
    imports,
    resolveImport: (symbol) =>
      symbol.kind === "import" ? named(symbol.statement, importTarget(model, symbol)) : undefined,
    resolveMember: (symbol, name) => named(symbol.node, memberTarget(model, symbol, name)),
    converterOf,
    budget: { left: expressionLimit, depth: 0 },
  };
}

export function createFileConverter(
  model: FileModel,
  checker: Checker,
  imports: ImportNames,
  converterOf: (model: FileModel) => Converter,
): Converter {
  return createConverter(createEmitter(model, checker, imports, converterOf));
}
