/**
 * Where the compiler reads files from: a disk, a memory, a browser's cache. Paths are POSIX paths; all are made from the
 * entry's path by {@link resolvePath}.
 */
export interface FileHost {
  /** The content of a file, or undefined when there is none or it cannot be read. */
  readFile(path: string): Uint8Array | string | undefined;
  /** True for a directory; only asked for paths that `readFile` does not know. */
  isDirectory?(path: string): boolean;
  /** The names of the entries of a directory. Only needed by `loadDirectoryFileInfo`. */
  listDirectory?(path: string): readonly string[] | undefined;
  /** The value of an environment variable. Only needed by `readEnvironmentVariable`. */
  environment?(name: string): string | undefined;
  /**
   * The path of the file that a `br:`/`ts:` reference stands for, when the host keeps it.
   * `reference` is written out: `br:registry/path:tag`, `ts:subscription/group/name:version`.
   */
  findArtifact?(reference: string): string | undefined;
  /**
   * The text of the `index.json` in an extension's package of types, when the host keeps the package. `reference` is a
   * written-out `br:` reference or the path of the package.
   */
  readExtension?(reference: string): string | undefined;
}

/** Removes `.`, `..` and doubled slashes. A leading `..` of a relative path stays. */
export function normalizePath(path: string): string {
  const isAbsolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!isAbsolute) parts.push("..");
  }
  const joined = parts.join("/");
  if (isAbsolute) return `/${joined}`;
  return joined === "" ? "." : joined;
}

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash === -1) return ".";
  return slash === 0 ? "/" : path.slice(0, slash);
}

/** The path that `relative` means when it stands in the file `from`. */
export function resolvePath(from: string, relative: string): string {
  return relative.startsWith("/") ? normalizePath(relative) : normalizePath(`${directoryOf(from)}/${relative}`);
}

/** How `to` is named from the directory of `from`: `../types/main.bicep`. */
export function relativePath(from: string, to: string): string {
  const directory = directoryOf(normalizePath(from));
  const target = normalizePath(to).split("/");
  const baseParts = directory === "." ? [] : directory === "/" ? [""] : directory.split("/");
  let common = 0;
  while (common < baseParts.length && common < target.length - 1 && baseParts[common] === target[common]) {
    common++;
  }
  return [...baseParts.slice(common).map(() => ".."), ...target.slice(common)].join("/");
}

/** A host over files in memory. */
export function createMemoryHost(files: Readonly<Record<string, string | Uint8Array>>): FileHost {
  const byPath = new Map(Object.entries(files).map(([path, content]) => [normalizePath(path), content]));
  const prefix = (path: string): string => (path === "." ? "" : path.endsWith("/") ? path : `${path}/`);
  const entries = (path: string): readonly string[] => {
    const start = prefix(path);
    const names = new Set<string>();
    for (const file of byPath.keys()) {
      if (file.startsWith(start)) names.add(file.slice(start.length).split("/")[0] ?? "");
    }
    return [...names];
  };
  return {
    readFile: (path) => byPath.get(normalizePath(path)),
    isDirectory: (path) => entries(path).length > 0,
    listDirectory: (path) => entries(path),
  };
}
