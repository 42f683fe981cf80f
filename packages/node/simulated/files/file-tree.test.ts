import type { DirectoryEvent } from "@byocni/node/cni";
import { describe, expect, it } from "vitest";
import { createFileTree, type FileTree } from "./file-tree.ts";
import { createMountedFiles } from "./mounted-files.ts";
import { applySnapshot, snapshotTree } from "./snapshot.ts";

function baseTree(): FileTree {
  const tree = createFileTree({ now: () => 0 });
  for (const folder of ["/etc/cni/net.d", "/opt/cni/bin", "/tmp", "/run"])
    tree.makeDirectory(folder, { parents: true });
  tree.writeFile("/opt/cni/bin/bridge", "binary", { mode: 0o755 });
  tree.makeSymlink("/run", "/var");
  return tree;
}
const setUp = (): FileTree => createFileTree({ base: baseTree().root, now: () => 0 });

function events(tree: FileTree, action: () => void): string[] {
  const seen: string[] = [];
  const show = (event: DirectoryEvent): number => seen.push(`${event.operation} ${event.name ?? "."}`);
  const stop = tree.watch("/etc/cni/net.d", show);
  action();
  stop();
  return seen;
}

describe("events of a watched directory, as inotify gives them", () => {
  const dir = "/etc/cni/net.d";
  it.each<[string, (tree: FileTree) => void, string[]]>([
    ["a new file with content", (t) => t.writeFile(`${dir}/a`, "x"), ["create a", "write a"]],
    ["a new empty file", (t) => t.writeFile(`${dir}/a`, ""), ["create a"]],
    [
      "an overwrite",
      (t) => (t.writeFile(`${dir}/a`, "x"), t.writeFile(`${dir}/a`, "y")),
      ["create a", "write a", "write a"],
    ],
    [
      "truncation",
      (t) => (t.writeFile(`${dir}/a`, "x"), t.writeFile(`${dir}/a`, "")),
      ["create a", "write a", "write a"],
    ],
    [
      "a rename in the directory",
      (t) => (t.writeFile(`${dir}/.t`, "x"), t.rename(`${dir}/.t`, `${dir}/a`)),
      ["create .t", "write .t", "rename .t", "create a"],
    ],
    [
      "a move from another directory",
      (t) => (t.writeFile("/tmp/a", "x"), t.rename("/tmp/a", `${dir}/a`)),
      ["create a"],
    ],
    ["a symbolic link", (t) => t.makeSymlink("/opt/cni/bin/bridge", `${dir}/a`), ["create a"]],
    ["a hard link", (t) => t.makeLink("/opt/cni/bin/bridge", `${dir}/a`), ["create a"]],
    [
      "touch and chmod",
      (t) => (t.touch(`${dir}/a`), t.touch(`${dir}/a`), t.changeMode(`${dir}/a`, 0o600)),
      ["create a", "chmod a", "chmod a"],
    ],
    [
      "removal of the directory",
      (t) => (t.writeFile(`${dir}/a`, ""), t.remove(dir, { recursive: true })),
      ["create a", "remove a", "remove ."],
    ],
    [
      "what happens below a folder in it is not seen",
      (t) => (t.makeDirectory(`${dir}/b`), t.writeFile(`${dir}/b/c`, "x")),
      ["create b"],
    ],
  ])("%s", (_, action, expected) => {
    const tree = setUp();
    expect(events(tree, () => action(tree))).toEqual(expected);
  });
});

describe("files over a shared base", () => {
  it("a write leaves the base and other trees alone", () => {
    const base = baseTree();
    const one = createFileTree({ base: base.root, now: () => 0 });
    const two = createFileTree({ base: base.root, now: () => 0 });
    one.writeFile("/opt/cni/bin/bridge", "changed");
    one.writeFile("/opt/cni/bin/other", "new");
    one.remove("/tmp");
    expect(two.readText("/opt/cni/bin/bridge")).toBe("binary");
    expect(two.readDirectory("/opt/cni/bin")).toEqual(["bridge"]);
    expect(base.stat("/tmp")?.kind).toBe("directory");
    expect(one.readDirectory("/opt/cni/bin")).toEqual(["bridge", "other"]);
  });

  it("follows links, and says what is wrong", () => {
    const tree = setUp();
    tree.writeFile("/var/x", "through the link");
    expect(tree.readText("/run/x")).toBe("through the link");
    tree.makeSymlink("loop", "/tmp/loop");
    expect(() => tree.readText("/tmp/loop")).toThrow("Too many levels of symbolic links");
    expect(() => tree.readText("/none")).toThrow("No such file or directory");
    expect(() => tree.readText("/etc")).toThrow("Is a directory");
    expect(() => tree.remove("/etc")).toThrow("Directory not empty");
    expect(() => tree.makeDirectory("/etc")).toThrow("File exists");
    expect(tree.read("/etc")).toEqual({ kind: "error", reason: "is a directory" });
    expect(tree.list("/none")).toEqual({ kind: "absent" });
  });

  it("a snapshot brings a tree back, without what a reboot empties", () => {
    const base = baseTree();
    const tree = createFileTree({ base: base.root, now: () => 0 });
    tree.writeFile("/etc/cni/net.d/10-a.conflist", "{}");
    tree.writeFile("/run/gone", "x");
    tree.remove("/opt/cni/bin/bridge");
    tree.makeSymlink("a", "/etc/cni/link");
    const changes = snapshotTree(tree, base.root, ["/run", "/tmp"]);
    const again = createFileTree({ base: base.root, now: () => 0 });
    applySnapshot(again, JSON.parse(JSON.stringify(changes)) as typeof changes);
    expect(again.readText("/etc/cni/net.d/10-a.conflist")).toBe("{}");
    expect(again.readLink("/etc/cni/link")).toBe("a");
    expect(again.readDirectory("/opt/cni/bin")).toEqual([]);
    expect(again.stat("/run/gone")).toBeUndefined();
    expect(snapshotTree(again, base.root, ["/run", "/tmp"])).toEqual(changes);
  });
});

describe("mounts", () => {
  function mounted() {
    const host = setUp();
    const root = createFileTree({ now: () => 0 });
    root.makeDirectory("/tmp");
    const files = createMountedFiles(root, [
      { at: "/host/etc/cni/net.d", files: host, source: "/etc/cni/net.d" },
      { at: "/host/etc", files: host, source: "/etc", readOnly: true },
      { at: "/one-file", files: host, source: "/opt/cni/bin/bridge" },
    ]);
    return { host, root, files };
  }
  it("the longest path wins, read-only holds, one file can be mounted", () => {
    const { host, files } = mounted();
    files.writeFile("/host/etc/cni/net.d/a", "x");
    expect(host.readText("/etc/cni/net.d/a")).toBe("x");
    expect(() => files.writeFile("/host/etc/b", "x")).toThrow("Read-only file system");
    expect(files.readText("/one-file")).toBe("binary");
    expect(files.readDirectory("/")).toEqual(["host", "one-file", "tmp"]);
  });
  it("a rename between mounts is refused", () => {
    const { files } = mounted();
    files.writeFile("/tmp/a", "x");
    expect(() => files.rename("/tmp/a", "/host/etc/cni/net.d/a")).toThrow("Invalid cross-device link");
  });
});
