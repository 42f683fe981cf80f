import { isJsonObject } from "@byocni/base/core";

type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "all" }
  | { readonly kind: "deep"; readonly name: string }
  | { readonly kind: "slice"; readonly start: number | undefined; readonly end: number | undefined }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "filter"; readonly path: readonly Step[]; readonly operator: string; readonly value: unknown };

/**
 * The part of JSONPath that printer columns use: `.spec.x`, `['x']`, `[0]`, `[-1]`, `[0:2]`, `[*]`, `..x` and filters
 * such as `.status.conditions[?(@.type=="Ready")].status`. A path that cannot be read yields nothing.
 */
export function compileJsonPath(text: string): (value: unknown) => readonly unknown[] {
  const steps = parse(text.replace(/^\{|\}$/g, "").replace(/^\$/, ""));
  return (value) => (steps ? walk([value], steps) : []);
}

function parse(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = text;
  while (rest !== "") {
    const field = /^(\.\.?)((?:\\.|[^.[\]\\])+|\*)/.exec(rest);
    if (field) {
      const name = (field[2] ?? "").replaceAll(/\\(.)/g, "$1");
      if (name === "*") steps.push({ kind: "all" });
      else steps.push({ kind: field[1] === ".." ? "deep" : "field", name });
      rest = rest.slice(field[0].length);
      continue;
    }
    const bracket = /^\.?\[((?:'(?:\\.|[^'])*'|"(?:\\.|[^"])*"|[^\]'"])*)\]/.exec(rest);
    if (!bracket) return undefined;
    const step = parseBracket((bracket[1] ?? "").trim());
    if (!step) return undefined;
    steps.push(step);
    rest = rest.slice(bracket[0].length);
  }
  return steps;
}

function parseBracket(text: string): Step | undefined {
  if (text === "*") return { kind: "all" };
  if (/^-?\d+$/.test(text)) return { kind: "index", index: Number(text) };
  const slice = /^(-?\d+)?:(-?\d+)?$/.exec(text);
  if (slice)
    return {
      kind: "slice",
      start: slice[1] === undefined ? undefined : Number(slice[1]),
      end: slice[2] === undefined ? undefined : Number(slice[2]),
    };
  const quoted = /^(['"])(.*)\1$/.exec(text);
  if (quoted) return { kind: "field", name: (quoted[2] ?? "").replaceAll(/\\(.)/g, "$1") };
  const filter = /^\?\(\s*@(.*?)\s*(==|!=|>=|<=|>|<)\s*(.+?)\s*\)$/.exec(text);
  const exists = filter ? undefined : /^\?\(\s*@(.*?)\s*\)$/.exec(text);
  const path = parse(filter?.[1] ?? exists?.[1] ?? "");
  if (!path || (!filter && !exists)) return undefined;
  return { kind: "filter", path, operator: filter?.[2] ?? "exists", value: literal(filter?.[3] ?? "null") };
}

function literal(text: string): unknown {
  const quoted = /^(['"])(.*)\1$/.exec(text);
  if (quoted) return quoted[2];
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function walk(values: readonly unknown[], steps: readonly Step[]): readonly unknown[] {
  let current = values;
  for (const step of steps) current = current.flatMap((value) => take(value, step));
  return current;
}

function take(value: unknown, step: Step): readonly unknown[] {
  switch (step.kind) {
    case "field":
      return isJsonObject(value) && value[step.name] !== undefined ? [value[step.name]] : [];
    case "all":
      return Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
    case "deep":
      return deep(value, step.name);
    case "index": {
      const item = Array.isArray(value) ? (value.at(step.index) as unknown) : undefined;
      return item === undefined ? [] : [item];
    }
    case "slice":
      return Array.isArray(value) ? value.slice(step.start, step.end) : [];
    case "filter":
      return Array.isArray(value) ? value.filter((item) => passes(item, step)) : [];
    default:
      return step satisfies never;
  }
}

function deep(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const own = isJsonObject(value) && value[name] !== undefined ? [value[name] as unknown] : [];
  return [...own, ...Object.values(value).flatMap((child) => deep(child, name))];
}

function passes(item: unknown, step: Extract<Step, { kind: "filter" }>): boolean {
  const found = walk([item], step.path);
  if (step.operator === "exists") return found.length > 0;
  const left = found[0];
  const right = step.value;
  if (step.operator === "==") return left === right;
  if (step.operator === "!=") return left !== right;
  if (typeof left !== typeof right || (typeof left !== "number" && typeof left !== "string")) return false;
  const [a, b] = [left as number, right as number];
  switch (step.operator) {
    case ">":
      return a > b;
    case "<":
      return a < b;
    case ">=":
      return a >= b;
    default:
      return a <= b;
  }
}
