import { isJsonObject } from "@byocni/base/core";
import { formatPath } from "./field-set.ts";
import type { Shape } from "./shape.ts";
import { elementName, isOpenList, shapeFor } from "./shape-walk.ts";

/** What keeps a configuration from being applied: `.spec.foo: field not declared in schema`. */
export function configProblems(shape: Shape, value: unknown): string[] {
  const problems: string[] = [];
  walk(shape, value, [], problems);
  return problems;
}

function walk(shape: Shape, value: unknown, path: string[], problems: string[]): void {
  if (value === null || value === undefined) return;
  const actual = shapeFor(shape, value);
  const say = (text: string): void => void problems.push(`${formatPath(path)}: ${text}`);
  if (actual.kind === "map") {
    if (!isJsonObject(value)) {
      say(`expected map, got &{${goValue(value)}}`);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const inner = actual.field(key);
      const innerPath = [...path, `f:${key}`];
      if (inner) walk(inner, item, innerPath, problems);
      else problems.push(`${formatPath(innerPath)}: field not declared in schema`);
    }
  } else if (actual.kind === "list") {
    if (!Array.isArray(value)) {
      say(`expected list, got &{${goValue(value)}}`);
      return;
    }
    const seen = new Set<string>();
    for (const [index, item] of value.entries()) {
      let name = `i:${index}`;
      if (isOpenList(actual)) {
        const missing = missingKey(actual, item);
        if (missing !== undefined) {
          say(
            `element ${index}: associative list with keys has an element that omits key field ${JSON.stringify(missing)} (and doesn't have default value)`,
          );
          continue;
        }
        name = elementName(actual, item);
        if (seen.has(name)) say(`duplicate entries for key ${formatPath([name])}`);
        seen.add(name);
      }
      walk(actual.element, item, [...path, name], problems);
    }
  }
}

function missingKey(shape: Shape & { kind: "list" }, item: unknown): string | undefined {
  if (shape.listType !== "map") return undefined;
  return shape.keys.find(
    (key) => (isJsonObject(item) ? item[key] : undefined) === undefined && shape.keyDefaults[key] === undefined,
  );
}

function goValue(value: unknown): string {
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}
