/** A moment with the offset in which it is shown, in minutes. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly offset: number;
}

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** .NET's standard formats as custom ones, invariant culture. */
const standard: Readonly<Record<string, string>> = {
  d: "MM/dd/yyyy",
  D: "dddd, dd MMMM yyyy",
  f: "dddd, dd MMMM yyyy HH:mm",
  F: "dddd, dd MMMM yyyy HH:mm:ss",
  g: "MM/dd/yyyy HH:mm",
  G: "MM/dd/yyyy HH:mm:ss",
  m: "MMMM dd",
  M: "MMMM dd",
  o: "yyyy'-'MM'-'dd'T'HH':'mm':'ss'.'fffffffK",
  O: "yyyy'-'MM'-'dd'T'HH':'mm':'ss'.'fffffffK",
  r: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  R: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  s: "yyyy'-'MM'-'dd'T'HH':'mm':'ss",
  t: "HH:mm",
  T: "HH:mm:ss",
  u: "yyyy'-'MM'-'dd HH':'mm':'ss'Z'",
  U: "dddd, dd MMMM yyyy HH:mm:ss",
  y: "yyyy MMMM",
  Y: "yyyy MMMM",
};

const pad = (value: number, width: number): string => String(value).padStart(width, "0");

/**
 * A moment in one of .NET's standard or custom date formats, invariant culture. Undefined: the format is not one.
 */
export function formatDate(moment: Moment, format: string): string | undefined {
  if (format === "") return formatDate(moment, "G");
  const custom = format.length === 1 ? standard[format] : format;
  if (custom === undefined) return undefined;
  const local = new Date(moment.time + moment.offset * 60_000);
  let text = "";
  for (const token of custom.match(/'[^']*'?|"[^"]*"?|\\[^]|%.|([dfFghHKmMstyz])\1*|[^]/gu) ?? []) {
    const first = token.charAt(0);
    if (first === "'" || first === '"') text += token.replace(/^['"]|['"]$/g, "");
    else if (first === "\\") text += token.slice(1);
    else if (first === "%") text += specifier(token.slice(1), local, moment.offset) ?? token.slice(1);
    else text += specifier(token, local, moment.offset) ?? token;
  }
  // The separators of the invariant culture; optional fractions that are zero take the point before them along.
  return text.replaceAll("\u0000.", "").replaceAll(".\u0000", "").replaceAll("\u0000", "");
}

function specifier(token: string, local: Date, offset: number): string | undefined {
  const width = token.length;
  const hours = local.getUTCHours();
  switch (token.charAt(0)) {
    case "d":
      if (width === 3) return days[local.getUTCDay()]?.slice(0, 3);
      return width > 3 ? days[local.getUTCDay()] : pad(local.getUTCDate(), width);
    case "f":
      return fraction(local, width);
    case "F":
      // Marks an empty fraction, so that the point before it goes too.
      return fraction(local, width).replace(/0+$/, "") || "\u0000";
    case "g":
      return "A.D.";
    case "h":
      return pad(hours % 12 === 0 ? 12 : hours % 12, Math.min(width, 2));
    case "H":
      return pad(hours, Math.min(width, 2));
    case "K":
      return offset === 0 ? "Z" : zone(offset, 3);
    case "m":
      return pad(local.getUTCMinutes(), Math.min(width, 2));
    case "M":
      if (width === 3) return months[local.getUTCMonth()]?.slice(0, 3);
      return width > 3 ? months[local.getUTCMonth()] : pad(local.getUTCMonth() + 1, width);
    case "s":
      return pad(local.getUTCSeconds(), Math.min(width, 2));
    case "t":
      return (hours < 12 ? "AM" : "PM").slice(0, Math.min(width, 2));
    case "y":
      return width <= 2 ? pad(local.getUTCFullYear() % 100, width) : pad(local.getUTCFullYear(), width);
    case "z":
      return zone(offset, Math.min(width, 3));
    default:
      return undefined;
  }
}

/** Seven digits at most: ticks of 100 ns, of which a moment here has the milliseconds. */
function fraction(local: Date, width: number): string {
  return `${pad(local.getUTCMilliseconds(), 3)}0000`.slice(0, width);
}

function zone(offset: number, width: number): string {
  const minutes = Math.abs(offset);
  const sign = offset < 0 ? "-" : "+";
  const hours = Math.trunc(minutes / 60);
  if (width === 1) return `${sign}${hours}`;
  return width === 2 ? `${sign}${pad(hours, 2)}` : `${sign}${pad(hours, 2)}:${pad(minutes % 60, 2)}`;
}
