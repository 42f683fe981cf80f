import { ODataSyntaxError, parseODataFilter, type ODataFilter } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";

export { matchesODataFilter } from "@byocni/azure/types";

/** `$filter` of a request. @throws ArmError InvalidFilterInQueryString */
export function parseFilter(query: URLSearchParams): ODataFilter | undefined {
  const text = query.get("$filter");
  if (text === null || text.trim() === "") return undefined;
  try {
    return parseODataFilter(text);
  } catch (error) {
    if (!(error instanceof ODataSyntaxError)) throw error;
    throw armFaults.InvalidFilterInQueryString({ filter: text, reason: error.message }, { cause: error });
  }
}
