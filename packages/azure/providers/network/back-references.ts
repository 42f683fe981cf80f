import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext, RelatedContext, Resource } from "@byocni/azure/arm";
import { type ResourceId, childResource } from "@byocni/azure/types";
import { elementsIn } from "./network-type.ts";
import { type Users, allUsers, usersOf } from "./users.ts";

/** What uses what, worked out once an answer. */
function usersFor({ subscriptionId = "" }: ResourceId, context: RelatedContext): Promise<Users> {
  return context.once(`network users ${subscriptionId}`, () => allUsers(subscriptionId, context));
}

/** Ids as a resource shows them. */
function references(ids: readonly string[]): readonly JsonObject[] {
  return ids.map((id) => ({ id }));
}

/** Members for those that have some: Azure leaves out what is empty. */
function members(lists: Readonly<Record<string, readonly string[]>>): JsonObject {
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, ids]) => ids.length > 0)
      .map(([name, ids]) => [name, references(ids)]),
  );
}

function isSubnet(id: string): boolean {
  return /\/virtualNetworks\/[^/]+\/subnets\/[^/]+$/i.test(id);
}

/** `subnets` and `networkInterfaces` of a security group, `subnets` of a route table and of a NAT gateway. */
export async function boundTo({ id }: Resource, context: RelatedContext): Promise<JsonObject> {
  const users = (await usersFor(id, context)).get(id.key) ?? [];
  const interfaces = users.filter((user) => /\/networkInterfaces\/[^/]+$/i.test(user));
  return { properties: members({ subnets: users.filter(isSubnet), networkInterfaces: interfaces }) };
}

/** `ipConfiguration` or `natGateway` of a public address. */
export async function addressUser({ id }: Resource, context: RelatedContext): Promise<JsonObject> {
  const [user] = (await usersFor(id, context)).get(id.key) ?? [];
  if (user === undefined) return {};
  const name = /\/natGateways\/[^/]+$/i.test(user) ? "natGateway" : "ipConfiguration";
  return { properties: { [name]: { id: user } } };
}

/** `ipConfigurations` and `privateEndpoints` of a subnet. */
export async function subnetUsers({ id }: Resource, context: RelatedContext): Promise<JsonObject> {
  return { properties: usersShown((await usersFor(id, context)).get(id.key) ?? []) };
}

/** The same for every subnet that a virtual network shows. */
export async function subnetsUsers(vnet: Resource, shown: JsonObject, context: RelatedContext): Promise<JsonObject> {
  const users = await usersFor(vnet.id, context);
  if (users.size === 0) return {};
  const subnets = elementsIn(isJsonObject(shown["properties"]) ? shown["properties"] : {}, "subnets");
  return {
    properties: {
      subnets: subnets.map((subnet) => ({
        ...subnet,
        properties: {
          ...subnet.properties,
          ...usersShown(users.get(childResource(vnet.id, "subnets", subnet.name).key) ?? []),
        },
      })),
    },
  };
}

function usersShown(users: readonly string[]): JsonObject {
  const isEndpoint = (user: string): boolean => /\/privateEndpoints\/[^/]+$/i.test(user);
  return members({
    ipConfigurations: users.filter((user) => !isEndpoint(user)),
    privateEndpoints: users.filter(isEndpoint),
  });
}

/** How many addresses of a subnet are given out and how many there are: an entry of `usages`. */
export async function subnetUsage(
  subnet: ResourceId,
  size: number,
  context: Pick<ProviderContext, "resources">,
): Promise<JsonObject> {
  const users = (await usersOf(subnet, context)).filter((user) => !/\/privateEndpoints\/[^/]+$/i.test(user));
  return {
    currentValue: users.length,
    id: subnet.text,
    limit: size,
    name: { localizedValue: "Subnet size and usage", value: "SubnetSpace" },
    unit: "Count",
  };
}
