import type { HttpHeaders } from "@byocni/base/http";
import type { AsyncOperationStyle, ResourceProvider } from "../provider.ts";

const defaultStyle: AsyncOperationStyle = { apiVersion: "2022-09-01", body: "named" };

export function styleOf(provider: ResourceProvider | undefined): AsyncOperationStyle {
  return provider?.asyncOperations ?? defaultStyle;
}

/** What tells a poller when to come again: whole seconds for all, milliseconds for clients that know the word. */
export const retryHeaders: HttpHeaders = { "retry-after": "1", "retry-after-ms": "100" };

export interface OperationPlace {
  readonly origin: string;
  readonly subscriptionId: string;
  readonly provider: ResourceProvider;
  /** Region, `global` for resources without one. */
  readonly location: string;
  readonly operationId: string;
}

/** The headers of an answer that started an operation of a provider. */
export function operationHeaders(place: OperationPlace, withLocation: boolean): HttpHeaders {
  const { origin, subscriptionId, provider, location, operationId } = place;
  const base = `${origin}/subscriptions/${subscriptionId}/providers/${provider.namespace}/locations/${location}`;
  const query = `?api-version=${styleOf(provider).apiVersion}`;
  return {
    "azure-asyncoperation": `${base}/operations/${operationId}${query}`,
    ...(withLocation ? { location: `${base}/operationresults/${operationId}${query}` } : {}),
    ...retryHeaders,
  };
}
