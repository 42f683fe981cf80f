import { describe, expect, it } from "vitest";
import { createFakeClock } from "@byocni/base/core/testing";
import { runProcess } from "../container/process.ts";
import { createFileTree, type FileTree } from "../files/file-tree.ts";
import { parseShell } from "../shell/index.ts";
import { commonPrograms } from "./index.ts";

async function run(files: FileTree, script: string, input = "") {
  let out = "";
  let err = "";
  const code = await runProcess({
    argv: ["sh", "-c", script],
    environment: new Map(),
    cwd: "/",
    files,
    clock: createFakeClock(),
    signal: new AbortController().signal,
    findProgram: (name) => commonPrograms[name],
    parse: parseShell,
    input,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { code, out, err };
}
function withFiles(): FileTree {
  const files = createFileTree({ now: () => 0 });
  files.makeDirectory("/data/deep", { parents: true });
  files.writeFile("/data/a", "grüße\n", { mode: 0o755 });
  files.writeFile("/data/deep/b", "x".repeat(600));
  files.makeSymlink("a", "/data/link");
  return files;
}

describe("tar", () => {
  it("carries a tree from one container to another, as kubectl cp asks it to", async () => {
    const { code, out, err } = await run(withFiles(), "tar cf - /data");
    expect([code, err]).toEqual([0, "tar: removing leading '/' from member names\n"]);
    expect(Buffer.byteLength(out) % 512).toBe(0);
    const other = createFileTree({ now: () => 0 });
    other.makeDirectory("/tmp");
    expect(await run(other, "tar -xmf - -C /tmp && ls /tmp/data", out)).toMatchObject({
      code: 0,
      out: "a\ndeep\nlink\n",
    });
    expect(other.readText("/tmp/data/link")).toBe("grüße\n");
    expect(other.stat("/tmp/data/a")?.mode).toBe(0o755);
    expect(other.readText("/tmp/data/deep/b")).toHaveLength(600);
  });

  it("lists, and keeps an archive in a file, where content may be anything", async () => {
    const files = withFiles();
    files.writeFile("/data/raw", new Uint8Array([0xff, 0xfe]));
    expect(
      await run(files, "tar -cf /all.tar data/raw && rm -r /data && tar xf all.tar && tar -tf all.tar"),
    ).toMatchObject({
      code: 0,
      out: "data/raw\n",
    });
    expect([...files.readBytes("/data/raw")]).toEqual([0xff, 0xfe]);
  });

  it("does not leave the folder that it unpacks into", async () => {
    const files = createFileTree({ now: () => 0 });
    files.makeDirectory("/in/side", { parents: true });
    files.writeFile("/in/evil", "x");
    const { out } = await run(files, "tar cf - -C /in/side ../evil");
    const other = createFileTree({ now: () => 0 });
    other.makeDirectory("/tmp");
    await run(other, "tar xf - -C /tmp", out);
    expect(other.stat("/evil")).toBeUndefined();
    expect(other.stat("/tmp/evil")?.kind).toBe("file");
  });

  it.each([
    ["tar cf - /none", "", 1, "tar: /none: No such file or directory"],
    ["tar czf - /data", "", 1, "tar: compression is not supported on a simulated node"],
    ["tar -f x", "", 1, "tar: need one of -c, -x, -t"],
    ["tar xf none.tar", "", 1, "tar: none.tar: No such file or directory"],
    ["echo -n | tar xf -", "", 0, ""],
  ])("%s", async (script, input, code, message) => {
    const result = await run(withFiles(), script, input);
    expect(result.code).toBe(code);
    expect(result.err).toContain(message);
  });

  it("says so when what it is to pass on is not text", async () => {
    const files = withFiles();
    files.writeFile("/data/raw", new Uint8Array([0xff, 0xfe]));
    expect(await run(files, "tar cf - data")).toMatchObject({
      code: 1,
      err: expect.stringContaining("UTF-8 text only"),
    });
  });
});
