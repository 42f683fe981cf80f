import type { FileView } from "@byocni/node/cni";

export type FileKind = "file" | "directory" | "symlink";

export interface FileStat {
  readonly kind: FileKind;
  /** Permission bits. */
  readonly mode: number;
  /** Bytes of a file or of a link's target; entries of a directory. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

export interface WriteFileOptions {
  readonly append?: boolean;
  /** Only for files that are new. Default 0o644. */
  readonly mode?: number;
}

/**
 * Files as programs see them: a node's whole tree, or a container's with its mounts. Paths are absolute. All
 * operations are done at once and throw FileError.
 */
export interface Files extends FileView {
  /** Symbolic links are followed. */
  stat(path: string): FileStat | undefined;
  /** The last step is not followed. */
  lstat(path: string): FileStat | undefined;
  /** Names in byte order. */
  readDirectory(path: string): readonly string[];
  readBytes(path: string): Uint8Array;
  /** UTF-8; bytes that are no UTF-8 come out as U+FFFD. */
  readText(path: string): string;
  readLink(path: string): string;
  writeFile(path: string, content: Uint8Array | string, options?: WriteFileOptions): void;
  makeDirectory(path: string, options?: { readonly parents?: boolean; readonly mode?: number }): void;
  /** A file, a link, or an empty directory; with `recursive` a whole tree. */
  remove(path: string, options?: { readonly recursive?: boolean }): void;
  /** Replaces what is at `to`. @throws FileError EXDEV between two mounts. */
  rename(from: string, to: string): void;
  makeSymlink(target: string, path: string): void;
  makeLink(existing: string, path: string): void;
  changeMode(path: string, mode: number): void;
  /**
   * Only where what a program would find is not fully known (the files of an image): makes the file as that program
   * assumes it to be there. @returns whether it is there now
   */
  assume?(path: string): boolean;
  /** Sets the time of change; makes an empty file when there is none. */
  touch(path: string): void;
}
