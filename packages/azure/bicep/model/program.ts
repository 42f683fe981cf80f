import { createSourceText } from "@byocni/base/lang";
import { createConfigurationReader } from "../config/configuration.ts";
import { readArmFile, type ArmFile } from "../files/arm-file.ts";
import { createFunctionTable } from "../functions/index.ts";
import { normalizePath, relativePath, resolvePath, type FileHost } from "../host.ts";
import { parse } from "../parser/parse.ts";
import { plainString, type StringNode } from "../syntax/index.ts";
import type { ResourceTypes } from "../types/index.ts";
import { createFileModel, type FileModel, type Program, type Target } from "./model.ts";
import { parseArtifactReference } from "./references.ts";
import { pathProblem, targetProblems } from "./target-problems.ts";

/** A program and the way to its files by path. */
export interface OpenProgram extends Program {
  /** The model of a file; undefined when it cannot be read. */
  open(path: string): FileModel | undefined;
  /** The models opened so far, in the order of opening. */
  readonly opened: Iterable<FileModel>;
}

/** Nothing is known of any resource type. */
export const noResourceTypes: ResourceTypes = {
  canonical: () => undefined,
  body: () => undefined,
  shape: () => undefined,
  scopes: () => undefined,
  isComplete: false,
  versions: () => [],
};

function problem(row: { readonly code: string; readonly message: string }): Target {
  return { kind: "problem", ...row };
}

export function createProgram(host: FileHost, resourceTypes: ResourceTypes = noResourceTypes): OpenProgram {
  const models = new Map<string, FileModel | undefined>();
  const armFiles = new Map<string, ArmFile | undefined>();
  const configurationOf = createConfigurationReader(host);
  const targets = new WeakMap<StringNode, Target>();
  const artifacts = new Set<string>();

  const decodeText = (path: string): string | undefined => {
    const content = host.readFile(path);
    if (content === undefined || typeof content === "string") return content;
    return createSourceText(path, content).text;
  };
  const open = (path: string): FileModel | undefined => {
    if (models.has(path)) return models.get(path);
    const content = host.readFile(path);
    const kind = path.endsWith(".bicepparam") ? "parameters" : "template";
    const model =
      content === undefined
        ? undefined
        : createFileModel(program, path, parse(createSourceText(path, content), kind), configurationOf(path));
    models.set(path, model);
    return model;
  };
  const openArm = (path: string): ArmFile | undefined => {
    if (!armFiles.has(path)) {
      const text = decodeText(path);
      armFiles.set(path, text === undefined ? undefined : readArmFile(path, text));
    }
    return armFiles.get(path);
  };
  const openPath = (path: string): Target => {
    if (/\.(json|jsonc|arm)$/i.test(path)) {
      if (host.readFile(path) === undefined) return problem(unreadable(path));
      const file = openArm(path);
      return file ? { kind: "arm", file } : problem(targetProblems.templateBroken());
    }
    const model = open(path);
    return model ? { kind: "bicep", model } : problem(unreadable(path));
  };
  const unreadable = (path: string) =>
    host.isDirectory?.(path) === true ? targetProblems.isDirectory(path) : targetProblems.notFound(path);

  const locate = (from: FileModel, text: string): { readonly path: string } | Target => {
    if (text === "") return problem(targetProblems.empty());
    const reference = parseArtifactReference(text, from.configuration);
    switch (reference.kind) {
      case "path": {
        const fault = pathProblem(reference.path);
        return fault ? problem(fault) : { path: resolvePath(from.path, reference.path) };
      }
      case "artifact": {
        const path = host.findArtifact?.(reference.reference);
        if (path === undefined) return problem(targetProblems.notRestored(reference.reference));
        artifacts.add(normalizePath(path));
        return { path };
      }
      case "unknown-alias":
        return problem(targetProblems.aliasUnknown(reference.scheme, reference.alias, from.configuration.path));
      case "unknown-scheme":
        return problem(targetProblems.schemeUnknown(reference.scheme));
      case "malformed":
        return problem(targetProblems.referenceMalformed(reference.scheme, reference.reference));
    }
  };

  const edges = (model: FileModel): readonly FileModel[] =>
    model.tree.statements.flatMap((statement) => {
      const isReference =
        statement.kind === "module-declaration" ||
        statement.kind === "import-declaration" ||
        statement.kind === "test-declaration" ||
        statement.kind === "extends-declaration";
      if (!isReference) return [];
      const target = program.target(model, statement.path);
      // A file that refers to itself is told so; the cycles of others are not hidden by that.
      return target.kind === "bicep" && target.model !== model ? [target.model] : [];
    });
  let cycles: Map<FileModel, readonly string[]> | undefined;
  /** Walks the graph of files with a stack of its own: chains of modules may be long. */
  const findCycles = (root: FileModel): Map<FileModel, readonly string[]> => {
    const found = new Map<FileModel, readonly string[]>();
    const done = new Set<FileModel>();
    const stack: { model: FileModel; rest: readonly FileModel[]; next: number }[] = [
      { model: root, rest: edges(root), next: 0 },
    ];
    const position = new Map<FileModel, number>([[root, 0]]);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.rest[top.next++];
      if (next === undefined) {
        done.add(top.model);
        position.delete(top.model);
        stack.pop();
        continue;
      }
      const at = position.get(next);
      if (at !== undefined) {
        const members = stack.slice(at).map((entry) => entry.model);
        for (const [index, member] of members.entries()) {
          const turned = [...members.slice(index), ...members.slice(0, index)];
          if (!found.has(member))
            found.set(
              member,
              turned.map((one) => one.path),
            );
        }
      } else if (!done.has(next)) {
        position.set(next, stack.length);
        stack.push({ model: next, rest: edges(next), next: 0 });
      }
    }
    return found;
  };
  let root: FileModel | undefined;

  const program: OpenProgram = {
    host,
    functions: createFunctionTable(),
    resourceTypes,
    open(path) {
      const model = open(normalizePath(path));
      root ??= model;
      return model;
    },
    get opened() {
      return [...models.values()].filter((model) => model !== undefined);
    },
    target(from, reference) {
      if (reference.kind === "error") return problem(targetProblems.empty());
      const known = targets.get(reference);
      if (known) return known;
      const text = plainString(reference);
      let target: Target;
      if (text === undefined) target = problem(targetProblems.interpolated());
      else {
        const located = locate(from, text);
        target = "path" in located ? openPath(located.path) : located;
      }
      targets.set(reference, target);
      return target;
    },
    identify(entry, from, reference) {
      const text = plainString(reference) ?? "";
      const parsed = parseArtifactReference(text, from.configuration);
      if (parsed.kind === "artifact") return parsed.reference;
      const target = program.target(from, reference);
      if (target.kind === "bicep") return relativePath(entry.path, target.model.path);
      return target.kind === "arm" ? relativePath(entry.path, target.file.path) : text;
    },
    isArtifact: (model) => artifacts.has(normalizePath(model.path)),
    cycleOf(model) {
      cycles ??= findCycles(root ?? model);
      return cycles.get(model);
    },
  };
  return program;
}
