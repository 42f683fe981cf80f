import type { FileTree } from "./file-tree.ts";
import type { DirectoryNode, Inode, Owner } from "./inode.ts";
import { isWithin, joinPath } from "./path.ts";

/** One change against the base layer, in an order that can be applied from first to last. */
export type FileChange =
  | { readonly kind: "removed"; readonly path: string }
  | { readonly kind: "directory"; readonly path: string; readonly mode: number }
  /** `data` is base64. */
  | { readonly kind: "file"; readonly path: string; readonly mode: number; readonly data: string }
  | { readonly kind: "symlink"; readonly path: string; readonly target: string };

function collect(own: DirectoryNode, base: Inode | undefined, path: string, owner: Owner, changes: FileChange[]): void {
  const before = base?.kind === "directory" ? base.entries : new Map<string, Inode>();
  for (const name of before.keys()) {
    if (!own.entries.has(name)) changes.push({ kind: "removed", path: joinPath(path, name) });
  }
  for (const [name, node] of own.entries) {
    if (node.owner !== owner) continue;
    const at = joinPath(path, name);
    const { kind } = node;
    if (node.kind === "file") {
      changes.push({ kind: "file", path: at, mode: node.mode, data: Buffer.from(node.data).toString("base64") });
    } else if (node.kind === "symlink") changes.push({ kind: "symlink", path: at, target: node.target });
    else {
      if (before.get(name)?.kind !== kind) changes.push({ kind: "directory", path: at, mode: node.mode });
      collect(node, before.get(name), at, owner, changes);
    }
  }
}

/** What a tree has changed against its base, without the folders that a reboot empties. */
export function snapshotTree(tree: FileTree, base: DirectoryNode, volatile: readonly string[]): readonly FileChange[] {
  const changes: FileChange[] = [];
  if (tree.root.owner === tree.owner) collect(tree.root, base, "/", tree.owner, changes);
  return changes.filter((change) => !volatile.some((folder) => isWithin(change.path, folder)));
}

/** Puts the changes of a snapshot into a tree with the same base. */
export function applySnapshot(tree: FileTree, changes: readonly FileChange[]): void {
  for (const change of changes) {
    const there = tree.lstat(change.path);
    if (there && (change.kind !== "directory" || there.kind !== "directory"))
      tree.remove(change.path, { recursive: true });
    if (change.kind === "directory") tree.makeDirectory(change.path, { parents: true, mode: change.mode });
    else if (change.kind === "symlink") tree.makeSymlink(change.target, change.path);
    else if (change.kind === "file") {
      tree.writeFile(change.path, Buffer.from(change.data, "base64"), { mode: change.mode });
    }
  }
}
