/** A schedule of a CronJob. */
export interface Schedule {
  /** The first time after `after` (both milliseconds since the epoch); `undefined` when there is none in 5 years. */
  next(after: number): number | undefined;
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words?: readonly string[];
}

const monthWords = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const dayWords = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const fields: readonly Field[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12, words: monthWords },
  { name: "day of week", min: 0, max: 7, words: dayWords },
];

const macros: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** Reads a schedule: five fields, a macro, or `@every 1h30m`. @returns what is wrong with it instead. */
export function parseSchedule(text: string, timeZone = "UTC"): Schedule | { readonly problem: string } {
  const trimmed = text.trim();
  if (trimmed.startsWith("@every ")) return parseEvery(trimmed.slice("@every ".length));
  const parts = (macros[trimmed] ?? trimmed).split(/\s+/);
  if (parts.length !== fields.length)
    return { problem: `expected exactly 5 fields, found ${parts.length}: [${trimmed}]` };
  const sets: (ReadonlySet<number> | undefined)[] = [];
  for (const [index, field] of fields.entries()) {
    const set = parseField(parts[index] ?? "", field);
    if (set !== undefined && "problem" in set) return set;
    sets.push(set);
  }
  const offsetOf = zoneOffset(timeZone);
  if (!offsetOf) return { problem: `unknown time zone ${timeZone}` };
  const [minutes, hours, days, months, weekdays] = sets;
  return { next: (after) => nextTime({ minutes, hours, days, months, weekdays }, after, offsetOf) };
}

/** `undefined` stands for every value: it matters for days, of which either may fit when both are given. */
function parseField(text: string, field: Field): ReadonlySet<number> | undefined | { readonly problem: string } {
  const values = new Set<number>();
  let all = false;
  for (const part of text.split(",")) {
    const [range = "", stepText, ...more] = part.split("/");
    const step = stepText === undefined ? 1 : Number(stepText);
    if (more.length > 0 || !Number.isInteger(step) || step < 1)
      return { problem: `bad step in ${field.name}: ${part}` };
    const any = range === "*" || range === "?";
    const [fromText = "", toText, ...rest] = range.split("-");
    const from = any ? field.min : valueOf(fromText, field);
    const single = toText === undefined && stepText === undefined;
    const to = any || (toText === undefined && !single) ? field.max : valueOf(toText ?? fromText, field);
    if (rest.length > 0 || from === undefined || to === undefined || from > to) {
      return { problem: `failed to parse ${field.name}: ${part}` };
    }
    if (any && step === 1) all = true;
    // Sunday is 0 and 7.
    const end = any && field.max === 7 ? 6 : to;
    for (let value = from; value <= end; value += step) values.add(field.max === 7 ? value % 7 : value);
  }
  return all ? undefined : values;
}

function valueOf(text: string, { min, max, words }: Field): number | undefined {
  const word = words?.indexOf(text.toLowerCase()) ?? -1;
  if (word >= 0) return word + min;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

function parseEvery(text: string): Schedule | { readonly problem: string } {
  if (!/^(\d+(\.\d+)?(h|m|s))+$/.test(text)) return { problem: `failed to parse duration ${text}` };
  let total = 0;
  for (const [, amount, , unit] of text.matchAll(/(\d+(\.\d+)?)(h|m|s)/g))
    total += Number(amount) * (unitMs[unit ?? ""] ?? 0);
  const step = Math.max(1000, Math.floor(total / 1000) * 1000);
  return { next: (after) => Math.floor(after / 1000) * 1000 + step };
}

/** Minutes ahead of UTC at an instant, in milliseconds; `undefined` for a zone that is not known. */
function zoneOffset(timeZone: string): ((at: number) => number) | undefined {
  if (timeZone === "UTC" || timeZone === "Etc/UTC") return () => 0;
  let format: Intl.DateTimeFormat;
  try {
    const numeric = "numeric";
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    return undefined;
  }
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
}

interface Sets {
  readonly minutes: ReadonlySet<number> | undefined;
  readonly hours: ReadonlySet<number> | undefined;
  readonly days: ReadonlySet<number> | undefined;
  readonly months: ReadonlySet<number> | undefined;
  readonly weekdays: ReadonlySet<number> | undefined;
}

const minuteMs = 60_000;
const fits = (set: ReadonlySet<number> | undefined, value: number): boolean => set === undefined || set.has(value);

function dayFits({ days, weekdays }: Sets, date: Date): boolean {
  if (days && weekdays) return days.has(date.getUTCDate()) || weekdays.has(date.getUTCDay());
  return fits(days, date.getUTCDate()) && fits(weekdays, date.getUTCDay());
}

/** Walks local time (kept as if it were UTC) from field to field; an hour that a zone skips is passed over. */
function nextTime(sets: Sets, after: number, offsetOf: (at: number) => number): number | undefined {
  let local = Math.floor((after + offsetOf(after)) / minuteMs) * minuteMs + minuteMs;
  const limit = local + 5 * 366 * 24 * 60 * minuteMs;
  while (local < limit) {
    const date = new Date(local);
    if (!fits(sets.months, date.getUTCMonth() + 1)) {
      local = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    } else if (!dayFits(sets, date)) {
      local = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
    } else if (!fits(sets.hours, date.getUTCHours())) {
      local = (Math.floor(local / (60 * minuteMs)) + 1) * 60 * minuteMs;
    } else if (fits(sets.minutes, date.getUTCMinutes())) {
      const guess = local - offsetOf(local - offsetOf(local));
      if (guess > after && guess + offsetOf(guess) === local) return guess;
      local += minuteMs;
    } else local += minuteMs;
  }
  return undefined;
}
