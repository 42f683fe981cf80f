/**
 * The order of names in lists that the compiler sorts: by letters first (whatever their case), lower case before upper
 * where that is all that differs. Names are ASCII; `_` and `:` come before digits, digits before letters.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = weight(a.charCodeAt(index)) - weight(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  if (a.length !== b.length) return a.length - b.length;
  for (let index = 0; index < length; index++) {
    // Lower-case letters have the greater code units, but come first.
    const difference = b.charCodeAt(index) - a.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return 0;
}

const punctuation = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

function weight(unit: number): number {
  const isUpper = unit >= 65 && unit <= 90;
  const folded = isUpper ? unit + 32 : unit;
  if (folded >= 97 && folded <= 122) return 1000 + folded;
  if (folded >= 48 && folded <= 57) return 500 + folded;
  const at = punctuation.indexOf(String.fromCharCode(unit));
  return at === -1 ? 2000 + unit : at;
}
