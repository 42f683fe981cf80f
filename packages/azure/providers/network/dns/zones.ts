import { createHash } from "node:crypto";
import type { ComputedType, StoredType } from "@byocni/azure/arm";
import { childResource } from "@byocni/azure/types";
import { networkFaults } from "../errors.ts";
import { networkType, referenceIn, requireReferences, linkedOf, readNetworkBody, written } from "../network-type.ts";
import { allRecordSets, recordSetType, recordSetsIn, type RecordSetsOf } from "./record-sets.ts";
import { privateRecordTypes, recordTypes } from "./record-types.ts";

const privateVersions = ["2018-09-01", "2020-01-01", "2020-06-01", "2024-06-01"];
const publicVersions = [
  "2015-05-04-preview",
  "2016-04-01",
  "2017-09-01",
  "2017-10-01",
  "2018-03-01-preview",
  "2018-05-01",
  "2023-07-01-preview",
];

/** Two labels or more: a name of one label cannot be a zone. */
const zoneName = {
  pattern: /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/i,
  refuse: (name: string) => networkFaults.InvalidZoneName({ name }),
} as const;

/** Limits that zones show (Azure subscription limits, DNS). */
const limits = {
  maxNumberOfRecordSets: 25_000,
  maxNumberOfVirtualNetworkLinks: 1000,
  maxNumberOfVirtualNetworkLinksWithRegistration: 100,
} as const;

const linkType = "Microsoft.Network/privateDnsZones/virtualNetworkLinks";

/** `Microsoft.Network/privateDnsZones`. */
const privateDnsZones: StoredType = networkType({
  name: "privateDnsZones",
  apiVersions: privateVersions,
  nameRule: zoneName,
  location: "global",
  tags: true,
  patch: "tags",
  prepare: ({ existing }) => written(existing, { state: { properties: {} } }),
  async committed({ id }, previous, { resources }) {
    if (previous) return;
    const soaRecord = {
      email: "azureprivatedns-host.microsoft.com",
      expireTime: 2_419_200,
      host: "azureprivatedns.net",
      minimumTtl: 10,
      refreshTime: 3600,
      retryTime: 300,
      serialNumber: 1,
    };
    await resources.put(childResource(id, "SOA", "@"), { properties: { ttl: 3600, soaRecord } });
  },
  async beforeDelete({ id }, { cascade, resources }) {
    if (cascade) return;
    const links = await resources.list({ within: id.key, type: linkType });
    if (links.length > 0) throw networkFaults.CannotDeleteResource();
  },
  project: () => ({ properties: { ...limits } }),
  async related(zone, _shown, { resources }) {
    const links = await resources.list({ within: zone.id.key, type: linkType });
    return {
      properties: {
        numberOfRecordSets: (await recordSetsIn(zone, resources)).length,
        numberOfVirtualNetworkLinks: links.length,
        numberOfVirtualNetworkLinksWithRegistration: links.filter(({ properties }) => properties["registrationEnabled"])
          .length,
      },
    };
  },
});

/** `Microsoft.Network/privateDnsZones/virtualNetworkLinks`: the networks that see a zone. */
const virtualNetworkLinks: StoredType = networkType({
  name: "privateDnsZones/virtualNetworkLinks",
  apiVersions: privateVersions,
  location: "global",
  tags: true,
  patch: "merge",
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const network = referenceIn(sent, "virtualNetwork");
    if (network === undefined)
      throw networkFaults.InvalidRequestFormat({ path: "properties.virtualNetwork.id", reason: "It is missing." });
    const references = [{ id: network, action: "Microsoft.Network/virtualNetworks/join/action" }];
    await requireReferences(id.text, references, context);
    return written(existing, {
      state: {
        properties: {
          virtualNetwork: { id: network },
          registrationEnabled: reader.flag("registrationEnabled") ?? false,
          resolutionPolicy: reader.oneOf("resolutionPolicy", ["Default", "NxDomainRedirect"]) ?? "Default",
          virtualNetworkLinkState: "Completed",
        },
      },
      linked: linkedOf(references),
    });
  },
});

/** `Microsoft.Network/dnsZones`: zones of the public DNS, which nobody asks here. */
const dnsZones: StoredType = {
  kind: "stored",
  name: "dnsZones",
  apiVersions: publicVersions,
  nameRule: zoneName,
  location: "global",
  tags: true,
  showsState: false,
  showsEtag: true,
  patch: "tags",
  prepare: ({ id }) => ({
    state: {
      properties: { zoneType: "Public", maxNumberOfRecordSets: 10_000, nameServers: nameServersOf(id.key) },
    },
  }),
  async committed({ id }, previous, { resources }) {
    if (previous) return;
    const servers = nameServersOf(id.key);
    const SOARecord = {
      email: "azuredns-hostmaster.microsoft.com",
      expireTime: 2_419_200,
      host: servers[0] ?? "",
      minimumTTL: 300,
      refreshTime: 3600,
      retryTime: 300,
      serialNumber: 1,
    };
    await resources.put(childResource(id, "SOA", "@"), { properties: { TTL: 3600, SOARecord } });
    await resources.put(childResource(id, "NS", "@"), {
      properties: { TTL: 172_800, NSRecords: servers.map((nsdname) => ({ nsdname })) },
    });
  },
  async related(zone, _shown, { resources }) {
    return { properties: { numberOfRecordSets: (await recordSetsIn(zone, resources)).length } };
  },
};

/** One of Azure's ten groups of four, the same one for the same zone. */
function nameServersOf(key: string): readonly string[] {
  const group = String(1 + (createHash("sha256").update(key).digest().readUInt8(0) % 10)).padStart(2, "0");
  return ["com", "net", "org", "info"].map((domain, index) => `ns${index + 1}-${group}.azure-dns.${domain}.`);
}

const inPrivate: RecordSetsOf = { zones: "privateDnsZones", spelling: "private", apiVersions: privateVersions };
const inPublic: RecordSetsOf = { zones: "dnsZones", spelling: "public", apiVersions: publicVersions };

/** Zones, who sees them, and what is in them. */
export const dnsTypes: readonly (StoredType | ComputedType)[] = [
  privateDnsZones,
  virtualNetworkLinks,
  ...privateRecordTypes.map((type) => recordSetType(type, inPrivate)),
  allRecordSets("ALL", inPrivate),
  dnsZones,
  ...recordTypes.map((type) => recordSetType(type, inPublic)),
  allRecordSets("all", inPublic),
  allRecordSets("recordsets", inPublic),
];
