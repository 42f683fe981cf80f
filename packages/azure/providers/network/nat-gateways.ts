import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { boundTo } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import {
  type Reference,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  requireReferences,
  written,
} from "./network-type.ts";
import { usersOf } from "./users.ts";

/** `Microsoft.Network/natGateways`. */
export const natGateways: StoredType = networkType({
  name: "natGateways",
  tags: true,
  patch: "tags",
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const references: readonly Reference[] = ["publicIpAddresses", "publicIpPrefixes"].flatMap((name) =>
      (reader.objects(name) ?? []).flatMap(({ id: reference }) =>
        typeof reference === "string" && reference !== ""
          ? [
              {
                id: reference,
                action: `Microsoft.Network/${name === "publicIpAddresses" ? "publicIPAddresses" : "publicIPPrefixes"}/join/action`,
              },
            ]
          : [],
      ),
    );
    await requireReferences(id.text, references, context);
    const zones = Array.isArray(body["zones"]) ? body["zones"].map(String) : existing?.zones;
    const properties: JsonObject = {
      ...kept(sent, new Set(["subnets"])),
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      idleTimeoutInMinutes: reader.integer("idleTimeoutInMinutes", { min: 4, max: 120 }) ?? 4,
    };
    const sku = { name: "Standard", tier: "Regional", ...(isJsonObject(body["sku"]) ? body["sku"] : existing?.sku) };
    return written(existing, { state: { sku, ...(zones ? { zones } : {}), properties }, linked: linkedOf(references) });
  },
  related: (resource, _shown, context) => boundTo(resource, context),
  async beforeDelete({ id, name }, context) {
    if (context.cascade) return;
    const users = await usersOf(id, context);
    if (users.length > 0) throw networkFaults.InUseNatGatewayCannotBeDeleted({ name, users: users.join(", ") });
  },
});
