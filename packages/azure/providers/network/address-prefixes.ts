import { type Cidr, formatCidr, parseCidr } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { networkFaults } from "./errors.ts";

/** Reads a range of a resource. @throws ArmError with the codes of Azure */
export function addressPrefix(prefix: string, id: string): Cidr {
  const parsed = parseCidr(prefix);
  if (!parsed.ok) throw networkFaults.InvalidAddressPrefixFormat({ prefix, id });
  const { cidr, hostBitsSet } = parsed.value;
  if (hostBitsSet) throw networkFaults.InvalidCIDRNotation({ prefix, id, right: formatCidr(cidr) });
  return cidr;
}

/** A subnet says its range in one of two ways. */
export function prefixesOf(properties: JsonObject): readonly string[] {
  const many = textsOf(properties["addressPrefixes"]);
  const one = properties["addressPrefix"];
  return many.length > 0 ? many : typeof one === "string" && one !== "" ? [one] : [];
}

/** The ranges of a virtual network. */
export function addressSpaceOf(properties: JsonObject): readonly string[] {
  return textsOf((properties["addressSpace"] as JsonObject | undefined)?.["addressPrefixes"]);
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
