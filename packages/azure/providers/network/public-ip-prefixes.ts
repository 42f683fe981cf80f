import { createHash } from "node:crypto";
import { type JsonObject, formatCidr, isJsonObject, nthSubnet, parseCidr } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { kept, networkType, readNetworkBody, written } from "./network-type.ts";

/** Ranges for documentation (RFC 5737, RFC 3849), and which parts of them can be had (Azure, public IP address prefix). */
const ranges = {
  // Single public IPs are not taken from it as long as the other one has some.
  IPv4: { block: "198.51.100.0/24", min: 28, max: 31 },
  IPv6: { block: "2001:db8:1::/112", min: 124, max: 127 },
} as const;

/** `Microsoft.Network/publicIPPrefixes`. */
export const publicIPPrefixes: StoredType = networkType({
  name: "publicIPPrefixes",
  tags: true,
  patch: "tags",
  prepare({ id, body, existing }, { random }) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const version = reader.oneOf("publicIPAddressVersion", ["IPv4", "IPv6"]) ?? "IPv4";
    const { block, min, max } = ranges[version];
    const prefixLength = reader.integer("prefixLength", { min, max }) ?? min;
    const zones = Array.isArray(body["zones"]) ? body["zones"].map(String) : existing?.zones;
    const sku = { name: "Standard", tier: "Regional", ...(isJsonObject(body["sku"]) ? body["sku"] : existing?.sku) };
    const properties: JsonObject = {
      ...kept(sent, new Set(["publicIPAddresses", "natGateway"])),
      resourceGuid: existing?.properties["resourceGuid"] ?? random.uuid(),
      prefixLength,
      publicIPAddressVersion: version,
      ipTags: sent["ipTags"] ?? [],
      ipPrefix: existing?.properties["ipPrefix"] ?? prefixOf(id.key, block, prefixLength),
    };
    return written(existing, { state: { sku, ...(zones ? { zones } : {}), properties } });
  },
});

/** The same block for the same name; two names may share one, which harms nobody here. */
function prefixOf(key: string, range: string, length: number): string {
  const block = parseCidr(range);
  if (!block.ok) return range;
  const { cidr } = block.value;
  const count = 2 ** Math.min(16, length - cidr.prefixLength);
  const place = createHash("sha256").update(key).digest().readUInt16BE(0) % count;
  const subnet = nthSubnet(cidr, length, place);
  return subnet ? formatCidr(subnet) : range;
}
