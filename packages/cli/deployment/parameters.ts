import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { suggestName } from "@byocni/base/lang";
import { CommandError } from "../command.ts";

/** What a deployment request calls `parameters`: `{name: {value}}`. */
export type ParameterValues = JsonObject;

export interface ParameterReader {
  /** The content of a file. @throws CommandError when it cannot be read */
  readFile(path: string): string;
  /** True when there is a file of this name. */
  fileExists(path: string): boolean;
  /** Reads JSON as Resource Manager does. @throws CommandError that names the file */
  readJson(text: string, path: string): Json;
}

const usage = { exitCode: 64 };

/**
 * The values of `--parameters`, given as az takes them: `@file` or the name of a file, JSON, `name=value`,
 * `name=@file`. Later ones win. Values of `name=value` are read by the type that the template declares.
 */
export function readParameters(given: readonly string[], template: Json, reader: ParameterReader): ParameterValues {
  const declared = declarations(template);
  const values: Record<string, Json> = {};
  for (const text of given) {
    const read = readOne(text, declared, reader);
    for (const [name, value] of Object.entries(read)) {
      if (value === undefined) continue;
      // Names compare without regard to case: the later spelling stands for the same parameter.
      const before = Object.keys(values).find((known) => known.toLowerCase() === name.toLowerCase());
      if (before !== undefined) delete values[before];
      values[name] = value;
    }
  }
  return values;
}

function readOne(text: string, declared: ReadonlyMap<string, Declaration>, reader: ParameterReader): JsonObject {
  if (text.startsWith("@")) return fileValues(text.slice(1), reader);
  if (text.trimStart().startsWith("{")) return valuesIn(reader.readJson(text, "--parameters"), "--parameters");
  const equals = text.indexOf("=");
  if (equals > 0 && !reader.fileExists(text)) {
    const name = text.slice(0, equals);
    return { [name]: { value: valueOf(name, text.slice(equals + 1), declared, reader) } };
  }
  if (reader.fileExists(text)) return fileValues(text, reader);
  throw new CommandError(`--parameters ${text}: neither a file, nor JSON, nor name=value`, usage);
}

function fileValues(path: string, reader: ParameterReader): JsonObject {
  return valuesIn(reader.readJson(reader.readFile(path), path), path);
}

/** A whole parameters file, or only what stands in its `parameters`. */
function valuesIn(value: Json, place: string): JsonObject {
  if (!isJsonObject(value)) throw new CommandError(`${place}: parameters are a JSON object`, usage);
  const inner = value["parameters"];
  if (isJsonObject(inner)) return inner;
  return value;
}

interface Declaration {
  readonly name: string;
  readonly type: string;
}

function declarations(template: Json): ReadonlyMap<string, Declaration> {
  const parameters = isJsonObject(template) ? memberOf(template, "parameters") : undefined;
  if (!isJsonObject(parameters)) return new Map();
  const definitions = isJsonObject(template) ? memberOf(template, "definitions") : undefined;
  return new Map(
    Object.entries(parameters).map(([name, declaration]) => [
      name.toLowerCase(),
      { name, type: typeOf(declaration, isJsonObject(definitions) ? definitions : {}) },
    ]),
  );
}

function memberOf(object: JsonObject, name: string): Json | undefined {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
}

/** In lower case; a reference to a definition is followed, a circle of them has no type. */
function typeOf(declaration: Json | undefined, definitions: JsonObject): string {
  const seen = new Set<string>();
  for (let current = declaration; isJsonObject(current);) {
    const type = memberOf(current, "type");
    if (typeof type === "string") return type.toLowerCase();
    const reference = memberOf(current, "$ref");
    if (typeof reference !== "string" || seen.has(reference)) return "";
    seen.add(reference);
    current = definitions[reference.slice(reference.lastIndexOf("/") + 1)];
  }
  return "";
}

function valueOf(
  name: string,
  text: string,
  declared: ReadonlyMap<string, Declaration>,
  reader: ParameterReader,
): Json {
  const declaration = declared.get(name.toLowerCase());
  if (!declaration) {
    const names = [...declared.values()].map((one) => one.name);
    const near = suggestName(name, names);
    throw new CommandError(`--parameters ${name}=…: the template has no parameter '${name}'`, {
      ...usage,
      hint: near
        ? `Did you mean '${near}'?`
        : `It has: ${names.length > 0 ? names.toSorted().join(", ") : "no parameters"}.`,
    });
  }
  const content = text.startsWith("@") ? reader.readFile(text.slice(1)) : text;
  switch (declaration.type) {
    case "string":
    case "securestring":
      return content;
    case "int":
      if (!/^\s*[-+]?\d+\s*$/.test(content)) throw notA(declaration, content, "a whole number");
      return Number(content);
    case "bool":
      if (!/^(true|false)$/i.test(content.trim())) throw notA(declaration, content, "true or false");
      return content.trim().toLowerCase() === "true";
    case "array":
    case "object":
    case "secureobject":
      return reader.readJson(content, `--parameters ${declaration.name}`);
    default:
      try {
        return JSON.parse(content) as Json;
      } catch {
        return content;
      }
  }
}

function notA({ name }: Declaration, content: string, what: string): CommandError {
  return new CommandError(`--parameters ${name}=${content}: the parameter takes ${what}`, usage);
}
