import { wrappers } from "../errors/catalog.ts";
import { ExpressionFault, TemplateError } from "../errors/template-error.ts";
import type { ExpressionCache } from "../expression/parser.ts";
import type { ExpressionNode } from "../expression/node.ts";
import type { JsonPath } from "../reader/positions.ts";
import type { Places } from "./places.ts";

/** Parses the expression (without brackets) of the string at a path. @throws TemplateError at that place. */
export function parseAt(text: string, path: JsonPath, places: Places, expressions: ExpressionCache): ExpressionNode {
  try {
    return expressions.parse(text);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new TemplateError({
      code: "InvalidTemplate",
      message: wrappers.expression.text(error.message),
      text: error.text,
      place: places.at(path),
    });
  }
}
