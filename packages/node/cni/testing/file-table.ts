import type { DirectoryRead, FileView } from "../file-view.ts";

const encoder = new TextEncoder();

/** A file view over a table of paths and contents; folders are those that the paths imply, and those given. */
export function createFileTable(
  files: Readonly<Record<string, string>> = {},
  folders: readonly string[] = ["/etc/cni/net.d"],
): FileView & { readonly files: Map<string, string>; readonly folders: Set<string> } {
  const table = new Map(Object.entries(files));
  const known = new Set(folders);
  return {
    files: table,
    folders: known,
    list(path): DirectoryRead {
      const prefix = path.endsWith("/") ? path : `${path}/`;
      const names = new Map<string, boolean>();
      for (const file of [...table.keys(), ...known]) {
        if (!file.startsWith(prefix)) continue;
        const [name = "", ...rest] = file.slice(prefix.length).split("/");
        names.set(name, rest.length > 0 || known.has(prefix + name));
      }
      if (names.size === 0 && !known.has(path)) return { kind: "absent" };
      return { kind: "entries", entries: [...names].map(([name, directory]) => ({ name, directory })) };
    },
    read(path) {
      const text = table.get(path);
      if (text !== undefined) return { kind: "bytes", bytes: encoder.encode(text) };
      return { kind: "error", reason: known.has(path) ? "is a directory" : "no such file or directory" };
    },
    isRegularFile: (path) => table.has(path),
  };
}
