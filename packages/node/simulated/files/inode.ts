/** Who may change a node in place; others copy it first. Base layers have an owner that nobody writes with. */
export type Owner = symbol;

export interface FileNode {
  readonly kind: "file";
  readonly owner: Owner;
  data: Uint8Array;
  mode: number;
  modified: number;
}

export interface DirectoryNode {
  readonly kind: "directory";
  readonly owner: Owner;
  readonly entries: Map<string, Inode>;
  mode: number;
  modified: number;
}

export interface LinkNode {
  readonly kind: "symlink";
  readonly owner: Owner;
  readonly target: string;
  readonly modified: number;
}

export type Inode = FileNode | DirectoryNode | LinkNode;

export function newDirectory(owner: Owner, modified: number, mode = 0o755): DirectoryNode {
  return { kind: "directory", owner, entries: new Map(), mode, modified };
}
