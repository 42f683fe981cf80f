const pattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** Stable before beta before alpha, higher before lower, anything else last and by name. Negative: `a` comes first. */
export function compareVersions(a: string, b: string): number {
  const left = pattern.exec(a);
  const right = pattern.exec(b);
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  return (
    stability(right[2]) - stability(left[2]) ||
    Number(right[1]) - Number(left[1]) ||
    Number(right[3] ?? 0) - Number(left[3] ?? 0)
  );
}

function stability(word: string | undefined): number {
  return word === undefined ? 2 : word === "beta" ? 1 : 0;
}
