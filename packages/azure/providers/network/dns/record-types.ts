import { type JsonObject, formatAddress, parseAddress } from "@byocni/base/core";
import type { BodyReader } from "../../body/read-body.ts";
import { readNetworkBody } from "../network-type.ts";
import { networkFaults } from "../errors.ts";

/** How Azure spells the members of record sets: private zones begin in lower case. */
export type Spelling = "private" | "public";

export interface RecordType {
  /** Last segment of the resource type: `A`. */
  readonly name: string;
  /** The member that holds the records. */
  readonly member: Readonly<Record<Spelling, string>>;
  /** One object (CNAME, SOA) and not a list. */
  readonly single?: boolean;
  /** A record as it is kept. @throws ArmError */
  read(record: BodyReader, path: string): JsonObject;
}

const integer = { min: 0, max: 65_535 } as const;
const seconds = { min: 1, max: 2_147_483_647 } as const;

function refuse(path: string, reason: string): Error {
  return networkFaults.InvalidRequestFormat({ path, reason });
}

function text(record: BodyReader, name: string, path: string): string {
  const value = record.text(name);
  if (value === undefined) throw refuse(`${path}.${name}`, "It is missing.");
  return value;
}

function whole(record: BodyReader, name: string, path: string): number {
  const value = record.integer(name, integer);
  if (value === undefined) throw refuse(`${path}.${name}`, "It is missing.");
  return value;
}

function address(record: BodyReader, name: string, path: string, family: 4 | 6): JsonObject {
  const given = text(record, name, path);
  const parsed = parseAddress(given);
  if (!parsed.ok || parsed.value.family !== family)
    throw refuse(`${path}.${name}`, `'${given}' is not an IPv${family} address.`);
  return { [name]: formatAddress(parsed.value) };
}

export const recordTypes: readonly RecordType[] = [
  {
    name: "A",
    member: { private: "aRecords", public: "ARecords" },
    read: (record, path) => address(record, "ipv4Address", path, 4),
  },
  {
    name: "AAAA",
    member: { private: "aaaaRecords", public: "AAAARecords" },
    read: (record, path) => address(record, "ipv6Address", path, 6),
  },
  {
    name: "CAA",
    member: { private: "caaRecords", public: "caaRecords" },
    read: (record, path) => ({
      flags: record.integer("flags", { min: 0, max: 255 }) ?? 0,
      tag: text(record, "tag", path),
      value: text(record, "value", path),
    }),
  },
  {
    name: "CNAME",
    member: { private: "cnameRecord", public: "CNAMERecord" },
    single: true,
    read: (record, path) => ({ cname: text(record, "cname", path) }),
  },
  {
    name: "MX",
    member: { private: "mxRecords", public: "MXRecords" },
    read: (record, path) => ({
      exchange: text(record, "exchange", path),
      preference: whole(record, "preference", path),
    }),
  },
  {
    name: "NS",
    member: { private: "nsRecords", public: "NSRecords" },
    read: (record, path) => ({ nsdname: text(record, "nsdname", path) }),
  },
  {
    name: "PTR",
    member: { private: "ptrRecords", public: "PTRRecords" },
    read: (record, path) => ({ ptrdname: text(record, "ptrdname", path) }),
  },
  {
    name: "SOA",
    member: { private: "soaRecord", public: "SOARecord" },
    single: true,
    read: (record, path) => ({
      email: text(record, "email", path),
      expireTime: record.integer("expireTime", seconds) ?? 2_419_200,
      host: record.text("host") ?? "azureprivatedns.net",
      minimumTtl: record.integer("minimumTtl", seconds) ?? record.integer("minimumTTL", seconds) ?? 10,
      refreshTime: record.integer("refreshTime", seconds) ?? 3600,
      retryTime: record.integer("retryTime", seconds) ?? 300,
      serialNumber: record.integer("serialNumber", seconds) ?? 1,
    }),
  },
  {
    name: "SRV",
    member: { private: "srvRecords", public: "SRVRecords" },
    read: (record, path) => ({
      port: whole(record, "port", path),
      priority: whole(record, "priority", path),
      target: text(record, "target", path),
      weight: whole(record, "weight", path),
    }),
  },
  {
    name: "TXT",
    member: { private: "txtRecords", public: "TXTRecords" },
    read: (record) => ({ value: record.texts("value") ?? [] }),
  },
];

/** Types of private zones: no certification authorities, no delegation. */
export const privateRecordTypes = recordTypes.filter(({ name }) => name !== "CAA" && name !== "NS");

/** The records of a body, as they are kept: under the spelling of their zone. @throws ArmError */
export function readRecords(type: RecordType, spelling: Spelling, sent: JsonObject): JsonObject {
  const member = type.member[spelling];
  const found = memberOf(sent, member);
  const reader = readNetworkBody({ records: found ?? null }, "properties");
  if (type.single === true) {
    if (found === undefined || found === null) throw refuse(`properties.${member}`, "It is missing.");
    const path = `properties.${member}`;
    return { [member]: type.read(readNetworkBody(found, path), path) };
  }
  const list = reader.objects("records") ?? [];
  return {
    [member]: list.map((item, index) => {
      const path = `properties.${member}[${index}]`;
      return type.read(readNetworkBody(item, path), path);
    }),
  };
}

/** Clients and api-versions spell members differently. */
export function memberOf(object: JsonObject, name: string): JsonObject[string] {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}
