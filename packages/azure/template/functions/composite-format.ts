import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { stringify } from "../expression/value.ts";
import { formatNumber } from "./number-format.ts";

const invalidIndex =
  "Index (zero based) must be greater than or equal to zero and less than the size of the argument list.";
const invalidInput = "Input string was not in a correct format.";

/**
 * `format('{0,-10:D3}', ...)`: composite formatting as .NET has it, with `{{` and `}}` for braces, an alignment and a
 * format string for each place. @throws ExpressionFault
 */
export function compositeFormat(pattern: string, args: readonly Json[]): string {
  let text = "";
  for (let at = 0; at < pattern.length;) {
    const char = pattern.charAt(at);
    if (char === "{" && pattern.charAt(at + 1) === "{") {
      text += "{";
      at += 2;
    } else if (char === "{") {
      const hole = readHole(pattern, at);
      const value = args[hole.index];
      if (value === undefined) throw fault("formatInvalid", invalidIndex);
      text += align(formatValue(value, hole.format), hole.alignment);
      at = hole.end;
    } else if (char === "}") {
      if (pattern.charAt(at + 1) !== "}") throw fault("formatInvalid", invalidInput);
      text += "}";
      at += 2;
    } else {
      text += char;
      at++;
    }
  }
  return text;
}

interface Hole {
  readonly index: number;
  readonly alignment: number;
  readonly format: string;
  readonly end: number;
}

const holeStart = /\{\s*(\d{1,7})\s*(?:,\s*(-?\d{1,7})\s*)?(:)?/y;

function readHole(pattern: string, from: number): Hole {
  holeStart.lastIndex = from;
  const match = holeStart.exec(pattern);
  if (!match) throw fault("formatInvalid", invalidInput);
  let end = holeStart.lastIndex;
  let format = "";
  if (match[3]) {
    for (;;) {
      const char = pattern.charAt(end);
      if (char === "") throw fault("formatInvalid", invalidInput);
      if (char === "}" && pattern.charAt(end + 1) !== "}") break;
      if (char === "{" && pattern.charAt(end + 1) !== "{") throw fault("formatInvalid", invalidInput);
      format += char;
      end += char === "}" || char === "{" ? 2 : 1;
    }
  }
  if (pattern.charAt(end) !== "}") throw fault("formatInvalid", invalidInput);
  return { index: Number(match[1]), alignment: Number(match[2] ?? "0"), format, end: end + 1 };
}

/** Positive: to the right in that width; negative: to the left. */
function align(text: string, alignment: number): string {
  return alignment >= 0 ? text.padStart(alignment) : text.padEnd(-alignment);
}

/** Objects and arrays show with single quotes (Azure/bicep EvaluationTests). */
function formatValue(value: Json, format: string): string {
  if (typeof value === "number") return formatNumber(value, format);
  if (typeof value === "object" && value !== null) return singleQuoted(value);
  return stringify(value);
}

function singleQuoted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => singleQuoted(item)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, item]) => `${quote(name)}:${singleQuoted(item ?? null)}`);
    return `{${members.join(",")}}`;
  }
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
