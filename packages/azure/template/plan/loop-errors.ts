import { type ExpressionFault, type TemplateError, validationError } from "../errors/template-error.ts";
import type { JsonPath } from "../reader/positions.ts";
import type { Places } from "./places.ts";

/**
 * A complaint about a property or variable loop, at the place of the loop: the service reports it without the sentence
 * about the resource around it (MicrosoftDocs/azure-docs#50871). Undefined for any other complaint.
 */
export function loopError(error: ExpressionFault, base: JsonPath, places: Places): TemplateError | undefined {
  if (!error.loopPath) return undefined;
  const path = nearest([...base, ...error.loopPath], places);
  const [line, column] = places.lineOf(path);
  if (error.text === "copyCount") return validationError(places.at(path), "copyCount", line, column);
  const property = /The (\w+) property cannot/.exec(error.message)?.[1] ?? "name";
  return validationError(places.at(path), "copyDefinition", line, column, property);
}

/** Inside another loop the path is that of the result: the closest place that the text has. */
function nearest(path: JsonPath, places: Places): JsonPath {
  for (let length = path.length; length > 0; length--) {
    if (places.positions.at(path.slice(0, length))) return path.slice(0, length);
  }
  return path;
}
