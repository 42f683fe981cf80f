import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readPackedFile } from "./packed-file.ts";

/** An archive as `tar` writes it: a header and the content in blocks, then two empty blocks. */
function pack(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${bytes.length.toString(8).padStart(11, "0")} `, 124);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

describe("readPackedFile", () => {
  it("finds a file behind others", () => {
    const archive = pack({ "./types.json": "x".repeat(700), "./index.json": "{}" });
    expect(readPackedFile(archive, "index.json")).toBe("{}");
    expect(readPackedFile(archive, "none.json")).toBeUndefined();
  });

  it("looks into the packed types of a published extension", () => {
    const archive = pack({ "types.tgz": pack({ "index.json": "[1]" }), "linux-x64.bin": "x" });
    expect(readPackedFile(archive, "index.json")).toBe("[1]");
  });

  it("throws on what is no archive", () => {
    expect(() => readPackedFile(Buffer.from("none"), "index.json")).toThrow();
  });
});
