import type { Files } from "../files/files.ts";
import { FileError } from "../files/file-error.ts";
import { baseName, joinPath } from "../files/path.ts";
import type { Program } from "../shell/index.ts";
import { attempt, pathOf, readArguments } from "./options.ts";

/** Copies one file or, with `recursive`, a tree. What is at `to` is written over in place, as `cp` does. */
export function copyFile(files: Files, from: string, to: string, recursive: boolean): void {
  const stat = recursive ? files.lstat(from) : files.stat(from);
  if (!stat) throw new FileError("ENOENT", from);
  if (stat.kind === "symlink") {
    if (files.lstat(to)) files.remove(to);
    files.makeSymlink(files.readLink(from), to);
  } else if (stat.kind === "directory") {
    if (!recursive) throw new FileError("EISDIR", from);
    if (!files.stat(to)) files.makeDirectory(to, { mode: stat.mode });
    for (const name of files.readDirectory(from)) copyFile(files, joinPath(from, name), joinPath(to, name), true);
  } else files.writeFile(to, files.readBytes(from), { mode: stat.mode });
}

/** Where a source goes: into the target when that is a directory. */
function destination(files: Files, source: string, target: string): string {
  return files.stat(target)?.kind === "directory" ? joinPath(target, baseName(source)) : target;
}

export const cp: Program = (call) => {
  const { flags, values, operands } = readArguments(call.argv, ["t", "target-directory"]);
  const given = values.get("t") ?? values.get("target-directory");
  const sources = given === undefined ? operands.slice(0, -1) : operands;
  const last = given ?? operands.at(-1);
  if (last === undefined || sources.length === 0) {
    call.err("cp: missing file operand\n");
    return 1;
  }
  const target = pathOf(call, last);
  const recursive = ["r", "R", "a", "recursive", "archive"].some((flag) => flags.has(flag));
  if (sources.length > 1 && call.files.stat(target)?.kind !== "directory") {
    call.err(`cp: target '${last}': No such file or directory\n`);
    return 1;
  }
  let status = 0;
  for (const source of sources) {
    const from = pathOf(call, source);
    const to = flags.has("T") ? target : destination(call.files, from, target);
    if (flags.has("n") && call.files.lstat(to)) continue;
    if (!call.files.stat(from) && call.files.assume?.(from) !== true) {
      call.err(`cp: can't stat '${source}': No such file or directory\n`);
      status = 1;
    } else if (!attempt(call, `can't create '${last}'`, () => copyFile(call.files, from, to, recursive))) status = 1;
  }
  return status;
};

export const mv: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  const last = operands.at(-1);
  if (last === undefined || operands.length < 2) {
    call.err("mv: missing file operand\n");
    return 1;
  }
  const target = pathOf(call, last);
  let status = 0;
  for (const source of operands.slice(0, -1)) {
    const from = pathOf(call, source);
    const to = flags.has("T") ? target : destination(call.files, from, target);
    if (!call.files.lstat(from)) {
      call.err(`mv: can't rename '${source}': No such file or directory\n`);
      status = 1;
      continue;
    }
    if (flags.has("n") && call.files.lstat(to)) continue;
    const moved = attempt(call, `can't rename '${source}'`, () => {
      try {
        call.files.rename(from, to);
      } catch (error) {
        // Between two mounts it is a copy and a removal, which a watcher of the target sees as a write.
        if (!(error instanceof FileError) || error.code !== "EXDEV") throw error;
        if (call.files.lstat(to)?.kind === "file") call.files.remove(to);
        copyFile(call.files, from, to, true);
        call.files.remove(from, { recursive: true });
      }
    });
    if (!moved) status = 1;
  }
  return status;
};

export const install: Program = (call) => {
  const { flags, values, operands } = readArguments(call.argv, ["m", "o", "g", "t"]);
  const mode = Number.parseInt(values.get("m") ?? "755", 8);
  if (flags.has("d")) {
    for (const operand of operands) call.files.makeDirectory(pathOf(call, operand), { parents: true, mode });
    return 0;
  }
  const target = pathOf(call, values.get("t") ?? operands.at(-1) ?? "");
  let status = 0;
  for (const source of values.has("t") ? operands : operands.slice(0, -1)) {
    const from = pathOf(call, source);
    const to = destination(call.files, from, target);
    if (!call.files.lstat(from)) call.files.assume?.(from);
    const done = attempt(call, `cannot stat '${source}'`, () => {
      copyFile(call.files, from, to, false);
      call.files.changeMode(to, mode);
    });
    if (!done) status = 1;
  }
  return status;
};
