import type { JsonObject } from "@byocni/base/core";
import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import { armFaults } from "../errors.ts";
import { locations } from "../locations.ts";
import type { ReadyRequest } from "../requests/context.ts";
import type { Tags } from "../resource.ts";
import type { CloudSettings } from "../settings.ts";
import { subscriptionTags } from "./tags.ts";

/** The subscription as its answers show it (az-requests 3). */
export function showSubscription(settings: CloudSettings, tags: Tags = {}): JsonObject {
  const { subscriptionId, subscriptionName, tenantId } = settings;
  return {
    id: `/subscriptions/${subscriptionId}`,
    authorizationSource: "RoleBased",
    managedByTenants: [],
    subscriptionId,
    tenantId,
    displayName: subscriptionName,
    state: "Enabled",
    subscriptionPolicies: {
      locationPlacementId: "Public_2014-09-01",
      quotaId: "PayAsYouGo_2014-09-01",
      spendingLimit: "Off",
    },
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
  };
}

async function sees(ready: ReadyRequest): Promise<boolean> {
  const { authorizer, settings } = ready.services;
  return authorizer.hasAnyRole(ready.principal.objectId, `/subscriptions/${settings.subscriptionId}`);
}

/** Only for those who have a role in it. */
export async function listSubscriptions(ready: ReadyRequest): Promise<HttpResponse> {
  const { store, settings } = ready.services;
  const tags = await subscriptionTags(store, settings.subscriptionId);
  const value = (await sees(ready)) ? [showSubscription(settings, tags)] : [];
  return jsonResponse(200, { value, count: { type: "Total", value: value.length } });
}

async function requireSight(ready: ReadyRequest): Promise<void> {
  if (await sees(ready)) return;
  const { subscriptionId } = ready.services.settings;
  const { objectId, appId = objectId } = ready.principal;
  throw armFaults.AuthorizationFailed({
    client: appId,
    objectId,
    action: "Microsoft.Resources/subscriptions/read",
    scope: `/subscriptions/${subscriptionId}`,
  });
}

export async function getSubscription(ready: ReadyRequest): Promise<HttpResponse> {
  await requireSight(ready);
  const { store, settings } = ready.services;
  return jsonResponse(200, showSubscription(settings, await subscriptionTags(store, settings.subscriptionId)));
}

export async function listLocations(ready: ReadyRequest): Promise<HttpResponse> {
  await requireSight(ready);
  const { subscriptionId } = ready.services.settings;
  const value = locations.map(([name, displayName, geographyGroup]) => ({
    id: `/subscriptions/${subscriptionId}/locations/${name}`,
    name,
    type: "Region",
    displayName,
    regionalDisplayName: `(${geographyGroup}) ${displayName}`,
    metadata: { regionType: "Physical", regionCategory: "Recommended", geographyGroup },
    availabilityZoneMappings: ["1", "2", "3"].map((zone) => ({ logicalZone: zone, physicalZone: `${name}-az${zone}` })),
  }));
  return jsonResponse(200, { value });
}

export function listTenants(ready: ReadyRequest): HttpResponse {
  const { tenantId } = ready.services.settings;
  const tenant = {
    id: `/tenants/${tenantId}`,
    tenantId,
    countryCode: "US",
    displayName: "byocni",
    domains: ["byocni.local"],
    tenantCategory: "Home",
    defaultDomain: "byocni.local",
    tenantType: "AAD",
  };
  return jsonResponse(200, { value: [tenant] });
}
