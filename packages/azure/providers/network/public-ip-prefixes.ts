import { createHash } from "node:crypto";
import { type JsonObject, formatCidr, isJsonObject, nthSubnet, parseCidr } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { kept, networkType, readNetworkBody, written } from "./network-type.ts";

/** A range for documentation (RFC 5737) that single public IPs are not taken from as long as the other one has some. */
const range = "198.51.100.0/24";

/** `Microsoft.Network/publicIPPrefixes`. */
export const publicIPPrefixes: StoredType = networkType({
  name: "publicIPPrefixes",
  tags: true,
  patch: "tags",
  prepare({ id, body, existing }, { random }) {
    const sent = body.properties ?? {};
    const prefixLength = readNetworkBody(sent, "properties").integer("prefixLength", { min: 28, max: 31 }) ?? 28;
    const zones = Array.isArray(body["zones"]) ? body["zones"].map(String) : existing?.zones;
    const sku = { name: "Standard", tier: "Regional", ...(isJsonObject(body["sku"]) ? body["sku"] : existing?.sku) };
    const properties: JsonObject = {
      ...kept(sent, new Set(["publicIPAddresses", "natGateway"])),
      resourceGuid: existing?.properties["resourceGuid"] ?? random.uuid(),
      prefixLength,
      publicIPAddressVersion: "IPv4",
      ipTags: sent["ipTags"] ?? [],
      ipPrefix: existing?.properties["ipPrefix"] ?? prefixOf(id.key, prefixLength),
    };
    return written(existing, { state: { sku, ...(zones ? { zones } : {}), properties } });
  },
});

/** The same block for the same name; two names may share one, which harms nobody here. */
function prefixOf(key: string, length: number): string {
  const block = parseCidr(range);
  const count = 2 ** (length - 24);
  const place = createHash("sha256").update(key).digest().readUInt16BE(0) % count;
  const subnet = block.ok ? nthSubnet(block.value.cidr, length, place) : undefined;
  return subnet ? formatCidr(subnet) : range;
}
