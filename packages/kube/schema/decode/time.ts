const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([.,]\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch and the fraction's digits; undefined when the text is no RFC 3339 time. */
function readTime(text: string): { readonly milliseconds: number; readonly fraction: string } | undefined {
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = ""] = match;
  const numbers = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (numbers[3] > 23 || numbers[4] > 59 || numbers[5] > 59) return undefined;
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const local = Date.parse(`${whole}Z`);
  // Date.parse takes 30 February for 1 March.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== whole.slice(0, 10)) return undefined;
  const milliseconds = Date.parse(`${whole}${match[8] ?? "Z"}`);
  return Number.isNaN(milliseconds) ? undefined : { milliseconds, fraction: fraction.slice(1) };
}

/** Most times come from this server's own clock: already as they are written, on a day that the month always has. */
const written =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{6})?Z$/;
const writtenLength = "2006-01-02T15:04:05Z".length;
const writtenMicroLength = "2006-01-02T15:04:05.000000Z".length;

/** `Time` as the API writes it: UTC, whole seconds. @returns undefined for another text. */
export function canonicalTime(text: string): string | undefined {
  if (text.length === writtenLength && written.test(text)) return text;
  const time = readTime(text);
  return time === undefined ? undefined : formatTime(time.milliseconds);
}

/** `MicroTime` as the API writes it: UTC, six decimals. @returns undefined for another text. */
export function canonicalMicroTime(text: string): string | undefined {
  if (text.length === writtenMicroLength && written.test(text)) return text;
  const time = readTime(text);
  if (time === undefined) return undefined;
  return `${new Date(time.milliseconds).toISOString().slice(0, 19)}.${time.fraction.slice(0, 6).padEnd(6, "0")}Z`;
}

/** Milliseconds since the epoch as `Time`. */
export function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since the epoch as `MicroTime`. */
export function formatMicroTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 23)}000Z`;
}

/** Go's complaint about a text that is no time. */
export function timeProblem(text: string): string {
  const layout = ["2006", "-", "01", "-", "02", "T", "15", ":", "04", ":", "05"] as const;
  const shapes = [
    /^\d{4}/,
    /^-/,
    /^\d\d/,
    /^-/,
    /^\d\d/,
    /^T/,
    /^\d\d/,
    /^:/,
    /^\d\d/,
    /^:/,
    /^\d\d(?:[.,]\d+)?/,
  ] as const;
  const prefix = `parsing time ${JSON.stringify(text)}`;
  let rest = text;
  for (const [index, shape] of shapes.entries()) {
    const match = shape.exec(rest);
    if (!match)
      return `${prefix} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(layout[index] ?? "")}`;
    rest = rest.slice(match[0].length);
  }
  const zone = /^(?:Z|[+-]\d\d:\d\d)/.exec(rest);
  if (!zone) return `${prefix} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(rest)} as "Z07:00"`;
  if (rest.length > zone[0].length) return `${prefix}: extra text: ${JSON.stringify(rest.slice(zone[0].length))}`;
  const [, month = "", , hour = "", minute = ""] = /^\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  const part =
    Number(month) < 1 || Number(month) > 12
      ? "month"
      : Number(hour) > 23
        ? "hour"
        : Number(minute) > 59
          ? "minute"
          : Number(text.slice(17, 19)) > 59
            ? "second"
            : "day";
  return `${prefix}: ${part} out of range`;
}
