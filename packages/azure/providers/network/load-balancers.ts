import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { Resource, StoredType } from "@byocni/azure/arm";
import { fillIpConfigurations } from "./ip-configurations.ts";
import { bareElements, elementsIn, kept, linkedOf, networkType, readNetworkBody, written } from "./network-type.ts";

/** Arrays of named parts, with the type that Azure gives their elements. */
const parts = [
  "frontendIPConfigurations",
  "backendAddressPools",
  "loadBalancingRules",
  "probes",
  "inboundNatRules",
  "inboundNatPools",
  "outboundRules",
] as const;

/** `Microsoft.Network/loadBalancers`: what AKS leaves, and those of templates. */
export const loadBalancers: StoredType = networkType({
  name: "loadBalancers",
  tags: true,
  patch: "tags",
  notImplementedActions: ["migrateToIpBased"],
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const { configurations, references } = await fillIpConfigurations(
      reader.objects("frontendIPConfigurations") ?? [],
      {
        id: id.text,
        path: "frontendIPConfigurations",
        existing: elementsIn(existing?.properties, "frontendIPConfigurations"),
      },
      context,
    );
    const properties: JsonObject = {
      ...kept(sent),
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      ...Object.fromEntries(
        parts.map((part) => [
          part,
          bareElements(reader.objects(part) ?? [], `properties.${part}`).map((one) => ({ ...one })),
        ]),
      ),
      frontendIPConfigurations: configurations,
    };
    const sku = { name: "Basic", tier: "Regional", ...(isJsonObject(body["sku"]) ? body["sku"] : existing?.sku) };
    return written(existing, { state: { sku, properties }, linked: linkedOf(references) });
  },
  project: (resource) => ({ properties: shownParts(resource) }),
});

function shownParts({ id, etag, properties }: Resource): JsonObject {
  return Object.fromEntries(
    parts.map((part) => [
      part,
      elementsIn(properties, part).map((one) => ({
        ...one,
        id: `${id.text}/${part}/${one.name}`,
        type: `Microsoft.Network/loadBalancers/${part}`,
        etag,
        properties: { ...one.properties, provisioningState: "Succeeded" },
      })),
    ]),
  );
}
