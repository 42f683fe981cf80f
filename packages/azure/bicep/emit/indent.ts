/**
 * A text of several lines without the blanks with which all its lines but the first begin, as descriptions written as
 * multi-line strings have them. Line ends become LF.
 */
export function normalizeIndent(text: string): string {
  const [first = "", ...rest] = text.split(/\r\n|\n|\r/);
  if (rest.length === 0) return text;
  const filled = rest.filter((line) => line !== "");
  let shared = filled.length === 0 ? 0 : Number.POSITIVE_INFINITY;
  for (const line of filled) {
    let blanks = 0;
    while (blanks < Math.min(shared, line.length) && (line[blanks] === " " || line[blanks] === "\t")) blanks++;
    shared = blanks;
  }
  return [first, ...rest.map((line) => line.slice(shared))].join("\n");
}
