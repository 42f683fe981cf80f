import { FileError } from "../files/file-error.ts";
import { baseName, joinPath, normalizePath, parentOf } from "../files/path.ts";
import { matchesPattern } from "../shell/glob.ts";
import type { Program, ProgramCall } from "../shell/index.ts";
import { attempt, pathOf, readArguments } from "./options.ts";

const rm: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  const recursive = flags.has("r") || flags.has("R") || flags.has("recursive");
  const force = flags.has("f") || flags.has("force");
  let status = 0;
  for (const operand of operands) {
    const path = pathOf(call, operand);
    const stat = call.files.lstat(path);
    if (!stat) {
      if (force) continue;
      call.err(`rm: can't remove '${operand}': No such file or directory\n`);
      status = 1;
    } else if (stat.kind === "directory" && !recursive) {
      call.err(`rm: '${operand}' is a directory\n`);
      status = 1;
    } else if (!attempt(call, `can't remove '${operand}'`, () => call.files.remove(path, { recursive }))) status = 1;
  }
  return status;
};

const mkdir: Program = (call) => {
  const { flags, values, operands } = readArguments(call.argv, ["m", "mode"]);
  const parents = flags.has("p") || flags.has("parents");
  const text = values.get("m") ?? values.get("mode");
  const mode = text === undefined ? 0o755 : Number.parseInt(text, 8);
  let status = 0;
  for (const operand of operands) {
    const path = pathOf(call, operand);
    if (!attempt(call, `can't create directory '${operand}'`, () => call.files.makeDirectory(path, { parents, mode })))
      status = 1;
  }
  return status;
};

const rmdir: Program = (call) => {
  let status = 0;
  for (const operand of readArguments(call.argv).operands) {
    if (!attempt(call, `'${operand}'`, () => call.files.remove(pathOf(call, operand)))) status = 1;
  }
  return status;
};

const ln: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  const [target = "", name = baseName(target)] = operands;
  let path = pathOf(call, name);
  if (call.files.stat(path)?.kind === "directory" && !flags.has("n")) path = joinPath(path, baseName(target));
  const done = attempt(call, name, () => {
    if (flags.has("f") && call.files.lstat(path)) call.files.remove(path);
    if (flags.has("s")) call.files.makeSymlink(target, path);
    else call.files.makeLink(pathOf(call, target), path);
  });
  return done ? 0 : 1;
};

/** `755`, `+x`, `u+rw,go-w`. */
function newMode(text: string, mode: number): number {
  if (/^[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  let result = mode;
  for (const clause of text.split(",")) {
    const match = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause);
    if (!match) continue;
    const [, who = "", operator, permissions = ""] = match;
    let bits = 0;
    for (const [letter, bit] of [
      ["r", 4],
      ["w", 2],
      ["x", 1],
    ] as const)
      if (permissions.includes(letter)) bits |= bit;
    let mask = 0;
    for (const [letter, shift] of [
      ["u", 6],
      ["g", 3],
      ["o", 0],
    ] as const) {
      if (who === "" || who.includes("a") || who.includes(letter)) mask |= bits << shift;
    }
    if (permissions.includes("t")) mask |= 0o1000;
    result = operator === "-" ? result & ~mask : result | mask;
  }
  return result;
}

const chmod: Program = (call) => {
  const operands = call.argv.slice(1).filter((word) => !/^-[Rfvc]+$/.test(word));
  const recursive = call.argv.some((word) => /^-\w*R/.test(word));
  const [mode = "", ...names] = operands;
  let status = 0;
  const change = (path: string): void => {
    const stat = call.files.stat(path);
    if (!stat) throw new FileError("ENOENT", path);
    call.files.changeMode(path, newMode(mode, stat.mode));
    if (recursive && stat.kind === "directory")
      for (const name of call.files.readDirectory(path)) change(joinPath(path, name));
  };
  for (const name of names) if (!attempt(call, name, () => change(pathOf(call, name)))) status = 1;
  return status;
};

const touch: Program = (call) => {
  let status = 0;
  const { flags, operands } = readArguments(call.argv, ["d", "t", "r"]);
  for (const operand of operands) {
    const path = pathOf(call, operand);
    if (flags.has("c") && !call.files.stat(path)) continue;
    if (!attempt(call, operand, () => call.files.touch(path))) status = 1;
  }
  return status;
};

const letters = (mode: number, kind: string): string => {
  const type = kind === "directory" ? "d" : kind === "symlink" ? "l" : "-";
  let text = type;
  for (const shift of [6, 3, 0]) {
    const bits = (mode >> shift) & 7;
    text += (bits & 4 ? "r" : "-") + (bits & 2 ? "w" : "-") + (bits & 1 ? "x" : "-");
  }
  return text;
};

function listLine(call: ProgramCall, path: string, shown: string, long: boolean): string {
  const stat = call.files.lstat(path);
  if (!stat || !long) return `${shown}\n`;
  const time = new Date(stat.modified).toISOString().slice(0, 16).replace("T", " ");
  const arrow = stat.kind === "symlink" ? ` -> ${call.files.readLink(path)}` : "";
  return `${letters(stat.mode, stat.kind)} 1 root root ${String(stat.size).padStart(8)} ${time} ${shown}${arrow}\n`;
}

const ls: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  const long = flags.has("l");
  const all = flags.has("a") || flags.has("A");
  const names = operands.length === 0 ? ["."] : operands;
  let status = 0;
  const directories: string[] = [];
  for (const name of names) {
    const path = pathOf(call, name);
    const stat = call.files.stat(path) ?? call.files.lstat(path);
    if (!stat) {
      call.err(`ls: ${name}: No such file or directory\n`);
      status = 2;
    } else if (stat.kind === "directory" && !flags.has("d")) directories.push(name);
    else call.out(listLine(call, path, name, long));
  }
  for (const name of directories) {
    if (names.length > 1) call.out(`${name}:\n`);
    const path = pathOf(call, name);
    for (const entry of call.files.readDirectory(path)) {
      if (all || !entry.startsWith(".")) call.out(listLine(call, joinPath(path, entry), entry, long));
    }
  }
  return status;
};

const find: Program = (call) => {
  const roots: string[] = [];
  let rest = call.argv.slice(1);
  while (rest[0] !== undefined && !rest[0].startsWith("-") && rest[0] !== "!") roots.push(rest.shift() ?? "");
  let type: string | undefined;
  let name: string | undefined;
  let depth = Number.POSITIVE_INFINITY;
  let remove = false;
  for (; rest.length > 0; rest = rest.slice(1)) {
    if (rest[0] === "-type") type = rest[1];
    else if (rest[0] === "-name") name = rest[1];
    else if (rest[0] === "-maxdepth") depth = Number(rest[1]);
    else if (rest[0] === "-delete") remove = true;
    else continue;
    if (rest[0] !== "-delete") rest = rest.slice(1);
  }
  const kinds: Readonly<Record<string, string>> = { f: "file", d: "directory", l: "symlink" };
  const pattern = name === undefined ? undefined : Array.from(name, (char) => ({ char, literal: false }));
  let status = 0;
  const visit = (path: string, shown: string, level: number): void => {
    const stat = call.files.lstat(path);
    if (!stat) {
      call.err(`find: ${shown}: No such file or directory\n`);
      status = 1;
      return;
    }
    if (stat.kind === "directory" && level < depth) {
      for (const entry of call.files.readDirectory(path))
        visit(joinPath(path, entry), `${shown.replace(/\/$/, "")}/${entry}`, level + 1);
    }
    if (type !== undefined && kinds[type] !== stat.kind) return;
    if (pattern && !matchesPattern(pattern, baseName(shown))) return;
    if (remove) attempt(call, shown, () => call.files.remove(path));
    else call.out(`${shown}\n`);
  };
  for (const root of roots.length === 0 ? ["."] : roots) visit(pathOf(call, root), root, 0);
  return status;
};

const readlink: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  let status = 0;
  for (const operand of operands) {
    const path = pathOf(call, operand);
    const kind = call.files.lstat(path)?.kind;
    if (kind === "symlink") {
      const target = call.files.readLink(path);
      call.out(`${flags.has("f") ? normalizePath(target, parentOf(path)) : target}\n`);
    } else if (flags.has("f") && kind !== undefined) call.out(`${path}\n`);
    else status = 1;
  }
  return status;
};

const stat: Program = (call) => {
  const { values, operands } = readArguments(call.argv, ["c", "format", "f"]);
  const format = values.get("c") ?? values.get("format");
  let status = 0;
  for (const operand of operands) {
    const found = call.files.lstat(pathOf(call, operand));
    if (!found) {
      call.err(`stat: can't stat '${operand}': No such file or directory\n`);
      status = 1;
      continue;
    }
    const text: Readonly<Record<string, string>> = {
      s: String(found.size),
      a: found.mode.toString(8),
      n: operand,
      F: found.kind === "file" ? "regular file" : found.kind === "symlink" ? "symbolic link" : "directory",
      Y: String(Math.floor(found.modified / 1000)),
      T: "ext2/ext3",
    };
    call.out(
      `${(format ?? "  File: %n\n  Size: %s\t%F\nAccess: (%a)").replace(/%([a-zA-Z])/g, (whole, key: string) => text[key] ?? whole)}\n`,
    );
  }
  return status;
};

/** Programs that work on files and need nothing else. */
export const filePrograms: Readonly<Record<string, Program>> = {
  rm,
  mkdir,
  rmdir,
  ln,
  chmod,
  touch,
  ls,
  find,
  readlink,
  realpath: (call) => readlink({ ...call, argv: ["readlink", "-f", ...call.argv.slice(1)] }),
  stat,
  chown: () => 0,
  chgrp: () => 0,
  sync: () => 0,
};
