import { createFileTree } from "../files/file-tree.ts";
import type { Files } from "../files/files.ts";
import type { DirectoryNode } from "../files/inode.ts";
import { baseName, parentOf } from "../files/path.ts";
import { binaryContent } from "../images/binary.ts";
import type { ImageModel } from "../images/image-model.ts";

const folders = [
  "/bin",
  "/dev",
  "/etc",
  "/home",
  "/opt",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/sys",
  "/tmp",
  "/usr/bin",
  "/usr/local/bin",
  "/var/lib",
  "/var/log",
];

/** The files of an image as a layer that its containers share. */
export function imageLayer(model: ImageModel | undefined): DirectoryNode {
  const tree = createFileTree({ now: () => 0 });
  for (const folder of folders) tree.makeDirectory(folder, { parents: true });
  tree.makeSymlink("/run", "/var/run");
  for (const [path, file] of Object.entries(model?.files ?? {})) {
    tree.makeDirectory(parentOf(path), { parents: true });
    if ("program" in file) tree.writeFile(path, binaryContent(file.program), { mode: 0o755 });
    else tree.writeFile(path, file.text);
  }
  return tree.root;
}

const unknowable = /^\/(?:dev|proc|sys|tmp|run|var\/run)(?:\/|$)/;

/**
 * A container's own root. What an image holds beyond its model is not known: a file that one of its programs reads is
 * assumed to be there, as the program of that name.
 *
 * @param onAssumed told once a file
 */
export function createContainerRoot(layer: DirectoryNode, now: () => number, onAssumed: (path: string) => void): Files {
  const tree = createFileTree({ base: layer, now });
  return {
    ...tree,
    assume(path) {
      if (tree.lstat(path)) return true;
      if (unknowable.test(path) || !/[^/]$/.test(path)) return false;
      tree.makeDirectory(parentOf(path), { parents: true });
      tree.writeFile(path, binaryContent(baseName(path)), { mode: 0o755 });
      onAssumed(path);
      return true;
    },
  };
}
