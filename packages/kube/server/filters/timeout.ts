import type { Clock } from "@byocni/base/core";
import type { Filter, HttpRequest, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import type { RequestContext } from "../request/request-context.ts";

const longestMs = 60_000;
/** Sub-resources that are streams for as long as both ends like. */
const streams: ReadonlySet<string> = new Set(["log", "exec", "attach", "portforward", "proxy"]);

/** Requests that are to be short end after a minute at most, or after the time that the client gives. */
export function timeLimit(clock: Clock): Filter<RequestContext> {
  return async (context, request, next) => {
    const { info } = context;
    if (info.verb === "watch" || streams.has(info.subresource)) return next();
    const limit = limitOf(request);
    return new Promise<HttpResponse>((resolve, reject) => {
      const timer = clock.setTimer(limit, () =>
        reject(statusErrors.timeout("request did not complete within the allotted timeout", 0)),
      );
      next().then(
        (response) => {
          timer.cancel();
          resolve(response);
        },
        (error: unknown) => {
          timer.cancel();
          reject(error as Error);
        },
      );
    });
  };
}

/** @throws StatusError BadRequest */
function limitOf({ query, method }: HttpRequest): number {
  const text = query.get("timeout");
  if (text === null || text === "") return longestMs;
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined)
    throw statusErrors.badRequest(`invalid timeout specified in the request URL - time: invalid duration "${text}"`);
  if (milliseconds === 0) return longestMs;
  // A read may not be cut short by accident; a writer may ask for less.
  return method === "GET" ? Math.max(milliseconds, 1000) : Math.min(milliseconds, longestMs);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration as Go writes it (`1m30s`), in milliseconds; undefined if it is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return text === "0" ? 0 : undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g))
    total += Number(amount) * (units[unit ?? ""] ?? 0);
  return total;
}
