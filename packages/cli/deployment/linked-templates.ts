import { posix } from "node:path";
import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { CommandError } from "../command.ts";

/** Reads the JSON of a file. @throws CommandError when it is not there or no JSON */
export type JsonFileReader = (path: string) => Json;

const nestedType = "microsoft.resources/deployments";
const mostDeep = 20;

/**
 * Puts the templates that `relativePath` links name into their places. Resource Manager resolves such links against the
 * address that a template came from; a template from a local file has none, so its links are files beside it. A linked
 * template means the same as one that stands in its place and is evaluated in its own scope.
 * @returns undefined when the template has no such links
 * @throws CommandError for a link that leads out of the template's folder, or around in a circle
 */
export function inlineLinks(template: Json, path: string, readJson: JsonFileReader): Json | undefined {
  const root = posix.dirname(path.replaceAll("\\", "/"));
  let found = false;

  function within(file: string, from: string): string {
    const target = posix.join(posix.dirname(from), file);
    const relative = posix.relative(root, target);
    if (posix.isAbsolute(file) || relative.startsWith(".."))
      throw new CommandError(`${from}: the linked file ${file} is outside of the folder of ${path}`);
    return target;
  }
  function inTemplate(value: Json, from: string, chain: readonly string[]): Json {
    if (!isJsonObject(value)) return value;
    const [name, resources] = memberOf(value, "resources");
    if (Array.isArray(resources))
      return { ...value, [name]: (resources as Json[]).map((one) => inResource(one, from, chain)) };
    if (!isJsonObject(resources)) return value;
    const entries = Object.entries(resources).map(([key, one]) => [key, inResource(one ?? null, from, chain)]);
    return { ...value, [name]: Object.fromEntries(entries) as JsonObject };
  }
  function inResource(value: Json, from: string, chain: readonly string[]): Json {
    if (!isJsonObject(value)) return value;
    const inner = inTemplate(value, from, chain) as JsonObject;
    const [name, properties] = memberOf(inner, "properties");
    const [, type] = memberOf(inner, "type");
    if (!isJsonObject(properties) || String(type).toLowerCase() !== nestedType) return inner;
    return { ...inner, [name]: inDeployment(properties, from, chain) };
  }
  function inDeployment(properties: JsonObject, from: string, chain: readonly string[]): JsonObject {
    const [templateName, nested] = memberOf(properties, "template");
    if (isJsonObject(nested)) return { ...properties, [templateName]: inTemplate(nested, from, chain) };
    const [linkName, link] = memberOf(properties, "templateLink");
    const file = isJsonObject(link) ? link["relativePath"] : undefined;
    // An expression is for Resource Manager.
    if (typeof file !== "string" || file.startsWith("[")) return properties;
    const target = within(file, from);
    if (chain.includes(target) || chain.length >= mostDeep)
      throw new CommandError(`${from}: the link to ${file} leads around in a circle`);
    found = true;
    const { [linkName]: _link, ...rest } = properties;
    return {
      ...withParameters(rest, from),
      expressionEvaluationOptions: { scope: "inner" },
      template: inTemplate(readJson(target), target, [...chain, target]),
    };
  }
  function withParameters(properties: JsonObject, from: string): JsonObject {
    const [linkName, link] = memberOf(properties, "parametersLink");
    const file = isJsonObject(link) ? link["relativePath"] : undefined;
    if (typeof file !== "string" || file.startsWith("[")) return properties;
    const content = readJson(within(file, from));
    const { [linkName]: _link, ...rest } = properties;
    const parameters = isJsonObject(content) ? (content["parameters"] ?? {}) : {};
    return { ...rest, parameters };
  }

  const start = posix.normalize(path.replaceAll("\\", "/"));
  const result = inTemplate(template, start, [start]);
  return found ? result : undefined;
}

/** The member of that name in whatever letter case, with the name as it is written. */
function memberOf(object: JsonObject, name: string): readonly [name: string, value: Json | undefined] {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
  return [key, object[key]];
}
