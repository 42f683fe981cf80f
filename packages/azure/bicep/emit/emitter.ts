import type { Checker } from "../checker/checker.ts";
import type { Json } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import type { ExportedSymbol } from "../model/exports.ts";
import type { BicepSymbol, LocalSymbol, ModuleSymbol, ResourceSymbol, WildcardSymbol } from "../symbols/index.ts";
import type { CallNode, Expression, ImportStatement, MethodCallNode } from "../syntax/index.ts";
import type { Arm } from "./arm.ts";
import type { InlineSet } from "./inline.ts";
import type { ScopeTable } from "./scopes.ts";
import type { EmitSettings } from "./settings.ts";
import type { Locals, Value } from "./value.ts";

/** The names under which a template knows what was imported into it. */
export interface ImportNames {
  /**
   * The name of what an import statement of a file brings; functions of other files are `namespace.name`. One file that
   * is imported under two references (two versions, say) counts as two.
   */
  nameOf(from: FileModel, statement: ImportStatement, exported: ExportedSymbol): string | undefined;
  /** The name of a declaration that is written out into the template because something imported needs it. */
  localName(symbol: BicepSymbol): string | undefined;
  /** The name of a variable that holds what a `load…` call of an imported declaration gives. */
  hoistedName(call: CallNode | MethodCallNode): string | undefined;
}

/** Something imported, with the name that the template gives to it. */
export interface Imported {
  readonly exported: ExportedSymbol;
  readonly name: string;
}

/** All that is needed to write out the expressions of one file. */
export interface Emitter {
  readonly model: FileModel;
  readonly checker: Checker;
  readonly settings: EmitSettings;
  readonly inlined: InlineSet;
  readonly scopes: ScopeTable;
  /** `load…` calls whose result is put into a variable of its own, by call. */
  readonly hoisted: ReadonlyMap<CallNode | MethodCallNode, HoistedVariable>;
  readonly imports: ImportNames;
  /** What an import or a member of a wildcard import stands for. */
  resolveImport(symbol: BicepSymbol): Imported | undefined;
  resolveMember(symbol: WildcardSymbol, name: string): Imported | undefined;
  /** A converter for the declarations of another file that are written out into this template. */
  converterOf(model: FileModel): Converter;
  /** Counts the expressions that are written out, so that inlining cannot grow without bound. */
  readonly budget: { left: number; depth: number };
}

export interface HoistedVariable {
  readonly name: string;
  readonly value: Json;
}

export const nestedDeploymentType = "Microsoft.Resources/deployments";
export const nestedDeploymentVersion = "2025-04-01";
/** The namespace of a file's own functions. */
export const functionNamespace = "__bicep";

/**
 * Turns expressions of one file into values. `locals` are the names that stand for something else than usual: inside of
 * the properties of a member of a collection, the loop's variables stand for that member's.
 */
export interface Converter {
  readonly emitter: Emitter;
  readonly locals: Locals;
  convert(node: Expression): Value;
  arm(node: Expression): Arm;
  /** The value of a local name. */
  local(symbol: LocalSymbol): Value;
  /** A converter for the properties of the member `index` of a collection (or of a single resource). */
  within(symbol: ResourceSymbol | ModuleSymbol, index: Value | undefined): Converter;
  with(locals: Locals): Converter;
}
