/** Splits a JSON pointer (RFC 6901). @returns undefined when it is none. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An index of an existing element, or of the place after the last one when `end` is allowed. */
export function arrayIndex(step: string, length: number, end: boolean): number | undefined {
  if (end && step === "-") return length;
  if (!/^(?:0|[1-9][0-9]*)$/.test(step)) return undefined;
  const index = Number(step);
  return index < length || (end && index === length) ? index : undefined;
}
