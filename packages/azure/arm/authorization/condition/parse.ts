import {
  type Attribute,
  type Comparison,
  type Condition,
  type Literal,
  type Operand,
  operators,
  quantifiers,
} from "./syntax.ts";

/** Deepest nesting that is read: a condition has at most 8,192 characters anyway. */
const maxDepth = 200;
const maxLength = 8192;

/** Why a text is no condition. */
class Unreadable extends Error {}

type Token =
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "attribute"; readonly attribute: Attribute };

const tokenPattern = /\s+|(@(\w+)\s*\[([^\]]*)\])|'((?:[^'\\]|\\.)*)'|(&&|\|\||[(){},!])|([A-Za-z0-9_][\w.:/+-]*)/y;

/** Reads a condition; undefined when it is not one. */
export function parseCondition(text: string): Condition | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const tokens = scan(text);
    let at = 0;
    let depth = 0;

    const peek = (): Token | undefined => tokens[at];
    const isMark = (mark: string): boolean => {
      const token = peek();
      return token?.kind === "mark" && token.text === mark;
    };
    const isWord = (...words: readonly string[]): boolean => {
      const token = peek();
      return token?.kind === "word" && words.includes(token.text.toLowerCase());
    };
    const expect = (mark: string): void => {
      if (!isMark(mark)) throw new Unreadable(`${mark} is missing`);
      at++;
    };

    function or(): Condition {
      let left = and();
      while (isMark("||") || isWord("or")) {
        at++;
        left = { kind: "or", sides: [left, and()] };
      }
      return left;
    }

    function and(): Condition {
      let left = unary();
      while (isMark("&&") || isWord("and")) {
        at++;
        left = { kind: "and", sides: [left, unary()] };
      }
      return left;
    }

    function unary(): Condition {
      if (++depth > maxDepth) throw new Unreadable("nested too deep");
      try {
        if (isMark("!") || isWord("not")) {
          at++;
          return { kind: "not", of: unary() };
        }
        if (isMark("(")) {
          at++;
          const inner = or();
          expect(")");
          return inner;
        }
        if (isWord("actionmatches", "suboperationmatches")) return actionTest();
        if (isWord("exists", "notexists")) return existence();
        return comparison();
      } finally {
        depth--;
      }
    }

    function actionTest(): Condition {
      const kind = isWord("actionmatches") ? "action" : "subOperation";
      at++;
      expect("{");
      const token = peek();
      if (token?.kind !== "text") throw new Unreadable("an action stands in quotes");
      at++;
      expect("}");
      return { kind, pattern: token.value };
    }

    function existence(): Condition {
      const negated = isWord("notexists");
      at++;
      const token = peek();
      if (token?.kind !== "attribute") throw new Unreadable("an attribute is expected");
      at++;
      const exists: Condition = { kind: "exists", attribute: token.attribute };
      return negated ? { kind: "not", of: exists } : exists;
    }

    function comparison(): Condition {
      const left = operand();
      const token = peek();
      if (token?.kind !== "word") throw new Unreadable("an operator is expected");
      at++;
      return { kind: "compare", left, comparison: comparisonOf(token.text), right: operand() };
    }

    function operand(): Operand {
      const token = peek();
      if (token?.kind === "attribute") {
        at++;
        return { kind: "attribute", attribute: token.attribute };
      }
      if (!isMark("{")) return { kind: "values", values: [literal()] };
      at++;
      const values = [literal()];
      while (isMark(",")) {
        at++;
        values.push(literal());
      }
      expect("}");
      return { kind: "values", values };
    }

    function literal(): Literal {
      const token = peek();
      at++;
      if (token?.kind === "text") return token.value;
      if (token?.kind !== "word") throw new Unreadable("a value is expected");
      const { text: word } = token;
      if (/^(true|false)$/i.test(word)) return word.toLowerCase() === "true";
      return /^\d+(\.\d+)?$/.test(word) && word.length < 16 ? Number(word) : word;
    }

    const condition = or();
    if (at < tokens.length) throw new Unreadable("more than one condition");
    return condition;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function comparisonOf(text: string): Comparison {
  const parts = text.toLowerCase().split(":");
  const [name = "", prefix] = [parts.at(-1), parts.length > 1 ? parts[0] : undefined];
  const found = operators.get(name);
  const quantifier = prefix === undefined ? "AnyAny" : quantifiers[prefix];
  if (!found || quantifier === undefined || parts.length > 2) throw new Unreadable(`no operator ${text}`);
  return { quantifier, ...found };
}

function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) throw new Unreadable("an unknown character");
    const [, attribute, source = "", name = "", quoted, mark, word] = match;
    if (attribute !== undefined) tokens.push({ kind: "attribute", attribute: { source, name: name.trim() } });
    else if (quoted !== undefined) tokens.push({ kind: "text", value: quoted.replaceAll(/\\(.)/g, "$1") });
    else if (mark !== undefined) tokens.push({ kind: "mark", text: mark });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
  }
  return tokens;
}
