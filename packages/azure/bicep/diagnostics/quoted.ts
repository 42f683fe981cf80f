/** So many names are told: more would make texts of megabytes, one for each of them. */
const longest = 300;

/** `"a", "b"`: how lists stand in the compiler's texts. */
export function quoted(names: Iterable<string>): string {
  const all = [...names];
  const told = all.slice(0, longest).map((name) => `"${name}"`);
  return (all.length > longest ? [...told, "…"] : told).join(", ");
}
