import { ODataSyntaxError, parseODataFilter, type ODataFilter } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";

export { matchesODataFilter } from "@byocni/azure/types";

/**
 * `$filter` of a request.
 * @param properties what can be filtered by, in lower case; absent: anything, and nothing has what is not known
 * @throws ArmError InvalidFilterInQueryString
 */
export function parseFilter(query: URLSearchParams, properties?: ReadonlySet<string>): ODataFilter | undefined {
  const text = query.get("$filter");
  if (text === null || text.trim() === "") return undefined;
  try {
    const filter = parseODataFilter(text);
    const unknown =
      properties && (unknownCall(filter) ?? pathsOf(filter).find((path) => !properties.has(path.toLowerCase())));
    if (unknown !== undefined) throw armFaults.InvalidFilterProperty({ filter: text, property: unknown });
    return filter;
  } catch (error) {
    if (!(error instanceof ODataSyntaxError)) throw error;
    throw armFaults.InvalidFilterInQueryString({ filter: text, reason: error.message }, { cause: error });
  }
}

const calls: ReadonlySet<string> = new Set(["startswith", "endswith", "contains", "substringof"]);

/** A function that only some lists of their own know. */
function unknownCall(filter: ODataFilter): string | undefined {
  switch (filter.kind) {
    case "and":
    case "or":
      return unknownCall(filter.left) ?? unknownCall(filter.right);
    case "not":
      return unknownCall(filter.inner);
    case "call":
      return calls.has(filter.name) ? undefined : `${filter.name}()`;
    default:
      return undefined;
  }
}

/** The filter with the values of one property changed: regions are written in two ways. */
export function withValues(filter: ODataFilter, path: string, change: (value: string) => string): ODataFilter {
  switch (filter.kind) {
    case "and":
    case "or":
      return { ...filter, left: withValues(filter.left, path, change), right: withValues(filter.right, path, change) };
    case "not":
      return { ...filter, inner: withValues(filter.inner, path, change) };
    case "compare":
      return filter.path.toLowerCase() === path && typeof filter.value === "string"
        ? { ...filter, value: change(filter.value) }
        : filter;
    default:
      return filter;
  }
}

/** Everything that a filter asks for by name. */
export function pathsOf(filter: ODataFilter): readonly string[] {
  switch (filter.kind) {
    case "and":
    case "or":
      return [...pathsOf(filter.left), ...pathsOf(filter.right)];
    case "not":
      return pathsOf(filter.inner);
    case "call":
      return filter.arguments.flatMap((argument) => ("path" in argument ? [argument.path] : []));
    default:
      return [filter.path];
  }
}
