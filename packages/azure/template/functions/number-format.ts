import { fault } from "../errors/template-error.ts";

/**
 * A number in one of .NET's formats, invariant culture: the standard ones (C D E F G N P R X B with a precision) and
 * custom ones (`0`, `#`, `.`, `,`, `%`, quoted text, sections). @throws ExpressionFault
 */
export function formatNumber(value: number, format: string): string {
  if (format === "") return String(value);
  const standard = /^([A-Za-z])(\d{0,2})$/.exec(format);
  if (!standard) return formatCustom(value, format);
  const kind = (standard[1] ?? "").toUpperCase();
  const precision = standard[2] === "" ? undefined : Number(standard[2]);
  const text = formatStandard(value, kind, precision, standard[1] === kind);
  if (text === undefined) throw fault("formatInvalid", "Format specifier was invalid.");
  return text;
}

function formatStandard(
  value: number,
  kind: string,
  precision: number | undefined,
  upper: boolean,
): string | undefined {
  const magnitude = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  switch (kind) {
    case "C":
      return signedCurrency(value, precision ?? 2);
    case "D":
      return Number.isInteger(value) ? sign + String(magnitude).padStart(precision ?? 0, "0") : undefined;
    case "E":
      return scientific(value, precision ?? 6, upper);
    case "F":
      return fixed(value, precision ?? 2);
    case "G":
    case "R":
      return precision === undefined || precision === 0 ? String(value) : String(Number(value.toPrecision(precision)));
    case "N":
      return grouped(value, precision ?? 2);
    case "P":
      return `${grouped(value * 100, precision ?? 2)} %`;
    case "X": {
      const digits = radix(value, 16, precision);
      return digits && (upper ? digits.toUpperCase() : digits);
    }
    case "B":
      return radix(value, 2, precision);
    default:
      return undefined;
  }
}

/** Rounds half away from zero, as .NET does for these formats. */
function fixed(value: number, digits: number): string {
  const magnitude = Math.abs(value);
  const scale = 10 ** digits;
  const scaled = magnitude * scale;
  const text = Number.isSafeInteger(Math.round(scaled))
    ? (Math.round(scaled) / scale).toFixed(digits)
    : magnitude.toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `-${text}` : text;
}

function group(integer: string): string {
  return integer.replace(/\B(?=(\d{3})+$)/g, ",");
}

function grouped(value: number, digits: number): string {
  const text = fixed(value, digits);
  const negative = text.startsWith("-");
  const [integer = "", fraction] = (negative ? text.slice(1) : text).split(".");
  return `${negative ? "-" : ""}${group(integer)}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** The invariant culture's currency sign. */
function signedCurrency(value: number, digits: number): string {
  const text = grouped(Math.abs(value), digits);
  return value < 0 ? `(¤${text})` : `¤${text}`;
}

function scientific(value: number, digits: number, upper: boolean): string {
  const [mantissa = "", exponent = "+0"] = value.toExponential(digits).split("e");
  const power = exponent.slice(1).padStart(3, "0");
  return `${mantissa}${upper ? "E" : "e"}${exponent.charAt(0)}${power}`;
}

/** Negative numbers as two's complement of 64 bits: integers of templates are that wide. */
function radix(value: number, base: 2 | 16, precision: number | undefined): string | undefined {
  if (!Number.isInteger(value)) return undefined;
  return BigInt.asUintN(64, BigInt(value))
    .toString(base)
    .padStart(precision ?? 0, "0");
}

function formatCustom(value: number, format: string): string {
  const sections = splitSections(format);
  const [positive = "", negative, zero] = sections;
  if (value === 0 && zero !== undefined) return customSection(0, zero);
  if (value < 0 && negative !== undefined && negative !== "") return customSection(-value, negative);
  const text = customSection(Math.abs(value), positive);
  return value < 0 ? `-${text}` : text;
}

/** Splits at `;` outside quotes. */
function splitSections(format: string): string[] {
  return format.match(/(?:'[^']*'|"[^"]*"|\\.|[^;])*(?:;|$)/gu)?.map((part) => part.replace(/;$/, "")) ?? [format];
}

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "digit"; readonly zero: boolean }
  | { readonly kind: "dot" };

function customSection(magnitude: number, section: string): string {
  const pieces: Piece[] = [];
  let scale = 1;
  let thousands = false;
  for (const token of section.match(/'[^']*'?|"[^"]*"?|\\.|[^]/gu) ?? []) {
    if (token === "0" || token === "#") pieces.push({ kind: "digit", zero: token === "0" });
    else if (token === ".") pieces.push({ kind: "dot" });
    else if (token === ",") thousands = true;
    else if (token.startsWith("'") || token.startsWith('"'))
      pieces.push({ kind: "text", text: token.replace(/^['"]|['"]$/g, "") });
    else if (token.startsWith("\\")) pieces.push({ kind: "text", text: token.slice(1) });
    else {
      if (token === "%") scale = 100;
      pieces.push({ kind: "text", text: token });
    }
  }
  const dot = pieces.findIndex((piece) => piece.kind === "dot");
  const integerPieces = dot < 0 ? pieces : pieces.slice(0, dot);
  const fractionPieces = dot < 0 ? [] : pieces.slice(dot + 1).filter((piece) => piece.kind !== "dot");
  const digits = fractionPieces.filter((piece) => piece.kind === "digit").length;
  const [whole = "0", decimals = ""] = fixed(magnitude * scale, digits).split(".");
  return integerPart(whole, integerPieces, thousands) + fractionPart(decimals, fractionPieces);
}

function integerPart(whole: string, pieces: readonly Piece[], thousands: boolean): string {
  const places = pieces.filter((piece) => piece.kind === "digit");
  const firstZero = places.findIndex((piece) => piece.kind === "digit" && piece.zero);
  const least = firstZero < 0 ? 0 : places.length - firstZero;
  const digits = (whole === "0" ? "" : whole).padStart(least, "0");
  if (places.length === 0) return pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
  const shown = thousands ? group(digits) : digits;
  // Digits are dealt from the right; what is left over goes in front of the first place.
  const rest = thousands ? [shown] : shown.split("");
  let text = "";
  let placesLeft = places.length;
  for (const piece of pieces.toReversed()) {
    if (piece.kind === "text") text = piece.text + text;
    if (piece.kind !== "digit") continue;
    placesLeft--;
    text = (placesLeft === 0 ? rest.splice(0).join("") : (rest.pop() ?? "")) + text;
  }
  return text;
}

function fractionPart(decimals: string, pieces: readonly Piece[]): string {
  let lastShown = decimals.length;
  const places = pieces.filter((piece) => piece.kind === "digit");
  while (lastShown > 0 && decimals.charAt(lastShown - 1) === "0") {
    const place = places[lastShown - 1];
    if (place?.kind === "digit" && place.zero) break;
    lastShown--;
  }
  let at = 0;
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "text") text += piece.text;
    else if (at++ < lastShown) text += decimals.charAt(at - 1);
  }
  return lastShown > 0 ? `.${text}` : text;
}
