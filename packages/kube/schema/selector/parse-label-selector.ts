import { fieldErrors, formatFieldError } from "../errors/field-error.ts";
import { statusErrors } from "../errors/status-errors.ts";
import { labelValueProblems, qualifiedNameProblems } from "../validation/names.ts";
import { labelSelector } from "./label-selector.ts";
import type { LabelOperator, LabelRequirement, LabelSelector } from "./label-selector.ts";

type TokenKind = "word" | "end" | "error" | "(" | ")" | "," | "!" | "=" | "==" | "!=" | ">" | "<" | "in" | "notin";
interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const symbols: ReadonlySet<string> = new Set(["(", ")", ",", "!", "=", "==", "!=", ">", "<"]);
const special = /[=!(),><]/;
const blank = /[ \t\r\n]/;

/** Splits the text as the API server's lexer does: longest known symbol first, everything else is a word. */
function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (blank.test(char)) at++;
    else if (special.test(char)) {
      const two = text.slice(at, at + 2);
      const symbol = symbols.has(two) ? two : char;
      tokens.push({ kind: symbol as TokenKind, text: symbol });
      at += symbol.length;
    } else {
      const start = at;
      while (at < text.length && !special.test(text[at] ?? "") && !blank.test(text[at] ?? "")) at++;
      const word = text.slice(start, at);
      tokens.push({ kind: word === "in" || word === "notin" ? word : "word", text: word });
    }
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

class SelectorProblem extends Error {}

function refuse(text: string): never {
  throw new SelectorProblem(text);
}

/**
 * Parses the text of `labelSelector`.
 * @throws StatusError BadRequest with the API server's text.
 */
export function parseLabelSelector(text: string): LabelSelector {
  try {
    return labelSelector(requirements(scan(text)));
  } catch (error) {
    if (error instanceof SelectorProblem) throw statusErrors.badRequest(error.message);
    throw error;
  }
}

function requirements(tokens: readonly Token[]): LabelRequirement[] {
  const end: Token = { kind: "end", text: "" };
  let position = 0;
  // Where values are expected, `in` and `notin` are words like any other.
  const asValue = (token: Token): Token =>
    token.kind === "in" || token.kind === "notin" ? { kind: "word", text: token.text } : token;
  const peek = (): Token => asValue(tokens[position] ?? end);
  const next = (): Token => asValue(tokens[position++] ?? end);

  function operator(): LabelOperator {
    const token = tokens[position++] ?? end;
    switch (token.kind) {
      case "=":
      case "==":
      case "!=":
      case "in":
      case "notin":
        return token.kind;
      case ">":
        return "gt";
      case "<":
        return "lt";
      default:
        return refuse(`found '${token.text}', expected: in, notin, =, ==, !=, gt, lt`);
    }
  }

  function valueList(): string[] {
    const open = next();
    if (open.kind !== "(") refuse(`found '${open.text}' expected: '('`);
    const first = peek();
    if (first.kind === ")") {
      next();
      return [""];
    }
    if (first.kind !== "word" && first.kind !== ",") refuse(`found '${first.text}', expected: ',', ')' or identifier`);
    const values = new Set<string>();
    for (;;) {
      const token = next();
      if (token.kind === "word") {
        values.add(token.text);
        const after = peek();
        if (after.kind === ")") break;
        if (after.kind !== ",") refuse(`found '${after.text}', expected: ',' or ')'`);
      } else if (token.kind === ",") {
        if (values.size === 0) values.add("");
        const after = peek();
        if (after.kind === ")") {
          values.add("");
          break;
        }
        if (after.kind === ",") {
          next();
          values.add("");
        }
      } else refuse(`found '${token.text}', expected: ',', or identifier`);
    }
    next();
    return [...values].sort();
  }

  function exactValue(): string[] {
    const after = peek();
    if (after.kind === "end" || after.kind === ",") return [""];
    const token = next();
    if (token.kind !== "word") refuse(`found '${token.text}', expected: identifier`);
    return [token.text];
  }

  function requirement(): LabelRequirement {
    let token = next();
    const absent = token.kind === "!";
    if (absent) token = next();
    if (token.kind !== "word") refuse(`found '${token.text}', expected: identifier`);
    const key = token.text;
    const keyProblems = qualifiedNameProblems(key);
    if (keyProblems.length > 0) refuse(formatFieldError(fieldErrors.invalid("<nil>", key, keyProblems.join("; "))));
    if (absent) return { key, operator: "!", values: [] };
    const after = peek();
    if (after.kind === "end" || after.kind === ",") return { key, operator: "exists", values: [] };
    const kind = operator();
    const values = kind === "in" || kind === "notin" ? valueList() : exactValue();
    checkValues(key, kind, values);
    return { key, operator: kind, values };
  }

  const found: LabelRequirement[] = [];
  for (;;) {
    const token = peek();
    if (token.kind === "end") return found;
    if (token.kind !== "word" && token.kind !== "!")
      refuse(`found '${token.text}', expected: !, identifier, or 'end of string'`);
    try {
      found.push(requirement());
    } catch (error) {
      if (error instanceof SelectorProblem) refuse(`unable to parse requirement: ${error.message}`);
      throw error;
    }
    const separator = next();
    if (separator.kind === "end") return found;
    if (separator.kind !== ",") refuse(`found '${separator.text}', expected: ',' or 'end of string'`);
    const following = peek();
    if (following.kind !== "word" && following.kind !== "!")
      refuse(`found '${following.text}', expected: identifier after ','`);
  }
}

function checkValues(key: string, operator: LabelOperator, values: readonly string[]): void {
  for (const [index, value] of values.entries()) {
    if ((operator === "gt" || operator === "lt") && !/^[+-]?[0-9]+$/.test(value))
      refuse(
        formatFieldError(
          fieldErrors.invalid(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"),
        ),
      );
    const problems = labelValueProblems(value);
    if (problems.length > 0)
      refuse(formatFieldError(fieldErrors.invalid(`values[${index}][${key}]`, value, problems.join("; "))));
  }
}
