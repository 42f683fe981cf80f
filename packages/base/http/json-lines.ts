import { decodeText } from "./request-body.ts";

const newline = 0x0a;

/**
 * The values of a newline-separated JSON stream, wherever the chunks happen to be cut. Blank lines are skipped; a last
 * line needs no newline. @throws SyntaxError for a line that is not JSON (a stream cut off within an item).
 */
export async function* parseJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      begun.push(chunk.subarray(start, end));
      const line = decodeLine(begun);
      begun = [];
      start = end + 1;
      if (line !== "") yield JSON.parse(line);
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  const rest = decodeLine(begun);
  if (rest !== "") yield JSON.parse(rest);
}

function decodeLine(parts: readonly Uint8Array[]): string {
  const [only] = parts;
  return decodeText(parts.length === 1 && only ? only : Buffer.concat(parts)).trim();
}
