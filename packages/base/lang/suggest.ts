/** The Levenshtein distance of two texts, or `limit + 1` when it is greater than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const value = Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(value);
      if (value < best) best = value;
    }
    if (best > limit) return limit + 1;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

/** One change for every three characters, as a share of the name's length. */
const tolerance = 0.34;

/**
 * The candidate that a misspelt name most likely means: the least distance (letter case counts nothing), the first in
 * code-unit order among equals. One change is allowed for every three characters of the name, and lengths may differ by
 * two; candidates of one or two characters must be equal but for case.
 */
export function suggestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const limit = Math.floor(name.length * tolerance);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
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
