import { compareQuantities, quantityToNumber } from "@byocni/kube/schema";
import type { ResourceMap } from "./pod-resources.ts";

/** Bounds for one kind of thing, as an item of a LimitRange gives them. */
export interface Bounds {
  readonly type: string;
  readonly min?: ResourceMap | undefined;
  readonly max?: ResourceMap | undefined;
  readonly maxLimitRequestRatio?: ResourceMap | undefined;
}

/** What is wrong with requests and limits, in the API server's words. */
export function* boundProblems(
  { type, min, max, maxLimitRequestRatio }: Bounds,
  requests: ResourceMap,
  limits: ResourceMap,
): Generator<string, void, undefined> {
  for (const [name, enforced] of Object.entries(min ?? {})) {
    const text = `minimum ${name} usage per ${type} is ${enforced}`;
    const [request, limit] = [requests[name], limits[name]];
    if (request === undefined) yield `${text}. No request is specified`;
    else if (compareQuantities(request, enforced) < 0) yield `${text}, but request is ${request}`;
    else if (limit !== undefined && compareQuantities(limit, enforced) < 0) yield `${text}, but limit is ${limit}`;
  }
  for (const [name, enforced] of Object.entries(max ?? {})) {
    const text = `maximum ${name} usage per ${type} is ${enforced}`;
    const [request, limit] = [requests[name], limits[name]];
    if (limit === undefined) yield `${text}. No limit is specified`;
    else if (compareQuantities(limit, enforced) > 0) yield `${text}, but limit is ${limit}`;
    else if (request !== undefined && compareQuantities(request, enforced) > 0)
      yield `${text}, but request is ${request}`;
  }
  for (const [name, enforced] of Object.entries(maxLimitRequestRatio ?? {})) {
    const text = `${name} max limit to request ratio per ${type} is ${enforced}`;
    const [request, limit] = [requests[name], limits[name]];
    if (isNothing(request)) yield `${text}, but no request is specified or request is 0`;
    else if (isNothing(limit)) yield `${text}, but no limit is specified or limit is 0`;
    else {
      const ratio = quantityToNumber(limit) / quantityToNumber(request);
      if (ratio > quantityToNumber(enforced)) yield `${text}, but provided ratio is ${ratio.toFixed(6)}`;
    }
  }
}

/** The same for what has requests only (storage of a claim). */
export function* requestProblems(
  { type, min, max }: Bounds,
  requests: ResourceMap,
): Generator<string, void, undefined> {
  for (const [name, enforced] of Object.entries(min ?? {})) {
    const request = requests[name];
    const text = `minimum ${name} usage per ${type} is ${enforced}`;
    if (request === undefined) yield `${text}. No request is specified`;
    else if (compareQuantities(request, enforced) < 0) yield `${text}, but request is ${request}`;
  }
  for (const [name, enforced] of Object.entries(max ?? {})) {
    const request = requests[name];
    const text = `maximum ${name} usage per ${type} is ${enforced}`;
    if (request === undefined) yield `${text}. No request is specified`;
    else if (compareQuantities(request, enforced) > 0) yield `${text}, but request is ${request}`;
  }
}

function isNothing(quantity: string | undefined): quantity is undefined {
  return quantity === undefined || compareQuantities(quantity, "0") === 0;
}
