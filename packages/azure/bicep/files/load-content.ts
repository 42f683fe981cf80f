import type { Json } from "./json.ts";
import { parse as parseYaml } from "yaml";
import { normalizePath, relativePath, resolvePath, type FileHost } from "../host.ts";
import { parseJsonText } from "./json-text.ts";
import { selectJson } from "./json-path.ts";

/** What a `load…` function gives, or why it gives nothing: a catalog code and text, and which argument is to blame. */
export type LoadResult =
  | {
      readonly value: Json;
      /** What the file itself says of its encoding, when it is not what was asked for. */
      readonly encoding?: string;
    }
  | { readonly problem: LoadProblem; readonly detail: string; readonly argument: number };

export type LoadProblem =
  | "not-found"
  | "directory"
  | "too-large"
  | "too-many-bytes"
  | "bad-json"
  | "bad-yaml"
  | "bad-path"
  | "bad-encoding"
  | "not-a-directory"
  | "no-directory";

const maxLiteral = 131_072;
const maxJson = 1_048_576;
const encodings: Readonly<Record<string, string>> = {
  "us-ascii": "windows-1252",
  "iso-8859-1": "windows-1252",
  "utf-8": "utf-8",
  "utf-16": "utf-16le",
  "utf-16BE": "utf-16be",
};

function fail(problem: LoadProblem, detail: string, argument = 0): LoadResult {
  return { problem, detail, argument };
}

/** The encoding that a byte order mark tells. */
function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16BE" : undefined;
}

/** Decodes bytes; a byte order mark counts more than the encoding that was asked for. */
function decode(bytes: Uint8Array, encoding: string): string {
  const hasMark = (...mark: readonly number[]): boolean => mark.every((byte, index) => bytes[index] === byte);
  if (hasMark(0xef, 0xbb, 0xbf)) return new TextDecoder("utf-8").decode(bytes);
  if (hasMark(0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  const isBigEndian = hasMark(0xfe, 0xff) || encoding === "utf-16be";
  if (isBigEndian) {
    const swapped = Uint8Array.from(bytes.subarray(0, bytes.length & ~1), (_, index) => bytes[index ^ 1] ?? 0);
    return new TextDecoder("utf-16le").decode(swapped);
  }
  if (encoding === "windows-1252") {
    // Latin-1 proper: every byte is its own code point.
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return text;
  }
  return new TextDecoder(encoding).decode(bytes);
}

function readText(host: FileHost, from: string, path: string, encoding: string | undefined, limit: number): LoadResult {
  const target = resolvePath(from, path);
  const content = host.readFile(target);
  if (content === undefined) {
    return host.isDirectory?.(target) === true ? fail("directory", target) : fail("not-found", target);
  }
  const name = encoding === undefined ? "utf-8" : Object.hasOwn(encodings, encoding) ? encodings[encoding] : undefined;
  if (name === undefined) return fail("bad-encoding", encoding ?? "", 1);
  const text = typeof content === "string" ? content.replace(/^\uFEFF/, "") : decode(content, name);
  if (text.length > limit) return fail("too-large", target);
  const value = encoding === "us-ascii" ? text.replaceAll(/[^\u0000-\u007f]/g, "?") : text;
  const marked = typeof content === "string" ? undefined : markedEncoding(content);
  const isOther = encoding !== undefined && marked !== undefined && marked !== encoding;
  return isOther ? { value, encoding: marked } : { value };
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  const step = 0x8000;
  for (let index = 0; index < bytes.length; index += step) {
    binary += String.fromCharCode(...bytes.subarray(index, index + step));
  }
  return btoa(binary);
}

function select(value: Json, path: string | undefined): LoadResult {
  if (path === undefined) return { value };
  const found = selectJson(value, path);
  const [first] = found ?? [];
  if (!found || first === undefined) return fail("bad-path", path, 1);
  return { value: found.length === 1 ? first : found };
}

/** `*` and `?` as in file names; several patterns are not divided by anything. */
function globPattern(pattern: string): RegExp {
  const escaped = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${escaped}$`, "i");
}

function listDirectory(host: FileHost, from: string, path: string, pattern: string | undefined): LoadResult {
  const directory = resolvePath(from, path);
  const names = host.listDirectory?.(directory);
  if (!names)
    return host.readFile(directory) === undefined ? fail("no-directory", path) : fail("not-a-directory", path);
  const matches = globPattern(pattern ?? "*");
  const files = names
    .filter((name) => matches.test(name) && host.readFile(normalizePath(`${directory}/${name}`)) !== undefined)
    .map((baseName) => {
      const dot = baseName.lastIndexOf(".");
      return {
        relativePath: relativePath(from, normalizePath(`${directory}/${baseName}`)),
        baseName,
        extension: dot === -1 ? "" : baseName.slice(dot),
      };
    });
  const key = (file: { readonly relativePath: string }): string => file.relativePath.toUpperCase();
  return { value: files.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)) };
}

function parseYamlText(text: string): LoadResult {
  try {
    const value: unknown = parseYaml(text, { maxAliasCount: 1000, logLevel: "error", merge: true });
    return { value: JSON.parse(JSON.stringify(value ?? null)) as Json };
  } catch {
    return fail("bad-yaml", "");
  }
}

/** Runs a `load…` function for the file `from`. The arguments are known strings. */
export function loadContent(
  host: FileHost,
  from: string,
  name: string,
  args: readonly (string | undefined)[],
): LoadResult {
  const [path = "", second, third] = args;
  switch (name) {
    case "loadTextContent":
      return readText(host, from, path, second, maxLiteral);
    case "loadFileAsBase64": {
      const target = resolvePath(from, path);
      const content = host.readFile(target);
      if (content === undefined) {
        return host.isDirectory?.(target) === true ? fail("directory", target) : fail("not-found", target);
      }
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return bytes.length > (maxLiteral / 4) * 3 ? fail("too-many-bytes", target) : { value: base64(bytes) };
    }
    case "loadJsonContent": {
      const text = readText(host, from, path, third, maxJson);
      if ("problem" in text) return text;
      const parsed = parseJsonText(String(text.value));
      return "problem" in parsed ? fail("bad-json", parsed.problem.message) : select(parsed.value, second);
    }
    case "loadYamlContent": {
      const text = readText(host, from, path, third, maxJson);
      if ("problem" in text) return text;
      const parsed = parseYamlText(String(text.value));
      return "problem" in parsed ? parsed : select(parsed.value, second);
    }
    case "loadDirectoryFileInfo":
      return listDirectory(host, from, path, second);
    default:
      return fail("not-found", path);
  }
}
