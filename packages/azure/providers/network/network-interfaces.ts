import type { JsonObject } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { networkFaults } from "./errors.ts";
import { fillIpConfigurations } from "./ip-configurations.ts";
import { endpointOf } from "./private-endpoints.ts";
import {
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  referenceIn,
  requireReferences,
  written,
} from "./network-type.ts";

const readOnly: ReadonlySet<string> = new Set([
  "privateEndpoint",
  "macAddress",
  "primary",
  "virtualMachine",
  "hostedWorkloads",
  "vnetEncryptionSupported",
]);

/** `Microsoft.Network/networkInterfaces`. */
export const networkInterfaces: StoredType = networkType({
  name: "networkInterfaces",
  tags: true,
  patch: "tags",
  notImplementedActions: ["effectiveNetworkSecurityGroups", "effectiveRouteTable"],
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const given = reader.objects("ipConfigurations") ?? [];
    if (given.length === 0)
      throw networkFaults.InvalidRequestFormat({ path: "properties.ipConfigurations", reason: "It is missing." });
    const { configurations, references } = await fillIpConfigurations(
      given,
      {
        id: id.text,
        path: "ipConfigurations",
        existing: elementsIn(existing?.properties, "ipConfigurations"),
      },
      context,
    );
    const group = referenceIn(sent, "networkSecurityGroup");
    const groups =
      group === undefined ? [] : [{ id: group, action: "Microsoft.Network/networkSecurityGroups/join/action" }];
    await requireReferences(id.text, groups, context);
    const properties: JsonObject = {
      ...kept(sent, readOnly),
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      ipConfigurations: configurations.map((one, index) => ({
        ...one,
        properties: { primary: index === 0, privateIPAddressVersion: "IPv4", ...one.properties },
      })),
      dnsSettings: { dnsServers: [], appliedDnsServers: [], ...reader.child("dnsSettings").object },
      enableAcceleratedNetworking: reader.flag("enableAcceleratedNetworking") ?? false,
      enableIPForwarding: reader.flag("enableIPForwarding") ?? false,
      nicType: reader.text("nicType") ?? "Standard",
    };
    return written(existing, { state: { properties }, linked: linkedOf([...references, ...groups]) });
  },
  beforeDelete(resource, { cascade }) {
    const endpoint = endpointOf(resource);
    if (endpoint !== undefined && !cascade)
      throw networkFaults.NicInUseWithPrivateEndpoint({ id: resource.id.text, endpoint });
  },
  project: ({ id, etag, properties }) => ({
    properties: {
      ipConfigurations: elementsIn(properties, "ipConfigurations").map((one) => ({
        ...one,
        id: `${id.text}/ipConfigurations/${one.name}`,
        type: "Microsoft.Network/networkInterfaces/ipConfigurations",
        etag,
        properties: { ...one.properties, provisioningState: "Succeeded" },
      })),
    },
  }),
});
