/** The Levenshtein distance of two texts, or `limit + 1` when it is greater than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  const width = b.length;
  if (Math.abs(a.length - width) > limit) return limit + 1;
  const row: number[] = [];
  for (let column = 0; column <= width; column++) row.push(column);
  for (let line = 1; line <= a.length; line++) {
    const unit = a.charCodeAt(line - 1);
    let diagonal = line - 1;
    let best = line;
    row[0] = line;
    for (let column = 1; column <= width; column++) {
      const above = row[column] ?? 0;
      const change = diagonal + (unit === b.charCodeAt(column - 1) ? 0 : 1);
      const value = Math.min(change, above + 1, (row[column - 1] ?? 0) + 1);
      row[column] = value;
      diagonal = above;
      if (value < best) best = value;
    }
    if (best > limit) return limit + 1;
  }
  return row[width] ?? limit + 1;
}

/** No more candidates are compared: where there are so many, a text can have as many faults, and each would take long. */
const mostCandidates = 1000;

/** One change for every three characters, as a share of the name's length. */
const tolerance = 0.34;

/**
 * The candidate that a misspelt name most likely means: the least distance (letter case counts nothing), the first in
 * code-unit order among equals. Never the name itself: what it stands for is then there, and out of reach. One change is allowed for every three characters of the name, and lengths may differ by
 * two; candidates of one or two characters must be equal but for case.
 */
export function suggestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const limit = Math.floor(name.length * tolerance);
  let best: string | undefined;
  let bestDistance = limit + 1;
  let count = 0;
  for (const candidate of candidates) {
    if (++count > mostCandidates) break;
    if (candidate === name) continue;
    const folded = candidate.toLowerCase();
    if (Math.abs(folded.length - wanted.length) > Math.min(limit, 2)) continue;
    if (candidate.length < 3 && folded !== wanted) continue;
    const distance = editDistance(wanted, folded, bestDistance);
    if (distance < bestDistance || (distance === bestDistance && best !== undefined && candidate < best)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
