/** What `-o table` printed, as rows of cells; the first row is the header. The dashes below it say where columns are. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const rule = lines.findIndex((line) => /^-+( {2}-+)*\s*$/.test(line));
  if (rule < 1) return [];
  const columns = [...(lines[rule] ?? "").matchAll(/-+/g)].map(
    ({ index, 0: dashes }) => [index, dashes.length] as const,
  );
  const last = columns.length - 1;
  return [lines[rule - 1] ?? "", ...lines.slice(rule + 1)].map((line) =>
    columns.map(([start, width], index) => line.slice(start, index === last ? undefined : start + width + 2).trim()),
  );
}
