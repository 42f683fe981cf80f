import { type JsonObject, assert, isJsonObject, parseAddress, parseCidr } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { networkFaults } from "./errors.ts";
import {
  type NetworkElement,
  type Reference,
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  requireReferences,
  written,
} from "./network-type.ts";

/** Fills the defaults of a rule and checks its values. @throws ArmError with the codes of Azure */
export function fillSecurityRule(sent: JsonObject, id: string): JsonObject {
  const reader = readNetworkBody(sent, id);
  const priority = sent["priority"];
  if (typeof priority !== "number" || !Number.isInteger(priority) || priority < 100 || priority > 4096)
    throw networkFaults.SecurityRuleInvalidPriority({ value: String(priority ?? "") });
  const required = <Value extends string>(name: string, values: readonly Value[]): Value => {
    const value = reader.oneOf(name, values);
    if (value === undefined)
      throw networkFaults.InvalidRequestFormat({ path: `${id}.${name}`, reason: "It is missing." });
    return value;
  };
  for (const side of ["source", "destination"]) {
    for (const port of both(sent, `${side}PortRange`)) checkPort(port);
    for (const prefix of both(sent, `${side}AddressPrefix`)) checkPrefix(prefix, id);
  }
  return {
    ...kept(sent),
    protocol: required("protocol", ["*", "Tcp", "Udp", "Icmp", "Esp", "Ah"]),
    access: required("access", ["Allow", "Deny"]),
    priority,
    direction: required("direction", ["Inbound", "Outbound"]),
    sourcePortRanges: sent["sourcePortRanges"] ?? [],
    destinationPortRanges: sent["destinationPortRanges"] ?? [],
    sourceAddressPrefixes: sent["sourceAddressPrefixes"] ?? [],
    destinationAddressPrefixes: sent["destinationAddressPrefixes"] ?? [],
  };
}

/** The singular member and the plural one. */
function both(properties: JsonObject, name: string): readonly string[] {
  const many = properties[name.endsWith("x") ? `${name}es` : `${name}s`];
  const one = properties[name];
  return [...(typeof one === "string" && one !== "" ? [one] : []), ...(Array.isArray(many) ? many.map(String) : [])];
}

function checkPort(value: string): void {
  const match = /^(?:\*|(\d{1,5})(?:-(\d{1,5}))?)$/.exec(value);
  const [from, to] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? match?.[1] ?? 0)];
  if (!match || from > 65535 || to > 65535 || from > to) throw networkFaults.SecurityRuleInvalidPortRange({ value });
}

/** `*`, an address, a range without bits behind its prefix, or a service tag. */
function checkPrefix(value: string, id: string): void {
  if (value === "*" || /^[A-Za-z][A-Za-z0-9.]*$/.test(value)) return;
  const range = parseCidr(value);
  if (range.ok ? range.value.hostBitsSet : !parseAddress(value).ok)
    throw networkFaults.SecurityRuleInvalidAddressPrefix({ id, value });
}

/** @throws ArmError when two rules of one direction have one priority */
export function checkConflicts(rules: readonly NetworkElement[]): void {
  const seen = new Map<string, string>();
  for (const { name, properties } of rules) {
    const key = `${String(properties["direction"])}/${String(properties["priority"])}`;
    const first = seen.get(key);
    if (first !== undefined) throw networkFaults.SecurityRuleConflict({ first, second: name });
    seen.set(key, name);
  }
}

/** The application security groups that rules name. */
export function ruleReferences(rules: readonly NetworkElement[]): readonly Reference[] {
  return rules.flatMap(({ properties }) =>
    ["sourceApplicationSecurityGroups", "destinationApplicationSecurityGroups"].flatMap((side) => {
      const groups = properties[side];
      const action = "Microsoft.Network/applicationSecurityGroups/joinNetworkSecurityRule/action";
      return (Array.isArray(groups) ? groups : []).flatMap((group) =>
        isJsonObject(group) && typeof group["id"] === "string" ? [{ id: group["id"], action }] : [],
      );
    }),
  );
}

/** `Microsoft.Network/networkSecurityGroups/securityRules`. */
export const securityRules: StoredType = networkType({
  name: "networkSecurityGroups/securityRules",
  embedded: { property: "securityRules", shape: "resource" },
  patch: "none",
  async prepare({ id, body, existing, parent }, context) {
    assert(parent, "a rule has a group");
    const properties = fillSecurityRule(body.properties ?? {}, id.text);
    const others = elementsIn(parent.properties, "securityRules").filter(
      ({ name }) => name.toLowerCase() !== id.name.toLowerCase(),
    );
    checkConflicts([...others, { name: id.name, properties }]);
    const references = ruleReferences([{ name: id.name, properties }]);
    await requireReferences(id.text, references, context);
    return written(existing, { state: { properties }, linked: linkedOf(references) });
  },
});
