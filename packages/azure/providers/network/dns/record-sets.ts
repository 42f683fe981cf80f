import { type JsonObject, assert, isJsonObject } from "@byocni/base/core";
import type { ComputedType, ProviderContext, Resource, StoredType } from "@byocni/azure/arm";
import { type ResourceId, childResource, parentResource } from "@byocni/azure/types";
import { networkFaults } from "../errors.ts";
import { readNetworkBody } from "../network-type.ts";
import { type RecordType, type Spelling, memberOf, readRecords, recordTypes } from "./record-types.ts";

const name = /^(@|\*|(\*\.)?[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*)$/i;
const ttlRange = { min: 0, max: 2_147_483_647 } as const;

export interface RecordSetsOf {
  /** `privateDnsZones`, `dnsZones`. */
  readonly zones: string;
  readonly spelling: Spelling;
  readonly apiVersions: readonly string[];
}

/** `privateDnsZones/A` and its like: the records of one name and type. */
export function recordSetType(type: RecordType, { zones, spelling, apiVersions }: RecordSetsOf): StoredType {
  const ttlMember = spelling === "private" ? "ttl" : "TTL";
  return {
    kind: "stored",
    name: `${zones}/${type.name}`,
    apiVersions,
    location: "none",
    tags: false,
    showsState: false,
    showsEtag: true,
    patch: "merge",
    nameRule: {
      pattern: name,
      refuse: (given) => networkFaults.InvalidRecordSetName({ name: given }),
    },
    async prepare({ id, body, existing, parent, purpose }, context) {
      assert(parent, "a record set has a zone");
      const sent = body.properties ?? {};
      const ttl = readNetworkBody({ ttl: memberOf(sent, "ttl") ?? null }, "properties").integer("ttl", ttlRange);
      if (type.name === "SOA" && id.name !== "@") throw networkFaults.InvalidRecordSetName({ name: id.name });
      if (type.name === "CNAME" && id.name === "@") throw networkFaults.InvalidRecordSetName({ name: id.name });
      if (!existing && purpose === "apply") await requireAlone(type, id, parent, context);
      const metadata = memberOf(sent, "metadata");
      return {
        state: {
          properties: {
            [ttlMember]: ttl ?? existing?.properties[ttlMember] ?? 3600,
            ...(isJsonObject(metadata) ? { metadata } : {}),
            ...readRecords(type, spelling, sent),
          },
        },
      };
    },
    beforeDelete({ id }, { cascade }) {
      const isOfZone = type.name === "SOA" || (type.name === "NS" && id.name === "@");
      if (isOfZone && !cascade) throw networkFaults.RecordSetOfZone({ type: type.name });
    },
    project: (resource) => ({ properties: shownProperties(resource, spelling) }),
  };
}

/** An alias stands alone at its name (RFC 1034, 3.6.2). @throws ArmError */
async function requireAlone(
  type: RecordType,
  id: ResourceId,
  zone: Resource,
  context: Pick<ProviderContext, "resources">,
): Promise<void> {
  for (const other of recordTypes) {
    if (other.name === type.name || (other.name !== "CNAME" && type.name !== "CNAME")) continue;
    if (await context.resources.get(childResource(zone.id, other.name, id.name)))
      throw networkFaults.RecordSetConflict({ name: id.name, type: other.name });
  }
}

function shownProperties({ id, name: own, properties }: Resource, spelling: Spelling): JsonObject {
  const zone = parentResource(id)?.name ?? "";
  const fqdn = own === "@" ? `${zone}.` : `${own}.${zone}.`;
  return spelling === "private"
    ? { fqdn, isAutoRegistered: false, metadata: properties["metadata"] ?? {} }
    : { fqdn, provisioningState: "Succeeded", targetResource: {} };
}

/** `privateDnsZones/ALL`, `dnsZones/recordsets`: the record sets of a zone, whatever their type. */
export function allRecordSets(last: string, { zones, spelling, apiVersions }: RecordSetsOf): ComputedType {
  return {
    kind: "computed",
    name: `${zones}/${last}`,
    apiVersions,
    async list({ parent }, { resources }) {
      if (!parent) return undefined;
      const found = await recordSetsIn(parent, resources);
      return {
        value: found.map((resource) => ({
          id: resource.id.text,
          name: resource.name,
          type: resource.type,
          etag: resource.etag,
          properties: { ...resource.properties, ...shownProperties(resource, spelling) },
        })),
      };
    },
  };
}

export async function recordSetsIn(
  zone: Resource,
  resources: ProviderContext["resources"],
): Promise<readonly Resource[]> {
  const types = new Set(recordTypes.map((type) => `${zone.type}/${type.name}`.toLowerCase()));
  return (await resources.list({ within: zone.id.key })).filter(({ type }) => types.has(type.toLowerCase()));
}
