import type { Filter } from "@byocni/base/http";
import type { RequestContext } from "../request/request-context.ts";

/** The warning texts of one answer are cut together beyond this. */
const maxTotalLength = 4096;

/** Puts the warnings that came up into `Warning` headers (RFC 7234, code 299). */
export const warningHeaders: Filter<RequestContext> = async (context, _request, next) => {
  const response = await next();
  if (context.warnings.size === 0) return response;
  const warnings: string[] = [];
  let length = 0;
  for (const text of context.warnings) {
    length += text.length;
    if (length > maxTotalLength) break;
    warnings.push(`299 - ${quoted(text)}`);
  }
  return { ...response, headers: { ...response.headers, warning: warnings.join(", ") } };
};

function quoted(text: string): string {
  const printable = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");
  return `"${printable.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
