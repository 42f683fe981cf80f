/** The part of OData's `$filter` that Azure's clients use: comparisons, `and`, `or`, `not`, functions, `any`. */
export type ODataFilter =
  | { readonly kind: "and" | "or"; readonly left: ODataFilter; readonly right: ODataFilter }
  | { readonly kind: "not"; readonly inner: ODataFilter }
  | { readonly kind: "compare"; readonly operator: CompareOperator; readonly path: string; readonly value: ODataValue }
  /** `startswith(displayName,'x')`, `substringof('x',name)`, `atScope()`, `assignedTo('oid')`. Name in lower case. */
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly ODataArgument[] }
  /** `path/any(x:x eq 'value')`. */
  | { readonly kind: "any"; readonly path: string; readonly value: ODataValue };

export type CompareOperator = "eq" | "ne" | "gt" | "ge" | "lt" | "le";
export type ODataValue = string | number | boolean | null;
export type ODataArgument = { readonly path: string } | { readonly value: ODataValue };

/** The text is not a filter; `offset` counts from 0. */
export class ODataSyntaxError extends Error {
  override readonly name = "ODataSyntaxError";
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

interface Token {
  readonly kind: "word" | "string" | "punctuation" | "end";
  readonly text: string;
  readonly offset: number;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:('(?:[^']|'')*')|([A-Za-z0-9_@./:+-]+)|([(),]))/y;
  let at = 0;
  while (at < text.trimEnd().length) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new ODataSyntaxError(`Syntax error at position ${at} in '${text}'.`, at);
    const [whole, quoted, word, mark] = match;
    const offset = at + whole.length - (quoted ?? word ?? mark ?? "").length;
    if (quoted !== undefined) {
      tokens.push({ kind: "string", text: quoted.slice(1, -1).replaceAll("''", "'"), offset });
    } else if (word !== undefined) tokens.push({ kind: "word", text: word, offset });
    else tokens.push({ kind: "punctuation", text: mark ?? "", offset });
    at += whole.length;
  }
  tokens.push({ kind: "end", text: "", offset: text.length });
  return tokens;
}

const operators: readonly string[] = ["eq", "ne", "gt", "ge", "lt", "le"];
const maxDepth = 100;

/** @throws ODataSyntaxError */
export function parseODataFilter(text: string): ODataFilter {
  const tokens = tokenize(text);
  let at = 0;
  let depth = 0;
  const peek = (): Token => tokens[at] ?? { kind: "end", text: "", offset: text.length };
  const fail = (): never => {
    throw new ODataSyntaxError(`Syntax error at position ${peek().offset} in '${text}'.`, peek().offset);
  };
  const isWord = (word: string): boolean => peek().kind === "word" && peek().text.toLowerCase() === word;
  const isMark = (mark: string): boolean => peek().kind === "punctuation" && peek().text === mark;
  const expectMark = (mark: string): void => {
    if (!isMark(mark)) fail();
    at++;
  };

  function binary(word: "or" | "and", next: () => ODataFilter): ODataFilter {
    let left = next();
    while (isWord(word)) {
      at++;
      left = { kind: word, left, right: next() };
    }
    return left;
  }
  const disjunction = (): ODataFilter => binary("or", () => binary("and", unary));

  function unary(): ODataFilter {
    if (++depth > maxDepth) fail();
    try {
      if (isWord("not")) {
        at++;
        return { kind: "not", inner: unary() };
      }
      if (isMark("(")) {
        at++;
        const inner = disjunction();
        expectMark(")");
        return inner;
      }
      return comparison();
    } finally {
      depth--;
    }
  }

  function comparison(): ODataFilter {
    const word = peek();
    if (word.kind !== "word") fail();
    at++;
    if (isMark("(")) return call(word.text);
    const operator = peek().text.toLowerCase();
    if (peek().kind !== "word" || !operators.includes(operator)) fail();
    at++;
    return { kind: "compare", operator: operator as CompareOperator, path: word.text, value: value() };
  }

  function call(name: string): ODataFilter {
    at++;
    const any = /^(.+)\/any$/i.exec(name)?.[1];
    if (any !== undefined) {
      // c:c eq 'value'
      const variable = /^(\w+):(\w+)$/.exec(peek().text);
      if (!variable || variable[1] !== variable[2]) fail();
      at++;
      if (!isWord("eq")) fail();
      at++;
      const wanted = value();
      expectMark(")");
      return { kind: "any", path: any, value: wanted };
    }
    const list: ODataArgument[] = [];
    while (!isMark(")")) {
      if (list.length > 0) expectMark(",");
      const token = peek();
      if (token.kind === "word" && literal(token.text) === undefined) {
        list.push({ path: token.text });
        at++;
      } else list.push({ value: value() });
    }
    at++;
    // `startswith(x,'y') eq true` is written by some clients.
    if (isWord("eq")) {
      at++;
      const wanted = value();
      const inner: ODataFilter = { kind: "call", name: name.toLowerCase(), arguments: list };
      return wanted === false ? { kind: "not", inner } : inner;
    }
    return { kind: "call", name: name.toLowerCase(), arguments: list };
  }

  function value(): ODataValue {
    const token = peek();
    at++;
    if (token.kind === "string") return token.text;
    const known = token.kind === "word" ? literal(token.text) : undefined;
    const found = known === undefined && token.kind === "word" ? namespace(token.text) : known;
    if (found === undefined) {
      at--;
      fail();
    }
    return found ?? null;
  }

  const filter = disjunction();
  if (peek().kind !== "end") fail();
  return filter;
}

function literal(word: string): ODataValue | undefined {
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  const lower = word.toLowerCase();
  if (lower === "true" || lower === "false") return lower === "true";
  if (lower === "null") return null;
  // Dates and GUIDs may stand without quotes.
  if (/^\d{4}-\d\d-\d\dT/.test(word) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(word)) return word;
  return undefined;
}

/** Namespaces stand without quotes in what az asks the activity log for. */
function namespace(word: string): string | undefined {
  return /^[a-z]+(\.[a-z]+)+$/i.test(word) ? word : undefined;
}

/** What a filter is asked about. */
export interface ODataSubject {
  /** The value of a property path (`resourceType`, `properties/roleName`); an array for `any`. */
  property(path: string): unknown;
  /** Functions besides `startswith`, `endswith`, `contains`, `substringof`; undefined when there is no such function. */
  call?(name: string, values: readonly ODataValue[]): boolean | undefined;
}

/** Text compares without regard to case, as Resource Manager and Graph do. @throws ODataSyntaxError for unknown functions. */
export function matchesODataFilter(filter: ODataFilter, subject: ODataSubject): boolean {
  switch (filter.kind) {
    case "and":
      return matchesODataFilter(filter.left, subject) && matchesODataFilter(filter.right, subject);
    case "or":
      return matchesODataFilter(filter.left, subject) || matchesODataFilter(filter.right, subject);
    case "not":
      return !matchesODataFilter(filter.inner, subject);
    case "compare":
      return compare(subject.property(filter.path), filter.operator, filter.value);
    case "any": {
      const items = subject.property(filter.path);
      return Array.isArray(items) && items.some((item) => compare(item, "eq", filter.value));
    }
    case "call":
      return callFunction(filter, subject);
  }
}

const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/i;

function compare(actual: unknown, operator: CompareOperator, wanted: ODataValue): boolean {
  const isTime = typeof actual === "string" && typeof wanted === "string" && time.test(actual) && time.test(wanted);
  const normal = (value: unknown): unknown => {
    if (typeof value !== "string") return value;
    return isTime ? Date.parse(value) : value.toLowerCase();
  };
  const left = normal(actual);
  const right = normal(wanted);
  if (operator === "eq") return (left ?? null) === right;
  if (operator === "ne") return (left ?? null) !== right;
  const isOrdered = (value: unknown): value is string | number => ["string", "number"].includes(typeof value);
  if (!isOrdered(left) || !isOrdered(right) || typeof left !== typeof right) return false;
  const order = left < right ? -1 : left > right ? 1 : 0;
  if (operator === "gt") return order > 0;
  if (operator === "ge") return order >= 0;
  if (operator === "lt") return order < 0;
  return order <= 0;
}

function callFunction(filter: Extract<ODataFilter, { kind: "call" }>, subject: ODataSubject): boolean {
  const values = filter.arguments.map((argument) =>
    "value" in argument ? argument.value : subject.property(argument.path),
  );
  const [first, second] = values.map((value) => (typeof value === "string" ? value.toLowerCase() : undefined));
  switch (filter.name) {
    case "startswith":
      return first !== undefined && second !== undefined && first.startsWith(second);
    case "endswith":
      return first !== undefined && second !== undefined && first.endsWith(second);
    case "contains":
      return first !== undefined && second !== undefined && first.includes(second);
    case "substringof":
      return first !== undefined && second !== undefined && second.includes(first);
    default: {
      const answer = subject.call?.(
        filter.name,
        filter.arguments.map((argument) => ("value" in argument ? argument.value : argument.path)),
      );
      if (answer === undefined) throw new ODataSyntaxError(`Unknown function '${filter.name}'.`, 0);
      return answer;
    }
  }
}
