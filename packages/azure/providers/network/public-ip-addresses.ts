import { createHash } from "node:crypto";
import { type JsonObject, formatAddress, isJsonObject, nthAddress, parseCidr } from "@byocni/base/core";
import type { ProviderContext, StoredType } from "@byocni/azure/arm";
import { addressUser } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import { kept, networkType, readNetworkBody, written } from "./network-type.ts";
import { usersOf } from "./users.ts";

/** Ranges for documentation (RFC 5737, RFC 3849): addresses from them are nobody's. 192.0.2.0/24 is kept by AKS. */
const ranges = { IPv4: ["203.0.113.0/24", "198.51.100.0/24"], IPv6: ["2001:db8::/64"] } as const;

const readOnly: ReadonlySet<string> = new Set(["ipConfiguration", "natGateway"]);

/** `Microsoft.Network/publicIPAddresses`. */
export const publicIPAddresses: StoredType = networkType({
  name: "publicIPAddresses",
  tags: true,
  patch: "tags",
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const sku = {
      name: "Basic",
      tier: "Regional",
      ...existing?.sku,
      ...(isJsonObject(body["sku"]) ? body["sku"] : {}),
    };
    const version = reader.oneOf("publicIPAddressVersion", ["IPv4", "IPv6"]) ?? "IPv4";
    const method = reader.oneOf("publicIPAllocationMethod", ["Static", "Dynamic"]) ?? "Dynamic";
    if (sku.name === "Standard" && method === "Dynamic")
      throw networkFaults.InvalidRequestFormat({
        path: "properties.publicIPAllocationMethod",
        reason: "A public IP address of sku Standard is Static.",
      });
    const known = existing?.properties["ipAddress"];
    const given = reader.text("ipAddress");
    const ipAddress = known ?? given ?? (method === "Static" ? await freeAddress(id.key, version, context) : undefined);
    const properties: JsonObject = {
      ...kept(sent, readOnly),
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      publicIPAddressVersion: version,
      publicIPAllocationMethod: method,
      idleTimeoutInMinutes: reader.integer("idleTimeoutInMinutes", { min: 4, max: 30 }) ?? 4,
      ipTags: sent["ipTags"] ?? [],
      ...(ipAddress === undefined ? {} : { ipAddress }),
      ...dnsSettings(sent["dnsSettings"], String(body.location ?? existing?.location ?? "")),
    };
    await requireFreeName(id.key, properties, context);
    const zones = Array.isArray(body["zones"]) ? body["zones"].map(String) : existing?.zones;
    return written(existing, { state: { sku, ...(zones ? { zones } : {}), properties } });
  },
  related: (resource, _shown, context) => addressUser(resource, context),
  async beforeDelete({ id }, context) {
    if (context.cascade) return;
    const [user] = await usersOf(id, context);
    if (user !== undefined) throw networkFaults.PublicIPAddressCannotBeDeleted({ id: id.text, user });
  },
});

const label = /^[a-z][a-z0-9-]{1,61}[a-z0-9]$/;

/** @throws ArmError when another address has the name */
async function requireFreeName(key: string, properties: JsonObject, context: ProviderContext): Promise<void> {
  const fqdn = nameOf(properties);
  if (fqdn === undefined) return;
  const others = await context.resources.list({ type: "Microsoft.Network/publicIPAddresses" });
  if (others.some((one) => one.id.key !== key && nameOf(one.properties) === fqdn))
    throw networkFaults.DnsRecordInUse({ fqdn });
}

function nameOf({ dnsSettings: settings }: JsonObject): string | undefined {
  const fqdn = isJsonObject(settings) ? settings["fqdn"] : undefined;
  return typeof fqdn === "string" ? fqdn : undefined;
}

function dnsSettings(sent: unknown, location: string): JsonObject {
  if (!isJsonObject(sent)) return {};
  const { domainNameLabel } = sent;
  if (typeof domainNameLabel === "string" && !label.test(domainNameLabel))
    throw networkFaults.InvalidDomainNameLabel({ label: domainNameLabel, pattern: label.source });
  const fqdn = typeof domainNameLabel === "string" ? `${domainNameLabel}.${location}.cloudapp.azure.com` : undefined;
  return { dnsSettings: { ...sent, ...(fqdn === undefined ? {} : { fqdn }) } };
}

/**
 * An address that no other public IP of the cloud has: starting at a place that the id gives, so that the same template
 * gets the same address again. When the ranges are used up addresses are given twice, which harms nobody here.
 */
export async function freeAddress(
  key: string,
  version: "IPv4" | "IPv6",
  context: Pick<ProviderContext, "resources">,
): Promise<string> {
  const others = await context.resources.list({ type: "Microsoft.Network/publicIPAddresses" });
  const taken = new Set(others.map(({ properties }) => properties["ipAddress"]));
  const start = createHash("sha256").update(key).digest().readUInt16BE(0);
  const texts = ranges[version];
  const size = 254;
  for (let step = 0; step < size * texts.length; step++) {
    const place = (start + step) % (size * texts.length);
    const range = parseCidr(texts[Math.floor(place / size)] ?? texts[0]);
    const address = range.ok ? nthAddress(range.value.cidr, 1 + (place % size)) : undefined;
    const text = address ? formatAddress(address) : "";
    if (text !== "" && !taken.has(text)) return text;
  }
  const range = parseCidr(texts[0]);
  const address = range.ok ? nthAddress(range.value.cidr, 1 + (start % size)) : undefined;
  return address ? formatAddress(address) : "";
}
