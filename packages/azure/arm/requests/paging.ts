import type { JsonObject } from "@byocni/base/core";
import type { HttpRequest } from "@byocni/base/http";
import { armFaults } from "../errors.ts";

const maxTop = 1000;

/**
 * One page of a list: `$top` items after `$skiptoken`, with `nextLink` when there is more. Without `$top` everything.
 * @throws ArmError for a bad `$top` or token
 */
export function pageOf(request: HttpRequest, items: readonly JsonObject[]): JsonObject {
  const { query } = request;
  const top = query.get("$top");
  const token = query.get("$skiptoken");
  if (top === null && token === null) return { value: items };
  const size = top === null ? maxTop : Number(top);
  if (!Number.isInteger(size) || size < 1 || size > maxTop) throw armFaults.InvalidTopInQueryString({ top: top ?? "" });
  const place = token === null ? "0" : Buffer.from(token, "base64url").toString("utf8");
  if (!/^\d{1,9}$/.test(place)) throw armFaults.InvalidSkipToken({ token: token ?? "" });
  const start = Number(place);
  const value = items.slice(start, start + size);
  if (start + size >= items.length) return { value };
  const next = new URLSearchParams(query);
  next.set("$skiptoken", Buffer.from(String(start + size)).toString("base64url"));
  return { value, nextLink: `${request.origin}${request.path}?${next.toString()}` };
}
