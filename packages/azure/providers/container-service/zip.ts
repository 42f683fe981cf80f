import { inflateRawSync } from "node:zlib";

/** A file of an archive. */
export interface ZipEntry {
  /** Relative, with `/`, without `.` and `..`. */
  readonly path: string;
  readonly content: Uint8Array;
}

const endMark = 0x06054b50;
const centralMark = 0x02014b50;
const localMark = 0x04034b50;

/**
 * Reads an archive as `az` and PowerShell make it (APPNOTE.TXT; no encryption, no ZIP64).
 * @param limit bytes of all files together
 * @throws Error with what is wrong
 */
export function readZip(bytes: Uint8Array, limit: number): readonly ZipEntry[] {
  const data = Buffer.from(bytes);
  const end = endOf(data);
  const count = data.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = data.readUInt32LE(end + 16);
  let left = limit;
  for (let index = 0; index < count; index++) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== centralMark) throw new Error("its directory is damaged");
    const method = data.readUInt16LE(at + 10);
    const packed = data.readUInt32LE(at + 20);
    const size = data.readUInt32LE(at + 24);
    const nameLength = data.readUInt16LE(at + 28);
    const name = data.toString("utf8", at + 46, at + 46 + nameLength);
    const local = data.readUInt32LE(at + 42);
    if ((data.readUInt16LE(at + 8) & 1) !== 0) throw new Error(`${name} is encrypted`);
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
    if (name.endsWith("/")) continue;
    left -= size;
    if (left < 0) throw new Error(`its files have more than ${limit} bytes`);
    entries.push({ path: safePath(name), content: contentAt(data, local, { name, method, packed, size }) });
  }
  return entries;
}

function endOf(data: Buffer): number {
  // A comment of up to 64 KiB may follow.
  for (let at = data.length - 22; at >= Math.max(0, data.length - 22 - 0xffff); at--)
    if (data.readUInt32LE(at) === endMark) return at;
  throw new Error("it is no ZIP archive");
}

function contentAt(
  data: Buffer,
  at: number,
  {
    name,
    method,
    packed,
    size,
  }: { readonly name: string; readonly method: number; readonly packed: number; readonly size: number },
): Uint8Array {
  if (at + 30 > data.length || data.readUInt32LE(at) !== localMark) throw new Error(`${name} is damaged`);
  const start = at + 30 + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28);
  const raw = data.subarray(start, start + packed);
  if (method === 0) return raw;
  if (method !== 8) throw new Error(`${name} is packed by a method that is not known`);
  return inflateRawSync(raw, { maxOutputLength: Math.max(size, 1) });
}

/** @throws Error for a path that leads out of the folder */
function safePath(name: string): string {
  const steps = name.split(/[\\/]/).filter((step) => step !== "" && step !== ".");
  if (steps.length === 0 || steps.includes("..") || /^(?:[\\/]|[A-Za-z]:)/.test(name))
    throw new Error(`the path ${name} leads out of the folder`);
  return steps.join("/");
}
