import type { Checker } from "../checker/checker.ts";
import { exportsOf, type ExportedSymbol } from "../model/exports.ts";
import type { FileModel } from "../model/model.ts";
import type { BicepSymbol, FunctionSymbol, TypeSymbol, VariableSymbol } from "../symbols/index.ts";
import { isIdentifier } from "../syntax/characters.ts";
import {
  forEachChild,
  type CallNode,
  type ImportStatement,
  type MethodCallNode,
  type SyntaxNode,
} from "../syntax/index.ts";
import { armDependencies, type ArmMember } from "./arm-imports.ts";
import { compareText } from "./collation.ts";
import { importTarget } from "./create-emitter.ts";
import type { HoistedVariable, ImportNames } from "./emitter.ts";
import { findHoisted } from "./hoist.ts";

/** A declaration of another file that a template takes in, because it is imported or an import needs it. */
export type ClosureItem =
  | {
      readonly kind: "bicep";
      readonly model: FileModel;
      readonly symbol: TypeSymbol | VariableSymbol | FunctionSymbol;
      readonly source: string;
      readonly original: string;
    }
  | {
      readonly kind: "hoisted";
      readonly model: FileModel;
      readonly call: CallNode | MethodCallNode;
      readonly variable: HoistedVariable;
      readonly source: string;
      readonly original: string;
    }
  | { readonly kind: "arm"; readonly member: ArmMember; readonly source: string; readonly original: string };

export interface ImportClosure {
  /** The items with the names that the template gives them, in the order of those names. */
  readonly items: readonly { readonly item: ClosureItem; readonly name: string }[];
  readonly names: ImportNames;
  /** The name of a declaration of a JSON template that was taken in. */
  armName(member: ArmMember): string | undefined;
}

function keyOf(source: string, original: string): string {
  return `${source}\n${original}`;
}

/** Finds all declarations that the imports of a file need, and names them. */
export function collectImports(entry: FileModel, checkerOf: (model: FileModel) => Checker): ImportClosure {
  const items = new Map<string, ClosureItem>();
  const given = new Map<string, string>();
  const bySymbol = new Map<BicepSymbol, string>();
  const byCall = new Map<SyntaxNode, string>();
  const queue: ClosureItem[] = [];

  const itemFor = (from: FileModel, statement: ImportStatement, exported: ExportedSymbol): ClosureItem => {
    const source = entry.program.identify(entry, from, statement.path);
    if (exported.kind === "arm") {
      const member: ArmMember = { file: exported.file, what: exported.what, name: exported.name };
      return { kind: "arm", member, source, original: exported.name };
    }
    return { kind: "bicep", model: exported.model, symbol: exported.symbol, source, original: exported.name };
  };
  const add = (item: ClosureItem): string => {
    const key = keyOf(item.source, item.original);
    if (!items.has(key)) {
      items.set(key, item);
      queue.push(item);
    }
    if (item.kind === "bicep") bySymbol.set(item.symbol, key);
    if (item.kind === "hoisted") byCall.set(item.call, key);
    return key;
  };
  const addWildcard = (from: FileModel, statement: ImportStatement): void => {
    const target = from.program.target(from, statement.path);
    if (target.kind === "problem") return;
    for (const exported of exportsOf(target)) add(itemFor(from, statement, exported));
  };
  const addReferences = (item: Extract<ClosureItem, { kind: "bicep" }>): void => {
    const { model, source } = item;
    for (const symbol of model.references.namedBy(item.symbol)) {
      if (symbol === item.symbol) continue;
      if (symbol.kind === "type" || symbol.kind === "variable" || symbol.kind === "function") {
        add({ kind: "bicep", model, symbol, source, original: symbol.name });
      } else if (symbol.kind === "import") {
        const exported = importTarget(model, symbol);
        if (exported) add(itemFor(model, symbol.statement, exported));
      } else if (symbol.kind === "wildcard") addWildcard(model, symbol.node);
    }
    if (item.symbol.kind !== "variable") return;
    const hoisted = findHoisted(model, checkerOf(model));
    const visit = (node: SyntaxNode): void => {
      const variable = node.kind === "call" || node.kind === "method-call" ? hoisted.get(node) : undefined;
      if (variable && (node.kind === "call" || node.kind === "method-call")) {
        add({ kind: "hoisted", model, call: node, variable, source, original: variable.name });
      }
      forEachChild(node, visit);
    };
    visit(item.symbol.node);
  };

  for (const symbol of entry.declarations.all) {
    if (symbol.kind === "import") {
      const exported = importTarget(entry, symbol);
      if (exported) given.set(add(itemFor(entry, symbol.statement, exported)), symbol.name);
    } else if (symbol.kind === "wildcard") addWildcard(entry, symbol.node);
  }
  for (let item = queue.shift(); item; item = queue.shift()) {
    if (item.kind === "bicep") addReferences(item);
    else if (item.kind === "arm") {
      for (const member of armDependencies(item.member)) {
        add({ kind: "arm", member, source: item.source, original: member.name });
      }
    }
  }

  const names = new Map<string, string>(given);
  let counter = 1;
  const sources = new Map<string, number>();
  const sorted = [...items].toSorted(([, a], [, b]) =>
    compareText(`${a.source}_${a.original}`, `${b.source}_${b.original}`),
  );
  for (const [key, item] of sorted) {
    if (names.has(key)) continue;
    let source = sources.get(item.source);
    if (source === undefined) {
      source = counter++;
      sources.set(item.source, source);
    }
    const own = isIdentifier(item.original) ? item.original : `_${counter++}`;
    names.set(key, `_${source}.${own}`);
  }

  const nameAt = (key: string | undefined): string | undefined => (key === undefined ? undefined : names.get(key));
  const armKeys = new Map<string, string>();
  for (const [key, item] of items) {
    if (item.kind === "arm") armKeys.set(armKey(item.member), key);
  }
  return {
    items: [...items]
      .map(([key, item]) => ({ item, name: names.get(key) ?? item.original }))
      .toSorted((a, b) => compareText(a.name, b.name)),
    names: {
      nameOf: (from, statement, exported) =>
        nameAt(keyOf(entry.program.identify(entry, from, statement.path), exported.name)),
      localName: (symbol) => nameAt(bySymbol.get(symbol)),
      hoistedName: (node) => nameAt(byCall.get(node)),
    },
    armName: (member) => nameAt(armKeys.get(armKey(member))),
  };
}

function armKey(member: ArmMember): string {
  return `${member.file.path}\n${member.what}\n${member.name}`;
}
