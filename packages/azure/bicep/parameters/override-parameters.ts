import { createSourceText } from "@byocni/base/lang";
import { isJsonObject, type Json } from "../files/json.ts";
import { parse } from "../parser/parse.ts";

/**
 * The text of a parameters file that gives other values to parameters. What it does not assign yet is assigned at its end.
 */
export function overrideParameters(text: string, values: Readonly<Record<string, Json>>): string {
  const tree = parse(createSourceText("", text), "parameters");
  const assigned = new Set<string>();
  let result = "";
  let at = 0;
  const source = tree.source.text;
  for (const statement of tree.statements) {
    if (statement.kind !== "parameter-assignment") continue;
    const { name } = statement.name;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    assigned.add(name);
    result += source.slice(at, statement.value.start) + literal(value);
    at = statement.value.end;
  }
  result += source.slice(at);
  for (const [name, value] of Object.entries(values)) {
    if (!assigned.has(name)) result += `\n\nparam ${name} = ${literal(value)}`;
  }
  return result;
}

const identifier = /^[A-Za-z_]\w*$/;

function quoted(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("'", String.raw`\'`)
    .replaceAll("${", "\\${")
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)
    .replaceAll("\t", String.raw`\t`);
  return `'${escaped}'`;
}

/** JSON as an expression. */
function literal(value: Json): string {
  if (value === null) return "null";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean") return String(value);
  // The language has no fractions.
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : `json('${value}')`;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[\n${value.map((item) => literal(item)).join("\n")}\n]`;
  if (!isJsonObject(value)) return "null";
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${identifier.test(key) ? key : quoted(key)}: ${literal(member)}`],
  );
  return members.length === 0 ? "{}" : `{\n${members.join("\n")}\n}`;
}
