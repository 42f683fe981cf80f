import type { JsonObject } from "@byocni/base/core";
import type { Resource, StoredType } from "@byocni/azure/arm";
import { defaultSecurityRules } from "@byocni/rules/catalog";
import { boundTo } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import {
  type NetworkElement,
  bareElements,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  requireReferences,
  written,
} from "./network-type.ts";
import { checkConflicts, fillSecurityRule, ruleReferences } from "./security-rules.ts";
import { usersOf } from "./users.ts";

const readOnly: ReadonlySet<string> = new Set(["defaultSecurityRules", "networkInterfaces", "subnets", "flowLogs"]);

/** `Microsoft.Network/networkSecurityGroups`. */
export const networkSecurityGroups: StoredType = networkType({
  name: "networkSecurityGroups",
  tags: true,
  patch: "tags",
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const given = readNetworkBody(sent, "properties").objects("securityRules") ?? [];
    const rules: readonly NetworkElement[] = bareElements(given, "properties.securityRules").map(
      ({ name, properties }) => ({
        name,
        properties: fillSecurityRule(properties, `${id.text}/securityRules/${name}`),
      }),
    );
    checkConflicts(rules);
    const references = ruleReferences(rules);
    await requireReferences(id.text, references, context);
    const properties: JsonObject = {
      ...kept(sent, readOnly),
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      securityRules: rules,
    };
    return written(existing, { state: { properties }, linked: linkedOf(references) });
  },
  async beforeDelete({ id }, context) {
    if (context.cascade) return;
    const users = await usersOf(id, context);
    if (users.length > 0)
      throw networkFaults.InUseNetworkSecurityGroupCannotBeDeleted({ id: id.text, users: users.join(", ") });
  },
  project: (resource) => ({ properties: { defaultSecurityRules: shownDefaultRules(resource) } }),
  related: (resource, _shown, context) => boundTo(resource, context),
});

/** The default rules as a group shows them. */
export function shownDefaultRules({ id, etag }: Resource): readonly JsonObject[] {
  return defaultSecurityRules.map(([name, priority, direction, access, source, destination, description]) => ({
    name,
    id: `${id.text}/defaultSecurityRules/${name}`,
    type: "Microsoft.Network/networkSecurityGroups/defaultSecurityRules",
    etag,
    properties: {
      provisioningState: "Succeeded",
      description,
      protocol: "*",
      sourcePortRange: "*",
      destinationPortRange: "*",
      sourceAddressPrefix: source,
      destinationAddressPrefix: destination,
      access,
      priority,
      direction,
      sourcePortRanges: [],
      destinationPortRanges: [],
      sourceAddressPrefixes: [],
      destinationAddressPrefixes: [],
    },
  }));
}
