import { createDiagnosticCollector, type DiagnosticCollector, type SourceText } from "@byocni/base/lang";
import type { Configuration } from "../config/configuration.ts";
import type { ArmFile } from "../files/arm-file.ts";
import type { FunctionTable } from "../functions/index.ts";
import type { FileHost } from "../host.ts";
import type { SyntaxTree } from "../parser/parse.ts";
import { plainString, type ErrorNode, type StringNode } from "../syntax/index.ts";
import {
  bindNames,
  createReferenceGraph,
  declareSymbols,
  type Bindings,
  type Declarations,
  type ReferenceGraph,
} from "../symbols/index.ts";
import type { ResourceTypes, ScopeKind } from "../types/index.ts";
import { createExtensions, type Extensions } from "./extensions.ts";
import { createGlobalNames } from "./global-names.ts";
import { createResourceTable, type ResourceTable } from "./resources.ts";

/** The file that a module, import or `using` refers to, or why there is none. */
export type Target =
  | { readonly kind: "bicep"; readonly model: FileModel }
  | { readonly kind: "arm"; readonly file: ArmFile }
  | { readonly kind: "problem"; readonly code: string; readonly message: string };

/** A set of files that are compiled together. */
export interface Program {
  readonly host: FileHost;
  readonly functions: FunctionTable;
  readonly resourceTypes: ResourceTypes;
  /** The file that a reference in `from` means; each file is read and bound once. */
  target(from: FileModel, reference: StringNode | ErrorNode): Target;
  /** How the reference is named in metadata of imports: a path from the entry, or the written-out registry reference. */
  identify(entry: FileModel, from: FileModel, reference: StringNode | ErrorNode): string;
  /** True for files that came from a registry: others look after them. */
  isArtifact(model: FileModel): boolean;
  /** The files of a cycle that goes through this one. */
  cycleOf(model: FileModel): readonly string[] | undefined;
}

/** One file with its names bound. */
export interface FileModel {
  readonly program: Program;
  readonly path: string;
  readonly source: SourceText;
  readonly tree: SyntaxTree;
  readonly configuration: Configuration;
  readonly declarations: Declarations;
  readonly bindings: Bindings;
  readonly references: ReferenceGraph;
  readonly resources: ResourceTable;
  readonly extensions: Extensions;
  readonly targetScope: ScopeKind;
  /** What is found in the file, from scanning to emission. */
  readonly collector: DiagnosticCollector;
}

const scopes: Readonly<Record<string, ScopeKind>> = {
  tenant: "tenant",
  managementGroup: "managementGroup",
  subscription: "subscription",
  resourceGroup: "resourceGroup",
};

function findTargetScope(tree: SyntaxTree): ScopeKind {
  for (const statement of tree.statements) {
    if (statement.kind !== "target-scope") continue;
    const text = plainString(statement.value) ?? "";
    return Object.hasOwn(scopes, text) ? (scopes[text] ?? "resourceGroup") : "resourceGroup";
  }
  return "resourceGroup";
}

export function createFileModel(
  program: Program,
  path: string,
  tree: SyntaxTree,
  configuration: Configuration,
): FileModel {
  const declarations = declareSymbols(tree.statements);
  const extensions = createExtensions(declarations, { host: program.host, path, configuration });
  const globals = createGlobalNames(program.functions, tree.kind, extensions);
  const bindings = bindNames(tree.statements, declarations, globals);
  const collector = createDiagnosticCollector();
  for (const diagnostic of tree.diagnostics) collector.add(diagnostic);
  return {
    program,
    path,
    source: tree.source,
    tree,
    configuration,
    declarations,
    bindings,
    references: createReferenceGraph(declarations, bindings),
    resources: createResourceTable(bindings.symbols, extensions, program.resourceTypes),
    extensions,
    targetScope: findTargetScope(tree),
    collector,
  };
}
