import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { integerArgument, stringArgument } from "./arguments.ts";
import { formatDate, type Moment } from "./date-format.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** Default format of `utcNow` (documented). */
const sortable = "yyyyMMddTHHmmssZ";
/** How a moment shows when no format is asked for. */
const iso = "yyyy-MM-ddTHH:mm:ss.FFFFFFFK";

const timestamp =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** An ISO 8601 timestamp, also in the shapes that `utcNow` formats have. No zone: UTC. */
function parseMoment(name: string, text: string): Moment {
  const match = timestamp.exec(text.trim());
  if (!match) return parseLoose(name, text);
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone = "Z"] = match;
  const milliseconds = Math.trunc(Number(`0.${fraction}`) * 1000);
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
  );
  const local = new Date(time);
  if (local.getUTCMonth() !== Number(month) - 1 || local.getUTCDate() !== Number(day) || Number(hour) > 23) {
    throw fault("dateInvalid", name, text);
  }
  const offset = zoneOffset(zone);
  return { time: time - offset * 60_000, offset };
}

/** Dates such as `03/05/2019 17:53:18` and RFC 1123, read as UTC. */
function parseLoose(name: string, text: string): Moment {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(.*)$/.exec(text.trim());
  const time = american
    ? Date.parse(`${american[1]}/${american[2]}/${american[3]}${american[4]} UTC`)
    : /GMT$|UTC$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(time)) throw fault("dateInvalid", name, text);
  return { time, offset: 0 };
}

function zoneOffset(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || "0");
  return zone.startsWith("-") ? -minutes : minutes;
}

const duration = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration; a year is 365 days and a month 30 (documented). */
function parseDuration(text: string): number {
  const match = duration.exec(text.trim());
  if (!match || /^-?P$|T$/.test(text.trim())) throw fault("durationInvalid", text);
  const [, sign, ...parts] = match;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const total = ((years * 365 + months * 30 + days) * 24 + hours) * 3600 + minutes * 60 + seconds;
  return Math.trunc(total * 1000) * (sign ? -1 : 1);
}

function show(name: string, moment: Moment, format: string): string {
  const text = formatDate(moment, format);
  if (text === undefined) throw fault("dateFormatInvalid", name, format);
  return text;
}

function utcNow(args: readonly Json[], evaluation: Evaluation): Json {
  if (evaluation.place !== "parameterDefault") throw fault("functionLocation", "utcNow");
  const format = args.length > 0 ? stringArgument("utcNow", args, 0) : sortable;
  return show("utcNow", { time: evaluation.host.now, offset: 0 }, format);
}

/** Times that .NET can show: years 1 to 9999. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

function dateTimeAdd(args: readonly Json[]): Json {
  const name = "dateTimeAdd";
  const text = stringArgument(name, args, 0);
  const base = parseMoment(name, text);
  const time = base.time + parseDuration(stringArgument(name, args, 1));
  if (time < earliest || time > latest) throw fault("argumentRange", name, "the resulting date is not representable");
  return show(name, { time, offset: base.offset }, args.length > 2 ? stringArgument(name, args, 2) : iso);
}

function dateTimeFromEpoch(args: readonly Json[]): Json {
  const time = integerArgument("dateTimeFromEpoch", args, 0) * 1000;
  if (time < earliest || time > latest) {
    throw fault("argumentRange", "dateTimeFromEpoch", "the resulting date is not representable");
  }
  return show("dateTimeFromEpoch", { time, offset: 0 }, iso);
}

export const dateFunctions: readonly TemplateFunction[] = [
  eager("dateTimeAdd", 2, 3, dateTimeAdd),
  eager("dateTimeFromEpoch", 1, 1, dateTimeFromEpoch),
  eager("dateTimeToEpoch", 1, 1, (args) => {
    const { time } = parseMoment("dateTimeToEpoch", stringArgument("dateTimeToEpoch", args, 0));
    return Math.floor(time / 1000);
  }),
  eager("utcNow", 0, 1, utcNow),
];
