import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import { newestFirst } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { ResourceProvider } from "../provider.ts";
import { locationsOf, type ProviderRegistry, type RegisteredType } from "../registry.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { pageOf } from "../requests/paging.ts";

/** A provider with its types; az takes the api-version of `resource show` from here. */
export function showProvider(registry: ProviderRegistry, provider: ResourceProvider, scope: string): JsonObject {
  const prefix = `${provider.namespace}/`.toLowerCase();
  const types = [...registry.types()].filter(({ type }) => type.toLowerCase().startsWith(prefix));
  return {
    id: `${scope}/providers/${provider.namespace}`,
    namespace: provider.namespace,
    registrationPolicy: "RegistrationRequired",
    registrationState: "Registered",
    resourceTypes: types.map(showType),
  };
}

function showType(type: RegisteredType): JsonObject {
  const versions = newestFirst(type.definition.apiVersions);
  const stable = versions.filter((version) => !/[a-z]/i.test(version));
  return {
    resourceType: type.definition.name,
    locations: locationsOf(type),
    apiVersions: [...stable, ...versions.filter((version) => !stable.includes(version))],
    ...(stable[0] === undefined ? {} : { defaultApiVersion: stable[0] }),
    capabilities: "None",
  };
}

function scopeText(ready: ReadyRequest, inSubscription: boolean): string {
  return inSubscription ? `/subscriptions/${ready.services.settings.subscriptionId}` : "";
}

export function listProviders(ready: ReadyRequest, inSubscription: boolean): HttpResponse {
  const { registry } = ready.services;
  const shown = registry.providers.map((provider) =>
    showProvider(registry, provider, scopeText(ready, inSubscription)),
  );
  return jsonResponse(200, pageOf(ready.request, shown));
}

/** GET, and POST register: every provider is registered from the start. */
export function getProvider(ready: ReadyRequest, namespace: string, inSubscription: boolean): HttpResponse {
  const { registry } = ready.services;
  const provider = registry.provider(namespace);
  if (!provider) throw armFaults.InvalidResourceNamespace({ namespace });
  return jsonResponse(200, showProvider(registry, provider, scopeText(ready, inSubscription)));
}
