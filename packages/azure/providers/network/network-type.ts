import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import type { DeleteContext, LinkedAccess, Prepared, ProviderContext, Resource, StoredType } from "@byocni/azure/arm";
import { parentResource } from "@byocni/azure/types";
import { type BodyReader, bodyReader } from "../body/read-body.ts";
import { clusterThatManages, requireNotManaged } from "../managed-by-aks.ts";
import { networkVersions } from "./api-versions.ts";
import { networkFaults } from "./errors.ts";

/** An element of an array of named parts: a subnet, a rule, an IP configuration. */
export interface NetworkElement extends JsonObject {
  readonly name: string;
  readonly properties: JsonObject;
}

/** The parts that a stored resource has in an array of its properties. */
export function elementsIn(properties: JsonObject | undefined, name: string): readonly NetworkElement[] {
  return (properties?.[name] ?? []) as unknown as readonly NetworkElement[];
}

/** How long Azure takes, in milliseconds; played only with `--latency azure`. */
const writeTakes = 4000;

const nameRule = {
  pattern: /^[a-zA-Z0-9_](?:[\w.-]{0,78}[\w])?$/,
  refuse: (name: string) => networkFaults.InvalidResourceName({ name }),
} as const;

/** What all types of this provider have in common: writes and deletes are operations that az follows. */
export function networkType(
  definition: Omit<StoredType, "kind" | "apiVersions" | "operations" | "deleteOperation" | "nameRule"> &
    Partial<Pick<StoredType, "apiVersions" | "nameRule">>,
): StoredType {
  const { prepare, beforeDelete } = definition;
  return {
    kind: "stored",
    apiVersions: networkVersions,
    showsEtag: true,
    nameRule,
    deleteOperation: { kind: "delete" },
    operations: {
      async write(operation) {
        await operation.takes(writeTakes);
      },
    },
    ...definition,
    async prepare(request, context) {
      await requireNotManaged(managedPart(request.existing, request.parent), "write", context, request.id);
      requireFullIds(request.body.properties, "properties");
      return prepare(request, context);
    },
    async beforeDelete(resource, context) {
      await requireNotManaged(await managedOwner(resource, context), "delete", context, resource.id);
      await beforeDelete?.(resource, context);
    },
  };
}

/** A part of something that AKS made is guarded as the whole is. */
function managedPart(existing: Resource | undefined, parent: Resource | undefined): Resource | undefined {
  return parent && clusterThatManages(parent) !== undefined ? parent : existing;
}

async function managedOwner(resource: Resource, context: DeleteContext): Promise<Resource> {
  const parentId = parentResource(resource.id);
  const parent = parentId && (await context.resources.get(parentId));
  return managedPart(resource, parent) ?? resource;
}

/** The outcome of `prepare`: the write is followed by an operation. */
export function written(existing: Resource | undefined, prepared: Pick<Prepared, "state" | "linked">): Prepared {
  return { ...prepared, operation: { kind: "write", state: existing ? "Updating" : "Creating" } };
}

/** Reads a body with this provider's refusals. */
export function readNetworkBody(value: Json | undefined, path: string): BodyReader {
  return bodyReader(value, path, (member, reason) => networkFaults.InvalidRequestFormat({ path: member, reason }));
}

/** Other resources by which a body is bound: they have to be there, and the caller may need a permission on them. */
export interface Reference {
  readonly id: string;
  /** For example `Microsoft.Network/networkSecurityGroups/join/action`. */
  readonly action: string;
}

/** Members that name another resource by its whole id. */
const idMembers: ReadonlySet<string> = new Set(["id", "privateDnsZoneId", "privateLinkServiceId"]);

/** Resource Manager looks at what a body refers to before the provider does. @throws ArmError LinkedInvalidPropertyId */
function requireFullIds(value: Json | undefined, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) requireFullIds(item, `${path}[${index}]`);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (idMembers.has(name) && typeof member === "string" && !/^\/(subscriptions|providers)\/[^/]/i.test(member))
      throw networkFaults.LinkedInvalidPropertyId({
        id: member,
        path: `${path}.${name}`,
        subscriptionId: "{subscriptionId}",
        resourceProviderNamespace: "{resourceProviderNamespace}",
      });
    requireFullIds(member, `${path}.${name}`);
  }
}

/** The id in `{name: {id}}`. */
export function referenceIn(properties: JsonObject, name: string): string | undefined {
  const { id } = (properties[name] ?? {}) as { readonly id?: unknown };
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** @throws ArmError InvalidResourceReference when one of them is not there */
export async function requireReferences(
  owner: string,
  references: readonly Reference[],
  context: ProviderContext,
): Promise<void> {
  for (const { id } of references) {
    if (!(await context.resources.get(id))) throw networkFaults.InvalidResourceReference({ reference: id, id: owner });
  }
}

export function linkedOf(references: readonly Reference[]): readonly LinkedAccess[] {
  return references.map(({ id, action }) => ({ scope: id, action }));
}

/**
 * Elements that a client sends back of what it was shown, as they are kept: without ids, types, etags and states.
 * @throws ArmError when one has no name or two have the same
 */
export function bareElements(
  elements: readonly JsonObject[],
  path: string,
  readOnly: ReadonlySet<string> = new Set(),
  isName: (name: string) => boolean = (name) => nameRule.pattern.test(name),
): readonly NetworkElement[] {
  const seen = new Set<string>();
  return elements.map((element, index) => {
    const { name } = element;
    if (typeof name !== "string" || !isName(name))
      throw name === undefined || name === ""
        ? networkFaults.InvalidRequestFormat({ path: `${path}[${index}].name`, reason: "It is missing." })
        : networkFaults.InvalidResourceName({ name: String(name) });
    if (seen.has(name.toLowerCase()))
      throw networkFaults.InvalidRequestFormat({ path, reason: `The name ${name} is used twice.` });
    seen.add(name.toLowerCase());
    const properties = readNetworkBody(element["properties"], `${path}[${index}].properties`).object;
    return { name, properties: kept(properties, readOnly) };
  });
}

/** Properties without what only the provider writes. */
export function kept(properties: JsonObject, readOnly: ReadonlySet<string> = new Set()): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([name, value]) =>
        value !== null && name !== "provisioningState" && name !== "resourceGuid" && !readOnly.has(name),
    ),
  );
}
