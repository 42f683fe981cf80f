import { statusErrors } from "../errors/status-errors.ts";

export interface FieldRequirement {
  /** Dotted path as the client wrote it: `spec.nodeName`. */
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** A parsed `fieldSelector`. */
export interface FieldSelector {
  readonly requirements: readonly FieldRequirement[];
  readonly empty: boolean;
  /** `read` gives the text of a field of the object at hand, "" when it is absent. */
  matches(read: (field: string) => string): boolean;
  toString(): string;
}

/** The value of a requirement that pins `field` to one value, for example to read one key instead of a list. */
export function exactFieldValue(selector: FieldSelector, field: string): string | undefined {
  return selector.requirements.find((item) => item.field === field && item.operator === "=")?.value;
}

/**
 * Parses `a=b,c!=d`; `\\`, `\,` and `\=` are escapes.
 * @throws StatusError BadRequest with the API server's text.
 */
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text)) {
    if (term === "") continue;
    const parts = splitOperator(term);
    if (!parts) throw statusErrors.badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
    requirements.push({ field: parts[0], operator: parts[1], value: unescape(parts[2]) });
  }
  return fieldSelector(requirements);
}

/** Compiles requirements; all must hold. */
export function fieldSelector(requirements: readonly FieldRequirement[]): FieldSelector {
  return {
    requirements,
    empty: requirements.length === 0,
    matches: (read) => requirements.every((item) => (read(item.field) === item.value) === (item.operator === "=")),
    toString: () => requirements.map((item) => `${item.field}${item.operator}${escape(item.value)}`).join(","),
  };
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === ",") {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function splitOperator(term: string): readonly [string, "=" | "!=", string] | undefined {
  for (let at = 0; at < term.length; at++) {
    const rest = term.slice(at);
    if (rest.startsWith("!=")) return [term.slice(0, at), "!=", rest.slice(2)];
    if (rest.startsWith("==")) return [term.slice(0, at), "=", rest.slice(2)];
    if (rest.startsWith("=")) return [term.slice(0, at), "=", rest.slice(1)];
  }
  return undefined;
}

function unescape(value: string): string {
  let out = "";
  for (let at = 0; at < value.length; at++) {
    const char = value[at] ?? "";
    if (char === "\\") {
      const escaped = value[++at];
      if (escaped !== "\\" && escaped !== "," && escaped !== "=")
        throw statusErrors.badRequest(`invalid field selector: invalid escape sequence: \\${escaped ?? ""}`);
      out += escaped;
    } else if (char === "," || char === "=")
      throw statusErrors.badRequest(`invalid field selector: unescaped character in value: ${char}`);
    else out += char;
  }
  return out;
}

function escape(value: string): string {
  return value.replaceAll(/[\\,=]/g, (char) => `\\${char}`);
}
