/** `"a", "b"`: how lists stand in the compiler's texts. */
export function quoted(names: Iterable<string>): string {
  return [...names].map((name) => `"${name}"`).join(", ");
}
