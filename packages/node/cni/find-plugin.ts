import type { FileView } from "./file-view.ts";

export type FoundPlugin =
  | { readonly ok: true; readonly path: string }
  /** libcni's text (pkg/invoke/find.go). */
  | { readonly ok: false; readonly message: string };

/** The program of a plugin type in the plugin directories, the first that is a regular file. */
export function findPlugin(view: FileView, type: string, directories: readonly string[]): FoundPlugin {
  if (type === "") return { ok: false, message: "no plugin name provided" };
  if (type.includes("/")) return { ok: false, message: `invalid plugin name: ${type}` };
  if (directories.length === 0) return { ok: false, message: "no paths provided" };
  for (const directory of directories) {
    const path = `${directory}/${type}`;
    if (view.isRegularFile(path)) return { ok: true, path };
  }
  return { ok: false, message: `failed to find plugin ${JSON.stringify(type)} in path [${directories.join(" ")}]` };
}
