import { parseErrors } from "../diagnostics/parse-errors.ts";
import type { IntegerNode } from "../syntax/index.ts";
import { advance, fail, finished, tokenSpan, tokenText, type ParserState } from "./state.ts";

const maxInteger = 2n ** 64n - 1n;

export function parseInteger(p: ParserState): IntegerNode {
  const text = tokenText(p);
  // 20 digits hold every 64-bit number; longer texts are not worth converting.
  const value = text.replace(/^0+(?=\d)/, "").length > 20 ? maxInteger + 1n : BigInt(text);
  if (value > maxInteger) fail(p, parseErrors.integer);
  const span = tokenSpan(p);
  advance(p);
  return finished(p, 1, { kind: "integer", value, ...span });
}
