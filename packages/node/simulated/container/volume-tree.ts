import type { PodVolume } from "@byocni/node/agent";
import { createFileTree } from "../files/file-tree.ts";
import type { Files } from "../files/files.ts";
import { type FileNode, newDirectory, type Owner } from "../files/inode.ts";

const encoder = new TextEncoder();

/** A file whose content is made when it is first read. */
function lazyFile(owner: Owner, mode: number, make: () => string): FileNode {
  let bytes: Uint8Array | undefined;
  return {
    kind: "file",
    owner,
    mode,
    modified: 0,
    get data() {
      return (bytes ??= encoder.encode(make()));
    },
    set data(value: Uint8Array) {
      bytes = value;
    },
  };
}

/** The files of a volume that is not a folder of the node. */
export function createVolumeTree(volume: Exclude<PodVolume, { kind: "host" }>, now: () => number): Files {
  const owner: Owner = Symbol("volume");
  const root = newDirectory(owner, now());
  for (const file of volume.kind === "files" ? volume.files : []) {
    const steps = file.path.split("/");
    const name = steps.pop() ?? "";
    let directory = root;
    for (const step of steps) {
      const next = directory.entries.get(step);
      if (next?.kind === "directory") directory = next;
      else {
        const made = newDirectory(owner, now());
        directory.entries.set(step, made);
        directory = made;
      }
    }
    const { content, mode } = file;
    if (typeof content === "function") directory.entries.set(name, lazyFile(owner, mode, content));
    else {
      const data = typeof content === "string" ? encoder.encode(content) : content;
      directory.entries.set(name, { kind: "file", owner, data, mode, modified: now() });
    }
  }
  return createFileTree({ base: root, now });
}
