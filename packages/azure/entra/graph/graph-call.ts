import { type Clock, type JsonObject, type Random, isJsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpRequest, type HttpResponse } from "@byocni/base/http";
import { matchesODataFilter, parseODataFilter } from "@byocni/azure/types";
import type { Directory } from "../directory.ts";
import type { TokenVerifier } from "../tokens.ts";
import { GraphRefusal } from "./graph-refusal.ts";

export interface GraphDeps {
  readonly directory: Directory;
  readonly verifier: TokenVerifier;
  readonly clock: Clock;
  readonly random: Random;
  readonly tenantId: string;
}

/** One call: `/{collection}/{id}/{rest…}`. */
export interface GraphCall {
  readonly request: HttpRequest;
  readonly method: string;
  /** Lower case. */
  readonly collection: string;
  readonly id: string | undefined;
  /** Segments after the id; names of functions and properties in lower case. */
  readonly rest: readonly string[];
  /** Object id of the caller. */
  readonly me: string;
}

export function notImplemented({ method, collection, rest }: GraphCall): GraphRefusal {
  const path = ["", collection, ...(rest.length > 0 ? ["{id}", ...rest] : [])].join("/");
  return new GraphRefusal("notImplemented", { call: `${method} ${path}` });
}

/** The JSON object that was sent. @throws GraphRefusal */
export async function bodyOf({ request }: Pick<GraphCall, "request">): Promise<JsonObject> {
  let value: unknown = request.body.value;
  if (value === undefined) {
    try {
      value = JSON.parse(await request.body.text());
    } catch {
      throw new GraphRefusal("badRequest", { reason: "The body is not JSON." });
    }
  }
  if (!isJsonObject(value)) throw new GraphRefusal("badRequest", { reason: "The body is not a JSON object." });
  return value;
}

/** @throws ODataSyntaxError */
export function listOf({ request }: Pick<GraphCall, "request">, items: readonly JsonObject[]): HttpResponse {
  const text = request.query.get("$filter");
  if (text === null || text === "") return jsonResponse(200, { value: items });
  const filter = parseODataFilter(text);
  return jsonResponse(200, {
    value: items.filter((item) => matchesODataFilter(filter, { property: (path) => item[path] })),
  });
}

/** Members that are text, of those named. */
export function text(input: JsonObject, name: string): string | undefined {
  const value = input[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** @throws GraphRefusal */
export function required(input: JsonObject, name: string, resource: string): string {
  const value = text(input, name);
  if (value === undefined) throw new GraphRefusal("missingValue", { property: name, resource });
  return value;
}

/** What a caller wrote besides what is kept by name; `null` takes a member away. */
export function remainder(
  before: JsonObject | undefined,
  input: JsonObject,
  known: readonly string[],
): { readonly more?: JsonObject } {
  const written = Object.entries(input).filter(([name]) => !known.includes(name) && !name.startsWith("@odata."));
  const more = Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(written) }).filter(([, value]) => value !== null),
  );
  return Object.keys(more).length > 0 ? { more } : {};
}
