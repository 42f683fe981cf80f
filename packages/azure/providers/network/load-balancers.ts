import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext, Resource, StoredType } from "@byocni/azure/arm";
import { parentResource } from "@byocni/azure/types";
import { networkFaults } from "./errors.ts";
import { fillIpConfigurations } from "./ip-configurations.ts";
import {
  type Reference,
  bareElements,
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  written,
} from "./network-type.ts";

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
    const { configurations, references: addresses } = await fillIpConfigurations(
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
    requireParts(properties, id.text);
    const sku: JsonObject = {
      name: "Basic",
      tier: "Regional",
      ...(isJsonObject(body["sku"]) ? body["sku"] : existing?.sku),
    };
    await checkSkus({ id: id.text, sku }, addresses, context);
    return written(existing, { state: { sku, properties }, linked: linkedOf(addresses) });
  },
  project: (resource) => ({ properties: shownParts(resource) }),
});

/** `Microsoft.Network/loadBalancers/backendAddressPools`: the one part that can be written by itself in every version. */
export const backendAddressPools: StoredType = networkType({
  name: "loadBalancers/backendAddressPools",
  embedded: { property: "backendAddressPools", shape: "resource" },
  patch: "none",
  prepare: ({ body, existing }) => written(existing, { state: { properties: kept(body.properties ?? {}) } }),
  async beforeDelete({ id }, context) {
    if (context.cascade) return;
    const parent = parentResource(id);
    const balancer = parent && (await context.resources.get(parent));
    const rest = elementsIn(balancer?.properties, "backendAddressPools").filter(
      ({ name }) => name.toLowerCase() !== id.name.toLowerCase(),
    );
    if (balancer) requireParts({ ...balancer.properties, backendAddressPools: rest }, balancer.id.text);
  },
});

/**
 * Rules lead to the frontends, pools and probes of the same load balancer.
 * @throws ArmError InvalidResourceReference for a part that is not there
 */
function requireParts(properties: JsonObject, id: string): void {
  const known = new Set(
    parts.flatMap((part) => elementsIn(properties, part).map(({ name }) => `${id}/${part}/${name}`.toLowerCase())),
  );
  for (const part of ["loadBalancingRules", "inboundNatRules", "inboundNatPools", "outboundRules"]) {
    for (const rule of elementsIn(properties, part)) {
      for (const reference of references(rule.properties, id)) {
        if (!known.has(reference.toLowerCase()))
          throw networkFaults.InvalidResourceReference({ reference, id: `${id}/${part}/${rule.name}` });
      }
    }
  }
}

/** Ids of parts of the load balancer in a rule; a rule's other references are not its own. */
function references(rule: JsonObject, id: string): readonly string[] {
  return Object.values(rule)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => (isJsonObject(value) && typeof value["id"] === "string" ? [value["id"]] : []))
    .filter((reference) => reference.toLowerCase().startsWith(`${id.toLowerCase()}/`));
}

/** @throws ArmError when a frontend has a public address of another sku */
async function checkSkus(
  balancer: { readonly id: string; readonly sku: JsonObject },
  references: readonly Reference[],
  context: ProviderContext,
): Promise<void> {
  const balancerSku = String(balancer.sku["name"]);
  for (const { id } of references) {
    const resource = await context.resources.get(id);
    if (resource?.type !== "Microsoft.Network/publicIPAddresses") continue;
    const addressSku = String(resource.sku?.["name"] ?? "Basic");
    if (addressSku.toLowerCase() !== balancerSku.toLowerCase() && balancerSku.toLowerCase() !== "gateway")
      throw networkFaults.PublicIPAndLBSkuDoNotMatch({
        balancerSku,
        balancer: balancer.id,
        addressSku,
        address: resource.id.text,
      });
  }
}

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
