/** Why a file could not be read, in the words of the operating system. */
export type FileErrorReason = "no such file or directory" | "permission denied" | "is a directory" | "not a directory";

export type FileRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "error"; readonly reason: FileErrorReason };

export interface DirectoryEntry {
  readonly name: string;
  /** Of the entry itself: a symbolic link to a directory is not a directory here. */
  readonly directory: boolean;
}

export type DirectoryRead =
  | { readonly kind: "entries"; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: "absent" }
  | { readonly kind: "error"; readonly reason: FileErrorReason };

/** The seam through which this module sees a node's files. It never writes through it. Paths are absolute. */
export interface FileView {
  /** The entries of a directory, in any order. */
  list(path: string): DirectoryRead;
  /** The content of a file, symbolic links followed. */
  read(path: string): FileRead;
  /** Whether the path leads (symbolic links followed) to a regular file. */
  isRegularFile(path: string): boolean;
}

/** Go's text for a failed `os.ReadFile`. */
export function readFailure(path: string, reason: FileErrorReason): string {
  return reason === "is a directory" ? `read ${path}: ${reason}` : `open ${path}: ${reason}`;
}
