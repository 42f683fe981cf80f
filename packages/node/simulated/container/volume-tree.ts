import type { PodVolume, VolumeFile } from "@byocni/node/agent";
import { createFileTree } from "../files/file-tree.ts";
import type { Files } from "../files/files.ts";
import { newDirectory, type Owner } from "../files/inode.ts";
import { parentOf } from "../files/path.ts";

/** The files of a volume that is not a folder of the node. */
export interface VolumeTree {
  readonly files: Files;
  /** Fetches what is to be had only on demand. Rejects when it is not to be had. */
  prepare(): Promise<void>;
  /** Puts new files in the place of those that the volume had. */
  update(files: readonly VolumeFile[]): void;
}

const encoder = new TextEncoder();

export function createVolumeTree(volume: Exclude<PodVolume, { kind: "host" }>, now: () => number): VolumeTree {
  const owner: Owner = Symbol("volume");
  const tree = createFileTree({ base: newDirectory(owner, now()), now });
  let files = volume.kind === "files" ? volume.files : [];
  const pathOf = ({ path }: VolumeFile): string => `/${path}`;

  function put(file: VolumeFile, content: string | Uint8Array): void {
    const path = pathOf(file);
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    if (tree.stat(path)?.kind === "file" && Buffer.compare(tree.readBytes(path), bytes) === 0) return;
    tree.makeDirectory(parentOf(path), { parents: true });
    tree.writeFile(path, bytes, { mode: file.mode });
  }
  function putAll(): void {
    // What comes on demand has an empty file until then.
    for (const file of files)
      if (typeof file.content !== "function") put(file, file.content);
      else if (!tree.stat(pathOf(file))) put(file, "");
  }
  putAll();

  return {
    files: tree,
    async prepare() {
      for (const file of files) if (typeof file.content === "function") put(file, await file.content());
    },
    update(next) {
      const kept = new Set(next.map(pathOf));
      for (const file of files) {
        const path = pathOf(file);
        if (!kept.has(path) && tree.stat(path)) tree.remove(path);
      }
      files = next;
      putAll();
    },
  };
}
