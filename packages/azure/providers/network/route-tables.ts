import { type JsonObject, assert, parseAddress } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { addressPrefix } from "./address-prefixes.ts";
import { boundTo } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import {
  type NetworkElement,
  bareElements,
  elementsIn,
  kept,
  networkType,
  readNetworkBody,
  written,
} from "./network-type.ts";
import { usersOf } from "./users.ts";

const nextHopTypes = ["VirtualNetworkGateway", "VnetLocal", "Internet", "VirtualAppliance", "None"] as const;

function fillRoute(sent: JsonObject, id: string): JsonObject {
  const reader = readNetworkBody(sent, id);
  const nextHopType = reader.oneOf("nextHopType", nextHopTypes);
  const prefix = reader.text("addressPrefix");
  const address = reader.text("nextHopIpAddress");
  const missing = nextHopType === undefined ? "nextHopType" : prefix === undefined ? "addressPrefix" : undefined;
  if (missing !== undefined || nextHopType === undefined || prefix === undefined)
    throw networkFaults.InvalidRequestFormat({ path: `${id}.${missing ?? ""}`, reason: "It is missing." });
  // A service tag may stand in place of a range.
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(prefix)) addressPrefix(prefix, id);
  if (nextHopType === "VirtualAppliance" ? address === undefined || !parseAddress(address).ok : address !== undefined)
    throw networkFaults.InvalidRequestFormat({
      path: `${id}.nextHopIpAddress`,
      reason: `With nextHopType ${nextHopType} it must ${nextHopType === "VirtualAppliance" ? "be an IP address" : "be absent"}.`,
    });
  return { ...kept(sent), addressPrefix: prefix, nextHopType, hasBgpOverride: false };
}

function checkConflicts(routes: readonly NetworkElement[]): void {
  const seen = new Map<string, string>();
  for (const { name, properties } of routes) {
    const prefix = String(properties["addressPrefix"]).toLowerCase();
    const first = seen.get(prefix);
    if (first !== undefined) throw networkFaults.RouteConflict({ first: name, second: first });
    seen.set(prefix, name);
  }
}

/** `Microsoft.Network/routeTables`. */
export const routeTables: StoredType = networkType({
  name: "routeTables",
  tags: true,
  patch: "tags",
  prepare({ id, body, existing }, { random }) {
    const sent = body.properties ?? {};
    const given = readNetworkBody(sent, "properties").objects("routes") ?? [];
    const routes: readonly NetworkElement[] = bareElements(given, "properties.routes").map(({ name, properties }) => ({
      name,
      properties: fillRoute(properties, `${id.text}/routes/${name}`),
    }));
    checkConflicts(routes);
    const properties: JsonObject = {
      ...kept(sent, new Set(["subnets"])),
      resourceGuid: existing?.properties["resourceGuid"] ?? random.uuid(),
      disableBgpRoutePropagation: sent["disableBgpRoutePropagation"] ?? false,
      routes,
    };
    return written(existing, { state: { properties } });
  },
  related: (resource, _shown, context) => boundTo(resource, context),
  async beforeDelete({ id, name }, context) {
    if (!context.cascade && (await usersOf(id, context)).length > 0)
      throw networkFaults.InUseRouteTableCannotBeDeleted({ name });
  },
});

/** `Microsoft.Network/routeTables/routes`. */
export const routes: StoredType = networkType({
  name: "routeTables/routes",
  embedded: { property: "routes", shape: "resource" },
  patch: "none",
  prepare({ id, body, existing, parent }) {
    assert(parent, "a route has a table");
    const properties = fillRoute(body.properties ?? {}, id.text);
    const others = elementsIn(parent.properties, "routes").filter(
      ({ name }) => name.toLowerCase() !== id.name.toLowerCase(),
    );
    checkConflicts([...others, { name: id.name, properties }]);
    return written(existing, { state: { properties } });
  },
});
