import { isJsonObject, type Json } from "./json.ts";

type Step =
  | { readonly kind: "name"; readonly name: string; readonly isDeep: boolean }
  | { readonly kind: "all"; readonly isDeep: boolean }
  | { readonly kind: "index"; readonly indexes: readonly number[] }
  | { readonly kind: "slice"; readonly from?: number; readonly to?: number; readonly step: number }
  | { readonly kind: "filter"; readonly path: readonly Step[]; readonly operator?: string; readonly value?: Json };

const filterPattern =
  /^\?\(\s*@((?:\.[A-Za-z_][\w-]*|\['[^']*'\])*)\s*(?:(==|!=|<=|>=|<|>)\s*('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false|null)\s*)?\)$/;

function literal(text: string): Json {
  if (text.startsWith("'") || text.startsWith('"')) return text.slice(1, -1);
  return JSON.parse(text) as Json;
}

/** What stands between brackets. */
function bracketStep(inner: string): Step | undefined {
  const text = inner.trim();
  if (text === "*") return { kind: "all", isDeep: false };
  const quoted = /^'([^']*)'$|^"([^"]*)"$/.exec(text);
  if (quoted) return { kind: "name", name: quoted[1] ?? quoted[2] ?? "", isDeep: false };
  if (/^-?\d+(\s*,\s*-?\d+)*$/.test(text)) return { kind: "index", indexes: text.split(",").map(Number) };
  const slice = /^(-?\d+)?:(-?\d+)?(?::(\d+))?$/.exec(text);
  if (slice) {
    const [, from, to, step] = slice;
    return {
      kind: "slice",
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
      step: Math.max(1, Number(step ?? 1)),
    };
  }
  const filter = filterPattern.exec(text);
  if (!filter) return undefined;
  const path = parsePath(filter[1] ?? "");
  if (!path) return undefined;
  const [, , operator, value] = filter;
  if (operator === undefined || value === undefined) return { kind: "filter", path };
  return { kind: "filter", path, operator, value: literal(value) };
}

function parsePath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = path;
  while (rest !== "") {
    const name = /^(\.\.?)?([A-Za-z_$][\w$-]*|\*)/.exec(rest);
    if (name && (name[1] !== undefined || steps.length === 0)) {
      const isDeep = name[1] === "..";
      steps.push(name[2] === "*" ? { kind: "all", isDeep } : { kind: "name", name: name[2] ?? "", isDeep });
      rest = rest.slice(name[0].length);
      continue;
    }
    if (!rest.startsWith("[")) return undefined;
    let depth = 0;
    let end = 0;
    for (; end < rest.length; end++) {
      if (rest[end] === "[") depth++;
      else if (rest[end] === "]" && --depth === 0) break;
    }
    const step = depth === 0 ? bracketStep(rest.slice(1, end)) : undefined;
    if (!step) return undefined;
    steps.push(step);
    rest = rest.slice(end + 1);
  }
  return steps;
}

function members(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}

function descendants(value: Json): readonly Json[] {
  return [value, ...members(value).flatMap(descendants)];
}

function named(value: Json, name: string): readonly Json[] {
  const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return member === undefined ? [] : [member];
}

function compare(left: Json, operator: string, right: Json): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    default:
  }
  if (typeof left !== typeof right || (typeof left !== "number" && typeof left !== "string")) return false;
  const a = left as number;
  const b = right as number;
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

function apply(step: Step, value: Json): readonly Json[] {
  switch (step.kind) {
    case "name":
      return (step.isDeep ? descendants(value) : [value]).flatMap((one) => named(one, step.name));
    case "all":
      return (step.isDeep ? descendants(value) : [value]).flatMap(members);
    case "index":
      return Array.isArray(value) ? step.indexes.flatMap((index) => (value as readonly Json[]).at(index) ?? []) : [];
    case "slice":
      return Array.isArray(value)
        ? (value as readonly Json[]).slice(step.from, step.to).filter((_, index) => index % step.step === 0)
        : [];
    case "filter":
      return members(value).filter((member) => {
        const found = run(step.path, member);
        if (step.operator === undefined) return found.length > 0;
        return found.some((one) => compare(one, step.operator ?? "==", step.value ?? null));
      });
  }
}

function run(steps: readonly Step[], value: Json): readonly Json[] {
  return steps.reduce<readonly Json[]>((found, step) => found.flatMap((one) => apply(step, one)), [value]);
}

/** All values that a JSONPath selects; undefined when the path cannot be read. */
export function selectJson(value: Json, path: string): readonly Json[] | undefined {
  const steps = parsePath(path.startsWith("$") ? path.slice(1) : path);
  return steps && run(steps, value);
}
