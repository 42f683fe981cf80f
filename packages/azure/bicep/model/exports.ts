import { isJsonObject, type JsonObject } from "../files/json.ts";
import type { ArmFile } from "../files/arm-file.ts";
import type { DeclaredSymbol, FunctionSymbol, TypeSymbol, VariableSymbol } from "../symbols/index.ts";
import type { Decorator } from "../syntax/index.ts";
import type { FileModel, Target } from "./model.ts";

/** Something that a file lets others import. */
export type ExportedSymbol =
  | {
      readonly kind: "bicep";
      readonly name: string;
      readonly model: FileModel;
      readonly symbol: TypeSymbol | VariableSymbol | FunctionSymbol;
    }
  | {
      readonly kind: "arm";
      readonly name: string;
      readonly file: ArmFile;
      readonly what: "type" | "variable" | "function";
    };

/** The name that a decorator calls: `description` of `@sys.description('…')`. */
export function decoratorName(decorator: Decorator): string | undefined {
  const { expression } = decorator;
  if (expression.kind === "call") return expression.name.name;
  if (expression.kind === "method-call" && expression.base.kind === "variable") return expression.name.name;
  return undefined;
}

/** The key under which a template marks what it exports. */
export const exportMarker = "__bicep_export!";
/** The key under which a template lists its exported variables. */
export const exportedVariables = "__bicep_exported_variables!";

function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  let current: unknown = value;
  for (const key of path) current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return isJsonObject(current) ? current : {};
}

function isMarked(declaration: unknown): boolean {
  return objectAt(declaration, "metadata")[exportMarker] === true;
}

function armMembers(file: ArmFile): readonly (readonly [string, unknown])[] {
  const namespaces = file.template["functions"];
  return (Array.isArray(namespaces) ? namespaces : []).flatMap((one) => Object.entries(objectAt(one, "members")));
}

function armVariables(file: ArmFile): readonly string[] {
  const listed = objectAt(file.template, "metadata")[exportedVariables];
  return (Array.isArray(listed) ? listed : []).flatMap((row) => {
    const { name } = objectAt(row);
    return typeof name === "string" ? [name] : [];
  });
}

function armExports(file: ArmFile): readonly ExportedSymbol[] {
  const types = Object.entries(objectAt(file.template, "definitions")).filter(([, value]) => isMarked(value));
  const functions = armMembers(file).filter(([, value]) => isMarked(value));
  return [
    ...types.map(([name]) => ({ kind: "arm", name, file, what: "type" }) as const),
    ...functions.map(([name]) => ({ kind: "arm", name, file, what: "function" }) as const),
    ...armVariables(file).map((name) => ({ kind: "arm", name, file, what: "variable" }) as const),
  ];
}

function exported(model: FileModel, symbol: DeclaredSymbol | undefined): ExportedSymbol | undefined {
  if (symbol?.kind !== "type" && symbol?.kind !== "variable" && symbol?.kind !== "function") return undefined;
  const isMarkedHere = symbol.node.decorators.some((decorator) => decoratorName(decorator) === "export");
  return isMarkedHere ? { kind: "bicep", name: symbol.name, model, symbol } : undefined;
}

/** All that can be imported from a file, in the order of its declarations. */
export function exportsOf(target: Exclude<Target, { kind: "problem" }>): readonly ExportedSymbol[] {
  if (target.kind === "arm") return armExports(target.file);
  return target.model.declarations.all.flatMap((symbol) => exported(target.model, symbol) ?? []);
}

/** What can be imported from a file by a name. */
export function findExport(target: Target, name: string): ExportedSymbol | undefined {
  if (target.kind === "problem") return undefined;
  if (target.kind === "bicep") return exported(target.model, target.model.declarations.byName.get(name));
  return armExports(target.file).find((one) => one.name === name);
}
