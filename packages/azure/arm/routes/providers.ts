import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import { newestFirst } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { ResourceProvider } from "../provider.ts";
import { locationsOf, requireProvider, type ProviderRegistry, type RegisteredType } from "../registry.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { pageOf } from "../requests/paging.ts";

/** A provider with its types; az takes the api-version of `resource show` from here. */
export function showProvider(
  registry: ProviderRegistry,
  provider: ResourceProvider,
  scope: string,
  isRegistered = true,
): JsonObject {
  const prefix = `${provider.namespace}/`.toLowerCase();
  const types = [...registry.types()].filter(({ type }) => type.toLowerCase().startsWith(prefix));
  return {
    id: `${scope}/providers/${provider.namespace}`,
    namespace: provider.namespace,
    registrationPolicy: alwaysRegistered.has(provider.namespace.toLowerCase())
      ? "RegistrationFree"
      : "RegistrationRequired",
    registrationState: isRegistered ? "Registered" : "Unregistered",
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

/** Resource Manager's own, which no subscription can do without. */
const alwaysRegistered: ReadonlySet<string> = new Set([
  "microsoft.resources",
  "microsoft.authorization",
  "microsoft.features",
  "microsoft.management",
]);

/** Providers are registered from the start; what is kept is that one was unregistered. */
function unregisteredKey(namespace: string): string {
  return `provider-unregistered/${namespace.toLowerCase()}`;
}

async function isRegistered(store: Store, namespace: string): Promise<boolean> {
  return (await store.get(unregisteredKey(namespace))) === undefined;
}

/** @throws ArmError MissingSubscriptionRegistration for writes after somebody unregistered the provider */
export async function requireRegistered(store: Store, namespace: string): Promise<void> {
  if (await isRegistered(store, namespace)) return;
  const { code, message } = armFaults.MissingSubscriptionRegistration({ namespace });
  throw armFaults.MissingSubscriptionRegistration({ namespace }, { details: [{ code, target: namespace, message }] });
}

function scopeText(ready: ReadyRequest, inSubscription: boolean): string {
  return inSubscription ? `/subscriptions/${ready.services.settings.subscriptionId}` : "";
}

export async function listProviders(ready: ReadyRequest, inSubscription: boolean): Promise<HttpResponse> {
  const { registry, store } = ready.services;
  const scope = scopeText(ready, inSubscription);
  const shown: JsonObject[] = [];
  for (const provider of registry.providers) {
    shown.push(showProvider(registry, provider, scope, await isRegistered(store, provider.namespace)));
  }
  return jsonResponse(200, pageOf(ready.request, shown));
}

export async function getProvider(
  ready: ReadyRequest,
  namespace: string,
  inSubscription: boolean,
): Promise<HttpResponse> {
  const { registry, store } = ready.services;
  const provider = requireProvider(registry, namespace);
  const registered = await isRegistered(store, provider.namespace);
  return jsonResponse(200, showProvider(registry, provider, scopeText(ready, inSubscription), registered));
}

/** POST `register`: done at once. */
export async function registerProvider(ready: ReadyRequest, namespace: string): Promise<HttpResponse> {
  const { registry, store } = ready.services;
  const provider = requireProvider(registry, namespace);
  if (!(await isRegistered(store, provider.namespace))) {
    await store.write([{ kind: "delete", key: unregisteredKey(provider.namespace) }]);
  }
  return getProvider(ready, namespace, true);
}

/** POST `unregister`: only when nothing of the provider is left in the subscription. */
export async function unregisterProvider(ready: ReadyRequest, namespace: string): Promise<HttpResponse> {
  const { registry, store, repository, settings } = ready.services;
  const provider = requireProvider(registry, namespace);
  const { namespace: name } = provider;
  if (alwaysRegistered.has(name.toLowerCase())) return getProvider(ready, namespace, true);
  const all = await repository.list({ within: `/subscriptions/${settings.subscriptionId}` });
  const count = all.filter(({ id }) => id.namespace.toLowerCase() === name.toLowerCase()).length;
  if (count > 0) throw armFaults.ProviderInUse({ namespace: name, count });
  await store.write([{ kind: "put", key: unregisteredKey(name), value: { namespace: name } }]);
  return getProvider(ready, namespace, true);
}
