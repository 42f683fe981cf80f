import { scan } from "../syntax/scanner.ts";

/** Where the tokens of a text begin, in order. */
export function tokenStarts(text: string): readonly number[] {
  const { tokens } = scanTokens(text);
  return tokens.map((token) => token.start);
}

function scanTokens(text: string): { readonly tokens: readonly { readonly start: number; readonly end: number }[] } {
  const found = scan(text, () => undefined).tokens;
  const tokens = Array.from({ length: found.count }, (_, index) => ({
    start: found.starts[index] ?? 0,
    end: found.ends[index] ?? 0,
  }));
  return { tokens: tokens.filter(({ start, end }) => end > start) };
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A way to damage a text. */
export type Damage = "cut" | "swap" | "drop" | "double";

/** The text with one thing wrong: cut off before a token, two tokens swapped, one left out or written twice. */
export function damage(text: string, kind: Damage, random: () => number): string {
  const { tokens } = scanTokens(text);
  const pick = () => tokens[Math.floor(random() * tokens.length)];
  const first = pick();
  const second = pick();
  if (!first || !second) return text;
  const of = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  switch (kind) {
    case "cut":
      return text.slice(0, first.start);
    case "drop":
      return text.slice(0, first.start) + text.slice(first.end);
    case "double":
      return `${text.slice(0, first.end)} ${of(first)}${text.slice(first.end)}`;
    case "swap": {
      const [a, b] = first.start <= second.start ? [first, second] : [second, first];
      if (a.end > b.start) return text;
      return text.slice(0, a.start) + of(b) + text.slice(a.end, b.start) + of(a) + text.slice(b.end);
    }
  }
}
