import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { ExpressionFault, validationError } from "../errors/template-error.ts";
import type { CopyFrame, Evaluation } from "../expression/evaluation.ts";
import { findKey, getMember, isJsonArray, stringify } from "../expression/value.ts";
import type { JsonPath } from "../reader/positions.ts";
import { evaluateDeep, maxCopyCount } from "./deep-value.ts";
import { limits } from "./model.ts";
import type { Places } from "./places.ts";
import type { CopyInstance } from "./plan.ts";

/** A resource of the template once for each pass of its loop; nothing but the loop is evaluated yet. */
export interface ResourceInstance {
  readonly source: JsonObject;
  readonly path: JsonPath;
  readonly symbolicName: string | undefined;
  readonly copy: CopyInstance | undefined;
  readonly frame: CopyFrame | undefined;
  readonly parent: ResourceInstance | undefined;
}

/** Everything that a template deploys. */
export interface Expansion {
  readonly instances: readonly ResourceInstance[];
  /** Names of loops and of symbolic resources that are loops, in lower case; also of loops without a pass. */
  readonly loops: ReadonlySet<string>;
}

/** Unrolls the loops of all resources and their children. @throws TemplateError */
export function expandResources(
  resources: Json,
  path: JsonPath,
  places: Places,
  evaluationOf: (frame: CopyFrame | undefined) => Evaluation,
): Expansion {
  const instances: ResourceInstance[] = [];
  const loops = new Set<string>();
  let total = 0;

  const expand = (container: Json, at: JsonPath, parent: ResourceInstance | undefined): void => {
    for (const [step, resource] of entries(container, at, places)) {
      const resourcePath = [...at, step];
      const symbolicName = typeof step === "string" ? step : undefined;
      const loop = readLoop(resource, resourcePath, places, evaluationOf(parent?.frame));
      if (loop) {
        loops.add(loop.name.toLowerCase());
        if (symbolicName !== undefined) loops.add(symbolicName.toLowerCase());
      }
      const count = loop ? loop.count : 1;
      total += count;
      // Past the limit only the counting goes on: the error says how many there are.
      if (total > limits.resources) continue;
      for (let index = 0; index < count; index++) {
        const instance: ResourceInstance = {
          source: resource,
          path: resourcePath,
          symbolicName,
          copy: loop && { ...loop, index },
          frame: loop ? { name: loop.name, index, unnamed: true, parent: parent?.frame } : parent?.frame,
          parent,
        };
        instances.push(instance);
        const key = findKey(resource, "resources");
        const children = key === undefined ? undefined : resource[key];
        if (key !== undefined && children !== undefined && children !== null) {
          expand(children, [...resourcePath, key], instance);
        }
      }
    }
  };
  expand(resources, path, undefined);
  if (total > limits.resources) {
    throw validationError(
      { ...places.at([]), unreported: true },
      "limitExceeded",
      "resources",
      limits.resources,
      total,
    );
  }
  return { instances, loops };
}

function* entries(container: Json, path: JsonPath, places: Places): Generator<[string | number, JsonObject]> {
  const list: [string | number, Json | undefined][] = isJsonArray(container)
    ? [...container.entries()]
    : isJsonObject(container)
      ? Object.entries(container)
      : [];
  for (const [step, resource] of list) {
    if (isJsonObject(resource)) yield [step, resource];
    else if (resource !== undefined) {
      const at = [...path, step];
      throw validationError(places.at(at), "resourceNameEmpty", ...places.lineOf(at));
    }
  }
}

type Loop = Omit<CopyInstance, "index">;

function readLoop(resource: JsonObject, path: JsonPath, places: Places, evaluation: Evaluation): Loop | undefined {
  const key = findKey(resource, "copy");
  const copy = key === undefined ? undefined : resource[key];
  if (key === undefined || copy === undefined || copy === null) return undefined;
  const at = [...path, key];
  const [line, column] = places.lineOf(at);
  const place = places.at(at);
  if (!isJsonObject(copy)) throw validationError(place, "copyDefinition", line, column, "name");
  const read = (name: string): Json => {
    const value = getMember(copy, name);
    if (value === undefined) return null;
    try {
      return evaluateDeep(value, evaluation);
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      const name = getMember(resource, "name");
      throw validationError(place, "resourceInvalid", stringify(name ?? ""), ...places.lineOf(path), error.message);
    }
  };
  const name = read("name");
  if (typeof name !== "string" || name === "") throw validationError(place, "copyDefinition", line, column, "name");
  const count = read("count");
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > maxCopyCount) {
    throw validationError(place, "copyCount", line, column);
  }
  const mode = read("mode") ?? "parallel";
  const modeText = typeof mode === "string" ? mode.toLowerCase() : "";
  if (modeText !== "serial" && modeText !== "parallel") {
    throw validationError(place, "copyMode", line, column, stringify(mode));
  }
  const size = read("batchSize");
  const wrongSize = typeof size !== "number" || !Number.isInteger(size) || size < 0 || (count > 0 && size > count);
  if (size !== null && wrongSize) throw validationError(place, "copyBatchSize", line, column, count);
  const batchSize = typeof size === "number" && size > 0 ? size : modeText === "serial" ? 1 : count;
  return { name, count, mode: modeText, batchSize };
}
