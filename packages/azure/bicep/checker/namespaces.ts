import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { ambientTypes } from "../model/global-names.ts";
import { findExport, type ExportedSymbol } from "../model/exports.ts";
import type { BicepSymbol, ExtensionSymbol, NamespaceSymbol, WildcardSymbol } from "../symbols/index.ts";
import type { Identifier } from "../syntax/index.ts";
import { anyType, errorType, type Type } from "../types/index.ts";
import { armExportType } from "./arm-types.ts";
import type { Checker } from "./checker.ts";

/** The type of `namespace.name` used as a value. */
export function namespaceMemberType(
  c: Checker,
  symbol: NamespaceSymbol | WildcardSymbol | ExtensionSymbol,
  name: Identifier,
): Type {
  if (symbol.kind === "wildcard") {
    const found = wildcardMember(c, symbol, name.name);
    if (found) return exportType(c, found);
    c.report(name, typeErrors.unknownProperty, symbol.name, name.name);
    return errorType;
  }
  if (symbol.kind === "extension") return anyType;
  if (symbol.name === "sys" && ambientTypes.has(name.name)) {
    c.report(name, nameErrors.typeAsValue, name.name);
    return errorType;
  }
  if (symbol.name === "sys") c.report(name, typeErrors.unknownPropertyAvailable, "sys", name.name, systemTypes);
  else c.report(name, typeErrors.unknownProperty, symbol.name, name.name);
  return errorType;
}

/** What the namespace `sys` is said to hold besides functions. */
const systemTypes = ["any", "array", "bool", "int", "object", "resourceInput", "resourceOutput", "string"];

/** What a wildcard import knows by a name. */
export function wildcardMember(c: Checker, symbol: WildcardSymbol, name: string): ExportedSymbol | undefined {
  return findExport(c.model.program.target(c.model, symbol.node.path), name);
}

/** What an import stands for in the file that it comes from. */
export function importedSymbol(c: Checker, symbol: BicepSymbol): ExportedSymbol | undefined {
  if (symbol.kind !== "import") return undefined;
  return findExport(c.model.program.target(c.model, symbol.statement.path), symbol.original);
}

/** The type of an imported variable or of what an imported type denotes. */
export function exportType(c: Checker, exported: ExportedSymbol): Type {
  if (exported.kind === "arm") return armExportType(exported);
  const other = c.checkerOf(exported.model);
  if (exported.symbol.kind === "type") return other.declaredType(exported.symbol.node);
  return other.symbolType(exported.symbol);
}
