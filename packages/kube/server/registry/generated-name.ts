import type { Random } from "@byocni/base/core";

// No vowels and no digits that look like letters, so that no words come up.
const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxBaseLength = 63 - suffixLength;

/** `generateName` with a suffix of five characters; the base is cut so that the name fits a label. */
export function generateName(random: Random, base: string): string {
  let suffix = "";
  for (let index = 0; index < suffixLength; index++) suffix += alphabet[random.int(alphabet.length)];
  return base.slice(0, maxBaseLength) + suffix;
}
