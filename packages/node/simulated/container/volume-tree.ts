import type { PodVolume, VolumeFile } from "@byocni/node/agent";
import { createFileTree } from "../files/file-tree.ts";
import type { Files } from "../files/files.ts";
import { newDirectory, type Owner } from "../files/inode.ts";
import { parentOf } from "../files/path.ts";

/** The files of a volume that is not a folder of the node. */
export interface VolumeTree {
  /** Laid out when something looks at it: most containers never do. */
  readonly files: Files;
  /** Fetches what is to be had only on demand. Rejects when it is not to be had. */
  prepare(): Promise<void>;
  /** Puts new files in the place of those that the volume had. */
  update(files: readonly VolumeFile[]): void;
}

const encoder = new TextEncoder();

export function createVolumeTree(volume: Exclude<PodVolume, { kind: "host" }>, now: () => number): VolumeTree {
  const owner: Owner = Symbol("volume");
  let laidOut: Files | undefined;
  let files = volume.kind === "files" ? volume.files : [];
  const pathOf = ({ path }: VolumeFile): string => `/${path}`;

  function layOut(): Files {
    if (laidOut) return laidOut;
    laidOut = createFileTree({ base: newDirectory(owner, now()), now });
    putAll(laidOut);
    return laidOut;
  }
  function put(tree: Files, file: VolumeFile, content: string | Uint8Array): void {
    const path = pathOf(file);
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    if (tree.stat(path)?.kind === "file" && Buffer.compare(tree.readBytes(path), bytes) === 0) return;
    tree.makeDirectory(parentOf(path), { parents: true });
    tree.writeFile(path, bytes, { mode: file.mode });
  }
  function putAll(tree: Files): void {
    // What comes on demand has an empty file until then.
    for (const file of files)
      if (typeof file.content !== "function") put(tree, file, file.content);
      else if (!tree.stat(pathOf(file))) put(tree, file, "");
  }

  return {
    get files() {
      return layOut();
    },
    async prepare() {
      for (const file of files) if (typeof file.content === "function") put(layOut(), file, await file.content());
    },
    update(next) {
      const before = files;
      files = next;
      if (!laidOut) return;
      const kept = new Set(next.map(pathOf));
      for (const path of before.map(pathOf)) if (!kept.has(path) && laidOut.stat(path)) laidOut.remove(path);
      putAll(laidOut);
    },
  };
}
