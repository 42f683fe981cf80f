import { FileError } from "./file-error.ts";
import type { Files } from "./files.ts";
import { isWithin, normalizePath } from "./path.ts";

/** A place of another tree that shows at a path of a container. */
export interface Mount {
  /** Where it shows; absolute and normal. */
  readonly at: string;
  readonly files: Files;
  /** The path in `files` that shows there: a directory, or a single file. */
  readonly source: string;
  readonly readOnly?: boolean;
}

/** A container's files: its own root, and its mounts, of which the longest path wins. */
export function createMountedFiles(root: Files, mounts: readonly Mount[]): Files {
  const all: readonly Mount[] = [
    ...mounts.toSorted((a, b) => b.at.length - a.at.length),
    { at: "/", files: root, source: "/" },
  ];

  interface Target {
    readonly mount: Mount;
    readonly path: string;
  }
  function locate(path: string): Target {
    const normal = normalizePath(path);
    const mount = all.find((candidate) => isWithin(normal, candidate.at));
    if (!mount) throw new FileError("ENOENT", path);
    const rest = mount.at === "/" ? normal : normal.slice(mount.at.length);
    return { mount, path: normalizePath(mount.source + rest) };
  }
  function change(path: string): Target {
    const target = locate(path);
    if (target.mount.readOnly === true) throw new FileError("EROFS", path);
    return target;
  }
  /** Mounts directly below a directory show in its list. */
  function mountedNames(path: string): string[] {
    const normal = normalizePath(path);
    const prefix = normal === "/" ? "/" : `${normal}/`;
    return all
      .filter((mount) => mount.at !== "/" && mount.at.startsWith(prefix))
      .map((mount) => mount.at.slice(prefix.length).split("/")[0] ?? "");
  }

  return {
    list(path) {
      const { mount, path: inner } = locate(path);
      const read = mount.files.list(inner);
      const extra = mountedNames(path);
      if (extra.length === 0 || read.kind === "error") return read;
      const entries = new Map(read.kind === "entries" ? read.entries.map((entry) => [entry.name, entry]) : []);
      for (const name of extra) if (!entries.has(name)) entries.set(name, { name, directory: true });
      return { kind: "entries", entries: [...entries.values()] };
    },
    read(path) {
      const { mount, path: inner } = locate(path);
      return mount.files.read(inner);
    },
    isRegularFile(path) {
      const { mount, path: inner } = locate(path);
      return mount.files.isRegularFile(inner);
    },
    stat(path) {
      const { mount, path: inner } = locate(path);
      const found = mount.files.stat(inner);
      if (found || mountedNames(path).length === 0) return found;
      return { kind: "directory", mode: 0o755, size: 0, modified: 0 };
    },
    lstat(path) {
      const { mount, path: inner } = locate(path);
      return mount.files.lstat(inner);
    },
    readDirectory(path) {
      const { mount, path: inner } = locate(path);
      const extra = mountedNames(path);
      if (extra.length === 0) return mount.files.readDirectory(inner);
      const own = mount.files.stat(inner) ? mount.files.readDirectory(inner) : [];
      return [...new Set([...own, ...extra])].toSorted();
    },
    readBytes(path) {
      const { mount, path: inner } = locate(path);
      return mount.files.readBytes(inner);
    },
    readText(path) {
      const { mount, path: inner } = locate(path);
      return mount.files.readText(inner);
    },
    readLink(path) {
      const { mount, path: inner } = locate(path);
      return mount.files.readLink(inner);
    },
    writeFile(path, content, options) {
      const { mount, path: inner } = change(path);
      mount.files.writeFile(inner, content, options);
    },
    makeDirectory(path, options) {
      if (mountedNames(path).length > 0 && options?.parents === true) return;
      const { mount, path: inner } = change(path);
      mount.files.makeDirectory(inner, options);
    },
    remove(path, options) {
      const normal = normalizePath(path);
      if (all.some((mount) => mount.at === normal)) throw new FileError("EBUSY", path);
      const { mount, path: inner } = change(path);
      mount.files.remove(inner, options);
    },
    rename(from, to) {
      const source = change(from);
      const target = change(to);
      if (source.mount !== target.mount) throw new FileError("EXDEV", to);
      source.mount.files.rename(source.path, target.path);
    },
    makeSymlink(target, path) {
      const place = change(path);
      place.mount.files.makeSymlink(target, place.path);
    },
    makeLink(existing, path) {
      const source = locate(existing);
      const target = change(path);
      if (source.mount !== target.mount) throw new FileError("EXDEV", path);
      source.mount.files.makeLink(source.path, target.path);
    },
    changeMode(path, mode) {
      const { mount, path: inner } = change(path);
      mount.files.changeMode(inner, mode);
    },
    assume(path) {
      const { mount, path: inner } = locate(path);
      return mount.at === "/" && (mount.files.assume?.(inner) ?? false);
    },
    touch(path) {
      const { mount, path: inner } = change(path);
      mount.files.touch(inner);
    },
  };
}
