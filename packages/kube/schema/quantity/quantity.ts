/** Which suffix family a quantity is written with. */
export type QuantityFormat = "BinarySI" | "DecimalSI" | "DecimalExponent";

/** A resource quantity: a fixed-point number with nine decimals, and the family of suffixes that it shows. */
export interface Quantity {
  /** The value times 10^9; small rests are rounded away from zero, as the API server does. */
  readonly nano: bigint;
  readonly format: QuantityFormat;
}

/** The API server's complaint about text that is no quantity. */
export const quantityFormatProblem =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

const nanosPerUnit = 1_000_000_000n;
/** The largest value that is kept: 2^63-1 units. */
const maxNano = 9_223_372_036_854_775_807n * nanosPerUnit;

const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binaryPowers: Readonly<Record<string, number>> = { Ki: 1, Mi: 2, Gi: 3, Ti: 4, Pi: 5, Ei: 6 };
const decimalSuffixes: ReadonlyMap<number, string> = new Map(
  Object.entries(decimalExponents).map(([suffix, exponent]) => [exponent, suffix]),
);
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] as const;

const grammar = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([numkMGTPE]?|[KMGTPE]i|[eE][+-]?[0-9]+)$/;

/** Reads a quantity; a JSON number is read as its text. @returns undefined when it is none. */
export function parseQuantity(value: string | number): Quantity | undefined {
  const match = grammar.exec(String(value));
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  let exponent = 0;
  let factor = 1n;
  let format: QuantityFormat = "DecimalSI";
  const power = binaryPowers[suffix];
  if (power !== undefined) {
    format = "BinarySI";
    factor = 1024n ** BigInt(power);
  } else if (suffix.length > 1) {
    format = "DecimalExponent";
    exponent = Number(suffix.slice(1));
  } else exponent = decimalExponents[suffix] ?? 0;
  const digits = BigInt(whole + fraction) * factor;
  const magnitude = limit(scale(digits, exponent - fraction.length + 9));
  // Below one unit, binary suffixes would have to round.
  if (format === "BinarySI" && magnitude > 0n && magnitude < nanosPerUnit) format = "DecimalSI";
  return { nano: sign === "-" ? -magnitude : magnitude, format };
}

/** digits × 10^exponent as an integer, rests rounded up; bounded work for absurd exponents. */
function scale(digits: bigint, exponent: number): bigint {
  if (digits === 0n) return 0n;
  if (exponent >= 0) return exponent > 60 ? maxNano : digits * 10n ** BigInt(exponent);
  if (-exponent > 4_000) return 1n;
  const divisor = 10n ** BigInt(-exponent);
  const quotient = digits / divisor;
  return quotient * divisor === digits ? quotient : quotient + 1n;
}

function limit(nano: bigint): bigint {
  return nano > maxNano ? maxNano : nano;
}

/** The one way to write a quantity: `0.5` → `500m`, `1024Mi` → `1Gi`. */
export function formatQuantity({ nano, format }: Quantity): string {
  if (nano === 0n) return "0";
  const whole = nano % nanosPerUnit === 0n;
  const units = nano / nanosPerUnit;
  if (format === "BinarySI" && whole && (units >= 1024n || units <= -1024n)) {
    let mantissa = units;
    let power = 0;
    while (power < binarySuffixes.length - 1 && mantissa % 1024n === 0n) {
      mantissa /= 1024n;
      power++;
    }
    return `${mantissa}${binarySuffixes[power] ?? ""}`;
  }
  let mantissa = nano;
  let exponent = -9;
  while (mantissa % 1000n === 0n && exponent < 18) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (format === "DecimalExponent") return exponent === 0 ? String(mantissa) : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalSuffixes.get(exponent) ?? ""}`;
}

/** Canonical text of a quantity; undefined when it is none. */
export function canonicalQuantity(value: string | number): string | undefined {
  const quantity = parseQuantity(value);
  return quantity === undefined ? undefined : formatQuantity(quantity);
}

/** Reads a quantity of an accepted object: absent or malformed counts as zero. */
function known(value: string | number | undefined): Quantity {
  return (value === undefined ? undefined : parseQuantity(value)) ?? { nano: 0n, format: "DecimalSI" };
}

/** Negative, zero or positive, as `a - b`. Absent counts as zero. */
export function compareQuantities(a: string | number | undefined, b: string | number | undefined): number {
  const difference = known(a).nano - known(b).nano;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Sum as canonical text, in the format of the first that is not zero. */
export function addQuantities(a: string | number | undefined, b: string | number | undefined): string {
  return combine(known(a), known(b), 1n);
}

/** Difference as canonical text, in the format of the first that is not zero. */
export function subtractQuantities(a: string | number | undefined, b: string | number | undefined): string {
  return combine(known(a), known(b), -1n);
}

function combine(a: Quantity, b: Quantity, sign: bigint): string {
  return formatQuantity({ nano: a.nano + sign * b.nano, format: a.nano === 0n ? b.format : a.format });
}

/** Whole units, rounded away from zero (`500m` → 1); bytes for memory. */
export function quantityToNumber(value: string | number | undefined): number {
  return Number(divideUp(known(value).nano, nanosPerUnit));
}

/** Thousandths, rounded away from zero; millicores for CPU. */
export function quantityToMilli(value: string | number | undefined): number {
  return Number(divideUp(known(value).nano, 1_000_000n));
}

function divideUp(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  if (quotient * divisor === value) return quotient;
  return value < 0n ? quotient - 1n : quotient + 1n;
}
