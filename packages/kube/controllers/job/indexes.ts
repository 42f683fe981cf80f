/** Reads `1,3-5,7` into numbers. */
export function parseIndexes(text: string | undefined): Set<number> {
  const result = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    const [from = "", to = from] = part.split("-");
    if (from === "") continue;
    for (let index = Number(from); index <= Number(to); index++) result.add(index);
  }
  return result;
}

/** Writes numbers as `1,3-5,7`: runs of three or more with a dash, as upstream does. */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++;
    if (end - start >= 2) parts.push(`${sorted[start]}-${sorted[end]}`);
    else parts.push(...sorted.slice(start, end + 1).map(String));
    start = end + 1;
  }
  return parts.join(",");
}
