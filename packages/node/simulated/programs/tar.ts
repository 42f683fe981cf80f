import type { Files } from "../files/files.ts";
import { FileError } from "../files/file-error.ts";
import { joinPath, normalizePath, parentOf } from "../files/path.ts";
import type { Program, ProgramCall } from "../shell/index.ts";
import { attempt, pathOf } from "./options.ts";

/** The unit of an archive (POSIX ustar). */
const block = 512;
const kinds: Readonly<Record<string, "file" | "directory" | "symlink">> = {
  "0": "file",
  "\0": "file",
  "5": "directory",
  "2": "symlink",
};

interface Entry {
  readonly name: string;
  readonly kind: "file" | "directory" | "symlink";
  readonly mode: number;
  readonly target: string;
  readonly content: Uint8Array;
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, "0")}\0`;
}

function headerOf({ name, kind, mode, target, content }: Entry): Uint8Array {
  const header = Buffer.alloc(block);
  const [prefix, rest] =
    name.length > 100 ? [name.slice(0, name.lastIndexOf("/")), name.slice(name.lastIndexOf("/") + 1)] : ["", name];
  header.write(rest, 0);
  header.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(content.length, 12) + octal(0, 12), 100);
  header.write(" ".repeat(8), 148);
  header.write(kind === "directory" ? "5" : kind === "symlink" ? "2" : "0", 156);
  header.write(target, 157);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function pack(entries: readonly Entry[]): Uint8Array {
  const parts = entries.flatMap((entry) => [
    headerOf(entry),
    entry.content,
    new Uint8Array((block - (entry.content.length % block)) % block),
  ]);
  return Buffer.concat([...parts, new Uint8Array(block * 2)]);
}

/** The entries of an archive; names that pax headers give are taken, what else these say is not. */
function unpack(bytes: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0;) {
    const text = (from: number, length: number): string =>
      bytes.toString("utf8", at + from, at + from + length).split("\0")[0] ?? "";
    const size = Number.parseInt(text(124, 12).trim() || "0", 8);
    const flag = String.fromCharCode(bytes[at + 156] ?? 0);
    const content = bytes.subarray(at + block, at + block + size);
    const prefix = text(345, 155);
    const plain = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
    const kind = kinds[flag];
    if (flag === "x") longName = /\d+ path=(.*)\n/.exec(content.toString())?.[1];
    else if (flag === "L") longName = content.toString().split("\0")[0];
    else if (kind) {
      const mode = Number.parseInt(text(100, 8).trim() || "644", 8) & 0o7777;
      entries.push({
        name: longName ?? plain,
        kind,
        mode,
        target: text(157, 100),
        content: kind === "file" ? content : Buffer.alloc(0),
      });
      longName = undefined;
    }
    at += block + Math.ceil(size / block) * block;
  }
  return entries;
}

function collect(files: Files, path: string, name: string): Entry[] {
  const stat = files.lstat(path);
  if (!stat) throw new FileError("ENOENT", path);
  const base = { name, mode: stat.mode, target: "", content: new Uint8Array() };
  if (stat.kind === "symlink") return [{ ...base, kind: "symlink", target: files.readLink(path) }];
  if (stat.kind === "file") return [{ ...base, kind: "file", content: files.readBytes(path) }];
  const inside = files
    .readDirectory(path)
    .flatMap((child) => collect(files, joinPath(path, child), `${name}/${child}`));
  return [{ ...base, name: `${name}/`, kind: "directory" }, ...inside];
}

interface Options {
  readonly letters: string;
  readonly archive: string;
  readonly folder: string;
  readonly operands: readonly string[];
}

/** `tar cf - path`, `tar -xmf - -C folder`: letters in one word, with or without a dash; the value of `f` is the next word. */
function readOptions({ argv, cwd }: ProgramCall): Options {
  const words = argv.slice(1);
  let letters = "";
  let archive = "-";
  let folder = cwd;
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "-C") folder = normalizePath(words[++index] ?? ".", folder);
    else if (word.startsWith("--")) continue;
    else if (index === 0 || /^-[a-zA-Z]+$/.test(word)) {
      letters += word.replace(/^-/, "");
      if (word.includes("f")) archive = words[++index] ?? "-";
    } else operands.push(word);
  }
  return { letters, archive, folder, operands };
}

function create(call: ProgramCall, { archive, folder, operands }: Options): number {
  let status = 0;
  let stripped = false;
  const entries = operands.flatMap((operand) => {
    const name = operand.replace(/^\/+|\/+$/g, "");
    if (operand.startsWith("/") && !stripped) {
      call.err("tar: removing leading '/' from member names\n");
      stripped = true;
    }
    try {
      return collect(call.files, normalizePath(operand, folder), name);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      call.err(`tar: ${operand}: ${error.message}\n`);
      status = 1;
      return [];
    }
  });
  const bytes = pack(entries);
  if (archive !== "-")
    return attempt(call, archive, () => call.files.writeFile(pathOf(call, archive), bytes)) ? status : 1;
  const text = textOf(bytes);
  if (text === undefined) {
    call.err("tar: programs of simulated containers pass on UTF-8 text only\n");
    return 1;
  }
  call.out(text);
  return status;
}

function extract(call: ProgramCall, { letters, archive, folder, operands }: Options): number {
  let bytes: Buffer;
  try {
    bytes =
      archive === "-" ? Buffer.from(call.input.readAll()) : Buffer.from(call.files.readBytes(pathOf(call, archive)));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    call.err(`tar: ${archive}: ${error.message}\n`);
    return 1;
  }
  let status = 0;
  for (const { name, kind, mode, target, content } of unpack(bytes)) {
    // Neither an absolute name nor one that climbs leads out of the folder.
    const inner = normalizePath(name, "/");
    if (operands.length > 0 && !operands.some((operand) => inner.startsWith(normalizePath(operand, "/")))) continue;
    if (letters.includes("t") || letters.includes("v")) call.out(`${name}\n`);
    if (letters.includes("t")) continue;
    const path = normalizePath(folder + inner);
    const done = attempt(call, name, () => {
      call.files.makeDirectory(kind === "directory" ? path : parentOf(path), { parents: true });
      if (kind === "directory") return;
      if (call.files.lstat(path)) call.files.remove(path);
      if (kind === "symlink") call.files.makeSymlink(target, path);
      else call.files.writeFile(path, content, { mode });
    });
    if (!done) status = 1;
  }
  return status;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** `c`, `x` and `t` without compression. What goes over standard input and output is text, as everything there. */
export const tar: Program = (call) => {
  const options = readOptions(call);
  const { letters } = options;
  if (/[zjJ]/.test(letters)) {
    call.err("tar: compression is not supported on a simulated node\n");
    return 1;
  }
  if (letters.includes("c")) return create(call, options);
  if (letters.includes("x") || letters.includes("t")) return extract(call, options);
  call.err("tar: need one of -c, -x, -t\n");
  return 1;
};
