import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext, Resource, StoredType } from "@byocni/azure/arm";
import { type ResourceId, childResource, parseResourceId } from "@byocni/azure/types";
import { networkFaults } from "./errors.ts";
import { fillIpConfigurations } from "./ip-configurations.ts";
import {
  type NetworkElement,
  type Reference,
  bareElements,
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  referenceIn,
  requireReferences,
  written,
} from "./network-type.ts";

type Reader = Pick<ProviderContext, "resources">;

const readOnly: ReadonlySet<string> = new Set(["networkInterfaces", "customDnsConfigs"]);
const connectionLists = ["privateLinkServiceConnections", "manualPrivateLinkServiceConnections"] as const;
const join = "Microsoft.Network/virtualNetworks/subnets/join/action";
const interfaceType = "Microsoft.Network/networkInterfaces";

/** `Microsoft.Network/privateEndpoints`: an interface in a subnet that stands for a service. */
export const privateEndpoints: StoredType = networkType({
  name: "privateEndpoints",
  tags: true,
  patch: "tags",
  async prepare({ id, body, existing }, context) {
    const sent = body.properties ?? {};
    const reader = readNetworkBody(sent, "properties");
    const subnet = referenceIn(sent, "subnet");
    if (subnet === undefined)
      throw networkFaults.InvalidRequestFormat({ path: "properties.subnet.id", reason: "It is missing." });
    const lists = Object.fromEntries(
      connectionLists.map((list) => [list, connections(reader.objects(list) ?? [], list)]),
    ) as Readonly<Record<(typeof connectionLists)[number], readonly NetworkElement[]>>;
    const all = connectionLists.flatMap((list) => lists[list]);
    if (all.length !== 1)
      throw networkFaults.InvalidRequestFormat({
        path: "properties.privateLinkServiceConnections",
        reason: "A private endpoint has exactly one connection.",
      });
    const references: readonly Reference[] = [{ id: subnet, action: join }];
    const services = all.map(({ properties }) => ({ id: String(properties["privateLinkServiceId"]), action: "" }));
    await requireReferences(id.text, [...references, ...services], context);
    const name = reader.text("customNetworkInterfaceName") ?? `${id.name}.nic.${context.random.uuid()}`;
    const known = elementsIn(existing?.properties, "networkInterfaces") as readonly JsonObject[];
    const properties: JsonObject = {
      ...kept(sent, readOnly),
      ...lists,
      subnet: { id: subnet },
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      networkInterfaces: known.length > 0 ? known : [{ id: sibling(id, interfaceType, name) }],
    };
    return written(existing, { state: { properties }, linked: linkedOf(references) });
  },
  committed: makeInterface,
  async removed({ properties }, { resources }) {
    for (const { id } of elementsIn(properties, "networkInterfaces") as readonly JsonObject[])
      await resources.remove(String(id));
  },
  async related(endpoint, _shown, context) {
    const found = await dnsNames(endpoint, context);
    return { properties: { customDnsConfigs: found.map(({ fqdn, address }) => ({ fqdn, ipAddresses: [address] })) } };
  },
  project: ({ id, etag, properties }) => ({
    properties: Object.fromEntries(
      connectionLists.map((list) => [
        list,
        elementsIn(properties, list).map((one) => ({
          ...one,
          id: `${id.text}/${list}/${one.name}`,
          type: `Microsoft.Network/privateEndpoints/${list}`,
          etag,
          properties: { ...one.properties, provisioningState: "Succeeded" },
        })),
      ]),
    ),
  }),
});

/** What was asked of the service, and how it took it: what asks by hand waits for somebody to say yes. */
function connections(sent: readonly JsonObject[], list: (typeof connectionLists)[number]): readonly NetworkElement[] {
  const status = list === "privateLinkServiceConnections" ? "Approved" : "Pending";
  return bareElements(sent, `properties.${list}`).map(({ name, properties }) => {
    if (typeof properties["privateLinkServiceId"] !== "string")
      throw networkFaults.InvalidRequestFormat({
        path: `properties.${list}.${name}.privateLinkServiceId`,
        reason: "It is missing.",
      });
    return {
      name,
      properties: {
        ...properties,
        privateLinkServiceConnectionState: { status, description: "", actionsRequired: "None" },
      },
    };
  });
}

/** The interface of an endpoint lies beside it and goes with it. */
async function makeInterface(
  endpoint: Resource,
  _previous: Resource | undefined,
  context: ProviderContext,
): Promise<void> {
  const [reference] = elementsIn(endpoint.properties, "networkInterfaces") as readonly JsonObject[];
  const id = String(reference?.["id"]);
  if (await context.resources.get(id)) return;
  const { configurations } = await fillIpConfigurations(
    [
      {
        name: `privateEndpointIpConfig.${context.random.uuid()}`,
        properties: { subnet: endpoint.properties["subnet"] ?? {} },
      },
    ],
    { id, path: "ipConfigurations", existing: [] },
    context,
  );
  await context.resources.put(id, {
    ...(endpoint.location === undefined ? {} : { location: endpoint.location }),
    properties: {
      resourceGuid: context.random.uuid(),
      privateEndpoint: { id: endpoint.id.text },
      ipConfigurations: configurations.map((one) => ({
        ...one,
        properties: { ...one.properties, primary: true, privateIPAddressVersion: "IPv4" },
      })),
      dnsSettings: { dnsServers: [], appliedDnsServers: [] },
      enableAcceleratedNetworking: false,
      enableIPForwarding: false,
      nicType: "Standard",
    },
  });
}

/** Another resource of the same group. */
function sibling(id: ResourceId, type: string, name: string): string {
  return `/subscriptions/${id.subscriptionId}/resourceGroups/${id.resourceGroup}/providers/${type}/${name}`;
}

interface DnsName {
  readonly fqdn: string;
  readonly address: string;
}

/** By which names the service of an endpoint is asked for, and the address that they should have. */
async function dnsNames(endpoint: Resource, { resources }: Reader): Promise<readonly DnsName[]> {
  const [reference] = elementsIn(endpoint.properties, "networkInterfaces") as readonly JsonObject[];
  const nic = await resources.get(String(reference?.["id"]));
  const [configuration] = elementsIn(nic?.properties, "ipConfigurations");
  const address = configuration?.properties["privateIPAddress"];
  const found: DnsName[] = [];
  for (const { properties } of connectionLists.flatMap((list) => elementsIn(endpoint.properties, list))) {
    const service = await resources.get(String(properties["privateLinkServiceId"]));
    const fqdn = service?.properties["privateFQDN"];
    if (typeof fqdn === "string" && typeof address === "string") found.push({ fqdn, address });
  }
  return found;
}

/** `privateEndpoints/privateDnsZoneGroups`: the zones that know an endpoint's names. */
export const privateDnsZoneGroups: StoredType = networkType({
  name: "privateEndpoints/privateDnsZoneGroups",
  patch: "none",
  async prepare({ id, body, existing, parent }, context) {
    const sent = readNetworkBody(body.properties, "properties").objects("privateDnsZoneConfigs") ?? [];
    const configurations = bareElements(sent, "properties.privateDnsZoneConfigs", new Set(["recordSets"]));
    const zones = configurations.map(({ name, properties }) => {
      const zone = properties["privateDnsZoneId"];
      if (typeof zone !== "string")
        throw networkFaults.InvalidRequestFormat({
          path: `properties.privateDnsZoneConfigs.${name}.privateDnsZoneId`,
          reason: "It is missing.",
        });
      return { id: zone, action: "Microsoft.Network/privateDnsZones/join/action" };
    });
    await requireReferences(id.text, zones, context);
    const names = parent ? await dnsNames(parent, context) : [];
    const properties = {
      privateDnsZoneConfigs: configurations.map(({ name, properties: { privateDnsZoneId = "" } }) => ({
        name,
        properties: { privateDnsZoneId, recordSets: recordSetsFor(String(privateDnsZoneId), names) },
      })),
    };
    return written(existing, { state: { properties }, linked: linkedOf(zones) });
  },
  async committed({ properties }, _previous, { resources }) {
    for (const { id, ipAddresses } of recordsOf(properties)) {
      const aRecords = ipAddresses.map((ipv4Address) => ({ ipv4Address }));
      await resources.put(id, { properties: { ttl: 10, aRecords } });
    }
  },
  async removed({ properties }, { resources }) {
    for (const { id } of recordsOf(properties)) await resources.remove(id);
  },
});

/** The names of an endpoint that lie in a zone, as records of it. */
function recordSetsFor(zoneId: string, names: readonly DnsName[]): readonly JsonObject[] {
  const zone = parseResourceId(zoneId);
  if (!zone) return [];
  const suffix = `.${zone.name.toLowerCase()}`;
  return names
    .filter(({ fqdn }) => fqdn.toLowerCase().endsWith(suffix))
    .map(({ fqdn, address }) => {
      const recordSetName = fqdn.slice(0, -suffix.length);
      return {
        recordType: "A",
        recordSetName,
        fqdn,
        ttl: 10,
        provisioningState: "Succeeded",
        ipAddresses: [address],
        id: childResource(zone, "A", recordSetName).text,
      };
    });
}

function recordsOf(
  properties: JsonObject,
): readonly { readonly id: string; readonly ipAddresses: readonly string[] }[] {
  return elementsIn(properties, "privateDnsZoneConfigs").flatMap((configuration) => {
    const records = configuration.properties["recordSets"];
    return (Array.isArray(records) ? records.filter(isJsonObject) : []).map(({ id, ipAddresses }) => ({
      id: String(id),
      ipAddresses: Array.isArray(ipAddresses) ? ipAddresses.map(String) : [],
    }));
  });
}

/** The endpoint that an interface belongs to. */
export function endpointOf(nic: Resource): string | undefined {
  return referenceIn(nic.properties, "privateEndpoint");
}
