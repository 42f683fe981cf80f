import { scan } from "../syntax/scanner.ts";

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Where the tokens of a text stand, in order; the end of the file is no token. */
export function tokensOf(text: string): readonly Piece[] {
  const { count, starts, ends } = scan(text, () => undefined).tokens;
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (end > start) pieces.push({ start, end });
  }
  return pieces;
}

/** Numbers from 0 up to 1, the same for the same seeds. */
export function createRandom(...seeds: readonly number[]): () => number {
  let state = 0x9e3779b9;
  for (const seed of seeds) state = mix(Math.imul(state ^ seed, 0x85ebca6b) + 0x6d2b79f5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return (mix(state) >>> 0) / 2 ** 32;
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return mixed ^ (mixed >>> 14);
}

/** What a way to damage a text has to work with. */
interface Patient {
  readonly text: string;
  /** Another text, to take parts of. */
  readonly other: string;
  readonly random: () => number;
}

/** Longer texts would be about length, not about what is wrong in them. */
const greatest = 20_000;
const below = (random: () => number, limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(random: () => number, all: readonly T[]): T | undefined => all[below(random, all.length)];

function atToken({ text, random }: Patient, change: (piece: Piece, all: readonly Piece[]) => string): string {
  const all = tokensOf(text);
  const piece = oneOf(random, all);
  return piece ? change(piece, all) : text;
}

/** Replaces what is between `start` and `end`. */
function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

const strange = [
  "\ud800",
  "\udc00",
  "\u{1f600}",
  "\u0000",
  "\ufeff",
  "\u200b",
  "\u202e",
  "\u2028",
  "\u0301",
  "İ",
  "ß",
  "名",
  "\uffff",
  "\r",
  "\r\n",
  "\t",
  "\\u{d800}",
  "\\u{10ffff}",
  "\\u{110000}",
];
const words = [
  ..."__proto__ constructor toString hasOwnProperty null true for if resource module param var output type func".split(
    " ",
  ),
  ..."import existing as from with any object array string int bool sys az resourceGroup this '' '${ ''' ${ }' $'''".split(
    " ",
  ),
  ..."{ } [ ] ( ) , . .? [? :: ? ?? ! : = == => ... | * @ @secure() #disable-next-line // /* */ 1 -1".split(" "),
  "9223372036854775808",
  "999999999999999999999999",
  "\n",
];
const brackets: readonly (readonly [string, string])[] = [
  ["[", "]"],
  ["(", ")"],
  ["{ a: ", " }"],
  ["'${", "}'"],
  ["[for x in ", ": x]"],
  ["map([1], x => ", ")"],
  ["true ? 1 : ", ""],
  ["!", ""],
  ["string(", ")"],
  ["", ".a"],
  ["", "[0]"],
  ["", "!"],
  ["", "[]"],
  ["", " | 'a'"],
  ["1 + ", ""],
  ["@description('a')\n", ""],
];

/** The ways to damage a text, each with one thing wrong. */
const damages = {
  cut: (patient) => atToken(patient, ({ start }) => patient.text.slice(0, start)),
  drop: (patient) => atToken(patient, ({ start, end }) => replaced(patient.text, start, end, "")),
  double: (patient) =>
    atToken(patient, ({ start, end }) => replaced(patient.text, end, end, ` ${patient.text.slice(start, end)}`)),
  swap: (patient) =>
    atToken(patient, (first, all) => {
      const { text, random } = patient;
      const second = oneOf(random, all) ?? first;
      const [a, b] = first.start <= second.start ? [first, second] : [second, first];
      if (a.end > b.start) return text;
      const swapped = replaced(text, b.start, b.end, text.slice(a.start, a.end));
      return replaced(swapped, a.start, a.end, text.slice(b.start, b.end));
    }),
  replace: (patient) =>
    atToken(patient, ({ start, end }) => {
      const { other, random } = patient;
      const from = oneOf(random, tokensOf(other));
      const taken = from && random() < 0.6 ? other.slice(from.start, from.end) : (oneOf(random, words) ?? "");
      return replaced(patient.text, start, end, random() < 0.3 ? `${patient.text.slice(start, end)} ${taken}` : taken);
    }),
  splice: (patient) =>
    atToken(patient, ({ start }) => {
      const { text, other, random } = patient;
      const from = oneOf(random, tokensOf(other))?.start ?? 0;
      return text.slice(0, start) + other.slice(from);
    }),
  graft: (patient) =>
    atToken(patient, ({ start }) => {
      const { text, other, random } = patient;
      const all = tokensOf(other);
      const from = below(random, all.length);
      const to = all[Math.min(all.length - 1, from + below(random, 40))]?.end ?? 0;
      return replaced(text, start, start, `${other.slice(all[from]?.start ?? 0, to)} `);
    }),
  strange: ({ text, random }) => {
    const at = below(random, text.length + 1);
    return replaced(text, at, at + below(random, 2), oneOf(random, strange) ?? "");
  },
  character: ({ text, random }) => {
    const at = below(random, text.length + 1);
    return replaced(text, at, at + below(random, 3), String.fromCharCode(32 + below(random, 96)));
  },
  nest: (patient) =>
    atToken(patient, (first, all) => {
      const { text, random } = patient;
      const from = all.indexOf(first);
      const end = all[Math.min(all.length - 1, from + below(random, 6))]?.end ?? first.end;
      const [open, close] = oneOf(random, brackets) ?? ["", ""];
      const often = random() < 0.9 ? 1 + below(random, 4) : 1 + below(random, 400);
      const isOdd = random() < 0.2;
      const inner = text.slice(first.start, end);
      return replaced(text, first.start, end, open.repeat(often) + inner + close.repeat(isOdd ? often - 1 : often));
    }),
  lines: ({ text, random }) => {
    const lines = text.split("\n");
    const from = below(random, lines.length);
    const taken = lines.splice(from, 1 + below(random, 5));
    lines.splice(below(random, lines.length + 1), 0, ...taken, ...(random() < 0.5 ? taken : []));
    return lines.join("\n");
  },
  ends: ({ text, random }) =>
    random() < 0.5 ? text.replaceAll("\n", oneOf(random, ["\r\n", "\r", " ", "\n\n"]) ?? "") : `\ufeff${text}`,
} satisfies Readonly<Record<string, (patient: Patient) => string>>;

export type Damage = keyof typeof damages;

const kinds = Object.keys(damages) as readonly Damage[];

/** The text with up to four things wrong. `other` is a text that parts may be taken of. */
export function damaged(text: string, other: string, random: () => number): string {
  let result = text;
  do {
    const kind = oneOf(random, kinds) ?? "cut";
    result = damages[kind]({ text: result, other, random });
  } while (random() < 0.4 && result.length < greatest);
  return result;
}
