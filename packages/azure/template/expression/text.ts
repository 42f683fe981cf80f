/** A string of a template, told apart: an expression (without its brackets) or a literal (unescaped). */
export type StringContent =
  | { readonly kind: "expression"; readonly text: string }
  | { readonly kind: "literal"; readonly text: string };

/**
 * `[...]` is an expression; `[[...]` is the literal `[...]`; everything else, also `[x` without the closing bracket,
 * is itself.
 */
export function classifyString(text: string): StringContent {
  if (text.length < 2 || text.charCodeAt(0) !== 91 || text.charCodeAt(text.length - 1) !== 93) {
    return { kind: "literal", text };
  }
  if (text.charCodeAt(1) === 91) return { kind: "literal", text: text.slice(1) };
  return { kind: "expression", text: text.slice(1, -1) };
}

/** True for `[...]` that is not escaped. */
export function isExpression(text: string): boolean {
  return (
    text.charCodeAt(0) === 91 && text.charCodeAt(1) !== 91 && text.length > 1 && text.charCodeAt(text.length - 1) === 93
  );
}

/** The way to write a literal in a template so that it is not taken for an expression. */
export function escapeLiteral(text: string): string {
  return text.charCodeAt(0) === 91 && text.charCodeAt(text.length - 1) === 93 && text.length > 1 ? `[${text}` : text;
}
