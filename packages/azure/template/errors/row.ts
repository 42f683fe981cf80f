/** A row of the catalog: a text with its values, and where the text is known from. */
export interface Row<A extends readonly unknown[]> {
  readonly source: string;
  readonly text: (...args: A) => string;
}

export function row<A extends readonly unknown[]>(source: string, text: (...args: A) => string): Row<A> {
  return { source, text };
}

export const usage = (link: string): string => `Please see https://aka.ms/${link} for usage details.`;

/** "1 argument(s)", "between 2 and 3 argument(s)", "at least 2 argument(s)". */
export function countText(min: number, max: number): string {
  if (min === max) return `${min} argument(s)`;
  return max === Infinity ? `at least ${min} argument(s)` : `between ${min} and ${max} argument(s)`;
}

const ordinals = ["first", "second", "third", "fourth", "fifth"];

/** "first", "second" ... of an index from 0. */
export function ordinal(index: number): string {
  return ordinals[index] ?? `${index + 1}th`;
}
