import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { ReadyRequest } from "../requests/context.ts";
import { requireProvider } from "../registry.ts";

/**
 * Preview features of providers (`az feature register`). Which names exist is known to Azure alone: any name can be
 * registered, and nothing here depends on it.
 */
function featureKey(namespace: string, name: string): string {
  return `feature/${namespace.toLowerCase()}/${name.toLowerCase()}`;
}

function show(ready: ReadyRequest, namespace: string, name: string, state: string): JsonObject {
  const { subscriptionId } = ready.services.settings;
  return {
    id: `/subscriptions/${subscriptionId}/providers/Microsoft.Features/providers/${namespace}/features/${name}`,
    name: `${namespace}/${name}`,
    type: "Microsoft.Features/providers/features",
    properties: { state },
  };
}

export async function getFeature(ready: ReadyRequest, namespace: string, name: string): Promise<HttpResponse> {
  requireProvider(ready.services.registry, namespace);
  const entry = await ready.services.store.get(featureKey(namespace, name));
  return jsonResponse(200, show(ready, namespace, name, entry ? "Registered" : "NotRegistered"));
}

export async function registerFeature(ready: ReadyRequest, namespace: string, name: string): Promise<HttpResponse> {
  requireProvider(ready.services.registry, namespace);
  const key = featureKey(namespace, name);
  await ready.services.store.write([{ kind: "put", key, value: { namespace, name } }]);
  return jsonResponse(200, show(ready, namespace, name, "Registered"));
}

export async function unregisterFeature(ready: ReadyRequest, namespace: string, name: string): Promise<HttpResponse> {
  requireProvider(ready.services.registry, namespace);
  await ready.services.store.write([{ kind: "delete", key: featureKey(namespace, name) }]);
  return jsonResponse(200, show(ready, namespace, name, "Unregistered"));
}

/** Those that were registered here. */
export async function listFeatures(ready: ReadyRequest, namespace: string | undefined): Promise<HttpResponse> {
  const prefix = namespace === undefined ? "feature/" : `feature/${namespace.toLowerCase()}/`;
  const { entries } = await ready.services.store.list(prefix);
  const value = entries.map((entry) =>
    show(ready, String(entry.value["namespace"]), String(entry.value["name"]), "Registered"),
  );
  return jsonResponse(200, { value });
}
