import type { DirectoryEvent, DirectoryRead, FileErrorReason, FileRead } from "@byocni/node/cni";
import { FileError } from "./file-error.ts";
import type { Files, FileStat } from "./files.ts";
import { type DirectoryNode, type FileNode, type Inode, newDirectory, type Owner } from "./inode.ts";
import { baseName, joinPath, normalizePath, parentOf } from "./path.ts";

/** A tree of files in memory, with events as inotify gives them for a watched directory. */
export interface FileTree extends Files {
  /** Events of one directory until the returned function is called. The directory need not exist yet. */
  watch(directory: string, listener: (event: DirectoryEvent) => void): () => void;
  /** The root as it is now, for layers and snapshots. Not to be changed. */
  readonly root: DirectoryNode;
  /** Nodes with this owner were changed here; all others are the base layer's. */
  readonly owner: Owner;
}

export interface FileTreeOptions {
  /** Shared by many trees; copied directory by directory where this tree writes. */
  readonly base?: DirectoryNode;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called after every change, with the real path. */
  readonly onChange?: (path: string) => void;
}

const maxLinks = 40;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const reasons: Partial<Record<string, FileErrorReason>> = {
  EISDIR: "is a directory",
  ENOTDIR: "not a directory",
};

interface Place {
  /** The real path: no step is a symbolic link, except the last when it is not followed. */
  readonly path: string;
  readonly node: Inode | undefined;
}

function statOf(node: Inode): FileStat {
  const { kind, modified } = node;
  if (node.kind === "file") return { kind, mode: node.mode, size: node.data.length, modified };
  if (node.kind === "directory") return { kind, mode: node.mode, size: node.entries.size, modified };
  return { kind, mode: 0o777, size: node.target.length, modified };
}

export function createFileTree(options: FileTreeOptions): FileTree {
  const { now } = options;
  const owner: Owner = Symbol("tree");
  let root = options.base ?? newDirectory(owner, now());
  const watchers = new Map<string, Set<(event: DirectoryEvent) => void>>();

  function emit(directory: string, event: DirectoryEvent): void {
    for (const listener of Array.from(watchers.get(directory) ?? [])) listener(event);
  }
  function emitAt(path: string, operation: DirectoryEvent["operation"]): void {
    emit(parentOf(path), { operation, name: baseName(path) });
    options.onChange?.(path);
  }

  function resolve(path: string, follow: boolean, links = 0): Place {
    const normal = normalizePath(path);
    if (normal === "/") return { path: "/", node: root };
    let node: Inode = root;
    let at = "";
    const steps = normal.slice(1).split("/");
    for (const [index, step] of steps.entries()) {
      if (node.kind !== "directory") throw new FileError("ENOTDIR", path);
      const next = node.entries.get(step);
      at += `/${step}`;
      const last = index === steps.length - 1;
      if (!next) {
        if (last) return { path: at, node: undefined };
        throw new FileError("ENOENT", path);
      }
      if (next.kind === "symlink" && (follow || !last)) {
        if (links >= maxLinks) throw new FileError("ELOOP", path);
        const target = normalizePath(next.target, parentOf(at));
        const rest = steps.slice(index + 1).join("/");
        return resolve(rest === "" ? target : `${target}/${rest}`, follow, links + 1);
      }
      node = next;
    }
    return { path: at, node };
  }
  function find(path: string, follow = true): Place | undefined {
    try {
      return resolve(path, follow);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }
  function must(path: string, follow = true): Place & { readonly node: Inode } {
    const { path: real, node } = resolve(path, follow);
    if (!node) throw new FileError("ENOENT", path);
    return { path: real, node };
  }

  /** The directory at a real path, copied from the base layer as far as needed. */
  function writable(path: string): DirectoryNode {
    const own = (node: DirectoryNode): DirectoryNode =>
      node.owner === owner ? node : { ...node, owner, entries: new Map(node.entries) };
    root = own(root);
    let node = root;
    if (path === "/") return node;
    for (const step of path.slice(1).split("/")) {
      const next = node.entries.get(step);
      if (next?.kind !== "directory") throw new FileError(next ? "ENOTDIR" : "ENOENT", path);
      const owned = own(next);
      if (owned !== next) node.entries.set(step, owned);
      node = owned;
    }
    return node;
  }
  function put(path: string, node: Inode): void {
    const directory = writable(parentOf(path));
    directory.entries.set(baseName(path), node);
    directory.modified = now();
  }
  /** The file at a real path, as a node that may be changed. */
  function writableFile(path: string, node: FileNode): FileNode {
    if (node.owner === owner) return node;
    const copy: FileNode = { ...node, owner };
    put(path, copy);
    return copy;
  }
  function file(path: string): Place & { readonly node: FileNode } {
    const place = must(path);
    if (place.node.kind === "directory") throw new FileError("EISDIR", path);
    if (place.node.kind !== "file") throw new FileError("EINVAL", path);
    return { path: place.path, node: place.node };
  }

  function removeNode(path: string, node: Inode): void {
    if (node.kind === "directory") {
      for (const [name, child] of Array.from(node.entries)) removeNode(joinPath(path, name), child);
    }
    const directory = writable(parentOf(path));
    directory.entries.delete(baseName(path));
    directory.modified = now();
    if (node.kind === "directory") emit(path, { operation: "remove" });
    emitAt(path, "remove");
  }

  const tree: FileTree = {
    get root() {
      return root;
    },
    owner,
    watch(directory, listener) {
      const path = find(directory)?.path ?? normalizePath(directory);
      const listeners = watchers.get(path) ?? new Set();
      watchers.set(path, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) watchers.delete(path);
      };
    },
    list(path): DirectoryRead {
      const node = find(path)?.node;
      if (!node) return { kind: "absent" };
      if (node.kind !== "directory") return { kind: "error", reason: "not a directory" };
      const entries = [...node.entries].map(([name, child]) => ({ name, directory: child.kind === "directory" }));
      return { kind: "entries", entries };
    },
    read(path): FileRead {
      try {
        return { kind: "bytes", bytes: file(path).node.data };
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        return { kind: "error", reason: reasons[error.code] ?? "no such file or directory" };
      }
    },
    isRegularFile: (path) => find(path)?.node?.kind === "file",
    stat(path) {
      const node = find(path)?.node;
      return node && statOf(node);
    },
    lstat(path) {
      const node = find(path, false)?.node;
      return node && statOf(node);
    },
    readDirectory(path) {
      const { node } = must(path);
      if (node.kind !== "directory") throw new FileError("ENOTDIR", path);
      return [...node.entries.keys()].toSorted();
    },
    readBytes: (path) => file(path).node.data,
    readText: (path) => decoder.decode(file(path).node.data),
    readLink(path) {
      const { node } = must(path, false);
      if (node.kind !== "symlink") throw new FileError("EINVAL", path);
      return node.target;
    },
    writeFile(path, content, more = {}) {
      const place = resolve(path, true);
      if (place.node?.kind === "directory") throw new FileError("EISDIR", path);
      const bytes = typeof content === "string" ? encoder.encode(content) : content;
      if (!place.node) {
        put(place.path, { kind: "file", owner, data: bytes, mode: more.mode ?? 0o644, modified: now() });
        emitAt(place.path, "create");
        if (bytes.length > 0) emitAt(place.path, "write");
        return;
      }
      const node = writableFile(place.path, place.node as FileNode);
      const before = node.data.length;
      node.data = more.append === true ? Buffer.concat([node.data, bytes]) : bytes;
      node.modified = now();
      // Truncating an empty file and writing nothing changes nothing, so there is no event.
      if (bytes.length > 0 || (more.append !== true && before > 0)) emitAt(place.path, "write");
    },
    makeDirectory(path, more = {}) {
      const normal = normalizePath(path);
      if (more.parents === true) {
        if (find(normal)?.node?.kind === "directory") return;
        tree.makeDirectory(parentOf(normal), { parents: true });
      }
      const place = resolve(normal, true);
      if (place.node) throw new FileError("EEXIST", path);
      put(place.path, newDirectory(owner, now(), more.mode));
      emitAt(place.path, "create");
    },
    remove(path, more = {}) {
      const place = must(path, false);
      if (place.path === "/") throw new FileError("EBUSY", path);
      if (place.node.kind === "directory" && place.node.entries.size > 0 && more.recursive !== true) {
        throw new FileError("ENOTEMPTY", path);
      }
      removeNode(place.path, place.node);
    },
    rename(from, to) {
      const source = must(from, false);
      const target = resolve(to, false);
      if (source.path === target.path) return;
      if (target.node?.kind === "directory") {
        if (source.node.kind !== "directory") throw new FileError("EISDIR", to);
        if (target.node.entries.size > 0) throw new FileError("ENOTEMPTY", to);
      }
      put(target.path, source.node);
      const directory = writable(parentOf(source.path));
      directory.entries.delete(baseName(source.path));
      directory.modified = now();
      if (source.node.kind === "directory") emit(source.path, { operation: "rename" });
      emitAt(source.path, "rename");
      emitAt(target.path, "create");
    },
    makeSymlink(target, path) {
      const place = resolve(path, false);
      if (place.node) throw new FileError("EEXIST", path);
      put(place.path, { kind: "symlink", owner, target, modified: now() });
      emitAt(place.path, "create");
    },
    makeLink(existing, path) {
      const source = file(existing);
      const place = resolve(path, false);
      if (place.node) throw new FileError("EEXIST", path);
      put(place.path, writableFile(source.path, source.node));
      emitAt(place.path, "create");
    },
    changeMode(path, mode) {
      const place = must(path);
      if (place.node.kind === "directory") writable(place.path).mode = mode;
      else if (place.node.kind === "file") writableFile(place.path, place.node).mode = mode;
      emitAt(place.path, "chmod");
    },
    touch(path) {
      const place = resolve(path, true);
      if (!place.node) {
        tree.writeFile(place.path, "");
        return;
      }
      if (place.node.kind === "directory") writable(place.path).modified = now();
      else if (place.node.kind === "file") writableFile(place.path, place.node).modified = now();
      emitAt(place.path, "chmod");
    },
  };
  return tree;
}
