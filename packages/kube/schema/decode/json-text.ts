/** A parsed JSON text. */
export type JsonText =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** `duplicate field "spec.replicas"`, in the order of the text; only when asked for. */
      readonly duplicates: readonly string[];
    }
  /** `problem` is the text that Go's decoder gives: `invalid character 'x' looking for beginning of value`. */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses JSON. `JSON.parse` does the work; a second pass over the text runs only to find duplicates or to word an error.
 */
export function parseJsonText(text: string, options: { readonly duplicates: boolean }): JsonText {
  if (tooDeep(text)) return { ok: false, problem: "exceeded max depth" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const scan = scanJson(text, false);
    return { ok: false, problem: scan.problem ?? "unexpected end of JSON input" };
  }
  return { ok: true, value, duplicates: options.duplicates ? scanJson(text, true).duplicates : [] };
}

/** Values are walked by recursion, so their depth is bounded; no object of the API comes near. */
const maxDepth = 1_000;

function tooDeep(text: string): boolean {
  if (text.length < 2 * maxDepth) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}

interface Scan {
  readonly problem?: string;
  readonly duplicates: string[];
}

/** An open object or array. */
interface Frame {
  /** Where this container stands: "" for the root. */
  readonly path: string;
  /** Keys met so far; absent for arrays. */
  readonly keys?: Set<string>;
  key: string;
  index: number;
}

const literals = ["true", "false", "null"] as const;

/** Walks JSON text without recursion, so that depth is bounded by memory alone. */
function scanJson(text: string, collect: boolean): Scan {
  const duplicates: string[] = [];
  const stack: Frame[] = [];
  let at = 0;
  /** What may come next. */
  let expect: "value" | "value or ]" | "key or }" | "key" | "colon" | "separator" = "value";

  const fail = (where: string): Scan => ({
    problem: at >= text.length ? "unexpected end of JSON input" : `invalid character ${quoteChar(text, at)} ${where}`,
    duplicates,
  });
  const skip = (): void => {
    while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at++;
  };
  const pathOf = (frame: Frame): string =>
    frame.keys ? (frame.path === "" ? frame.key : `${frame.path}.${frame.key}`) : `${frame.path}[${frame.index}]`;

  for (;;) {
    skip();
    const frame = stack.at(-1);
    const char = text[at];
    if (expect === "separator") {
      if (!frame) return at >= text.length ? { duplicates } : fail("after top-level value");
      if (char === ",") {
        at++;
        frame.index++;
        expect = frame.keys ? "key" : "value";
      } else if (char === (frame.keys ? "}" : "]")) {
        at++;
        stack.pop();
      } else return fail(frame.keys ? "after object key:value pair" : "after array element");
    } else if (expect === "colon") {
      if (char !== ":") return fail("after object key");
      at++;
      expect = "value";
    } else if (expect === "key" || expect === "key or }") {
      if (char === "}" && expect === "key or }") {
        at++;
        stack.pop();
        expect = "separator";
        continue;
      }
      if (char !== '"') return fail("looking for beginning of object key string");
      const start = at;
      const problem = skipString();
      if (problem) return problem;
      if (collect && frame?.keys) {
        const raw = text.slice(start, at);
        frame.key = raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
        if (frame.keys.has(frame.key)) duplicates.push(`duplicate field ${JSON.stringify(pathOf(frame))}`);
        frame.keys.add(frame.key);
      }
      expect = "colon";
    } else if (char === "]" && expect === "value or ]") {
      at++;
      stack.pop();
      expect = "separator";
    } else {
      const path = collect && frame ? pathOf(frame) : "";
      if (char === "{") {
        at++;
        stack.push({ path, keys: new Set(), key: "", index: 0 });
        expect = "key or }";
      } else if (char === "[") {
        at++;
        stack.push({ path, key: "", index: 0 });
        expect = "value or ]";
      } else {
        const problem = skipScalar();
        if (problem) return problem;
        expect = "separator";
      }
    }
  }

  function skipScalar(): Scan | undefined {
    const char = text[at] ?? "";
    if (char === '"') return skipString();
    if (/[-0-9]/.test(char)) return skipNumber();
    for (const literal of literals) {
      if (literal[0] !== char) continue;
      for (let index = 0; index < literal.length; index++, at++)
        if (text[at] !== literal[index]) return fail(`in literal ${literal} (expecting '${literal[index] ?? ""}')`);
      return undefined;
    }
    return fail("looking for beginning of value");
  }

  function skipString(): Scan | undefined {
    at++;
    for (; at < text.length; at++) {
      const char = text[at] ?? "";
      if (char === '"') {
        at++;
        return undefined;
      }
      if (char < " ") return fail("in string literal");
      if (char !== "\\") continue;
      at++;
      const escaped = text[at] ?? "";
      if (escaped === "u") {
        for (let digit = 0; digit < 4; digit++) {
          at++;
          if (!/^[0-9a-fA-F]$/.test(text[at] ?? "")) return fail("in \\u hexadecimal character escape");
        }
      } else if (escaped === "" || !'"\\/bfnrt'.includes(escaped)) return fail("in string escape code");
    }
    return fail("");
  }

  function skipNumber(): Scan | undefined {
    const digits = (): boolean => {
      const start = at;
      while (/[0-9]/.test(text[at] ?? "")) at++;
      return at > start;
    };
    if (text[at] === "-") at++;
    if (text[at] === "0") at++;
    else if (!digits()) return fail("in numeric literal");
    if (text[at] === ".") {
      at++;
      if (!digits()) return fail("after decimal point in numeric literal");
    }
    if (/^[eE]$/.test(text[at] ?? "")) {
      at++;
      if (/^[+-]$/.test(text[at] ?? "")) at++;
      if (!digits()) return fail("in exponent of numeric literal");
    }
    return undefined;
  }
}

function quoteChar(text: string, at: number): string {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (char === "'") return "'\\''";
  if (char === '"') return "'\"'";
  return `'${JSON.stringify(char).slice(1, -1)}'`;
}
