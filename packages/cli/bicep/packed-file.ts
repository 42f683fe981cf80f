import { gunzipSync } from "node:zlib";

const block = 512;

function field(header: Buffer, start: number, length: number): string {
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end === -1 ? length : end);
}

/**
 * The text of one file of a `.tgz`; undefined when it is not in there. A package that holds the wanted package
 * (`types.tgz` of a published extension) is looked into.
 * @throws Error when the bytes are not those of a compressed archive
 */
export function readPackedFile(bytes: Buffer, wanted: string): string | undefined {
  const archive = gunzipSync(bytes);
  for (let at = 0; at + block <= archive.length;) {
    const header = archive.subarray(at, at + block);
    const name = field(header, 0, 100).replace(/^\.\//, "");
    const size = Number.parseInt(field(header, 124, 12).trim() || "0", 8);
    if (name === "" || !Number.isSafeInteger(size)) return undefined;
    const content = archive.subarray(at + block, at + block + size);
    if (name === wanted) return content.toString("utf8");
    if (name === "types.tgz") return readPackedFile(content, wanted);
    at += block + Math.ceil(size / block) * block;
  }
  return undefined;
}
