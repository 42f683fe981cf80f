import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { parentResource, parseResourceId, type ResourceId } from "@byocni/azure/types";
import { showResource } from "../handlers/show.ts";
import { newestApiVersion, type ProviderRegistry, type RegisteredStoredType } from "../registry.ts";
import type { Resource } from "../resource.ts";

/** A resource that goes into the template. */
export interface Exported {
  readonly resource: Resource;
  readonly type: RegisteredStoredType;
}

export interface ExportOptions {
  /** `SkipResourceNameParameterization`: names as they are. */
  readonly skipNames: boolean;
  /** `SkipAllParameterization`: ids of resources elsewhere as they are, too. */
  readonly skipIds: boolean;
  /** `IncludeParameterDefaultValue`. */
  readonly withDefaults: boolean;
}

/** What only the provider sets. A PUT would ignore it; an export leaves it out. */
const readOnly = new Set(
  `provisioningState etag resourceGuid systemData principalId clientId tenantId fqdn privateFQDN azurePortalFQDN
  currentKubernetesVersion currentOrchestratorVersion nodeImageVersion maxAgentPools effectiveOutboundIPs
  defaultSecurityRules ipConfigurations networkInterfaces privateEndpoints ipAllocations serviceAssociationLinks
  resourceNavigationLinks macAddress issuerURL peeringState peeringSyncLevel purpose virtualNetworkPeeringsState`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
);

/** Shown inside a resource of these types because others refer to it. */
const backReferences = new Map([
  ["microsoft.network/networksecuritygroups", ["subnets"]],
  ["microsoft.network/routetables", ["subnets"]],
  ["microsoft.network/natgateways", ["subnets"]],
  ["microsoft.network/publicipaddresses", ["ipConfiguration", "natGateway"]],
  ["microsoft.network/networkinterfaces", ["virtualMachine", "primary"]],
]);

/**
 * A template of resources as they are, in the form that Azure exports: a parameter for each name
 * (`virtualNetworks_v_name`), `resourceId` for what refers to resources of the template, a parameter for the id of what
 * lies elsewhere (`routeTables_r_externalid`).
 */
export function exportTemplate(
  registry: ProviderRegistry,
  exported: readonly Exported[],
  options: ExportOptions,
): JsonObject {
  const writer = createWriter(exported, options);
  const resources = exported.map(({ resource, type }) => writer.resource(registry, resource, type));
  return {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    parameters: writer.parameters(),
    variables: {},
    resources,
  };
}

function createWriter(exported: readonly Exported[], options: ExportOptions) {
  const inside = new Map(exported.map(({ resource, type }) => [resource.id.key, type.type]));
  const parameters = new Map<string, string>();
  const byValue = new Map<string, string>();

  /** An expression (without brackets) for a value that became a parameter. */
  function parameter(kind: "name" | "externalid", id: ResourceId, value: string): string {
    const known = byValue.get(`${kind} ${id.key}`);
    if (known !== undefined) return `parameters('${known}')`;
    const base = `${id.types[0] ?? ""}_${id.names[0] ?? ""}`.replaceAll(/[^A-Za-z0-9_]/g, "_");
    let name = `${base}_${kind}`;
    for (let count = 2; parameters.has(name.toLowerCase()); count++) name = `${base}_${count}_${kind}`;
    parameters.set(name.toLowerCase(), name);
    byValue.set(`${kind} ${id.key}`, name);
    values.set(name, value);
    return `parameters('${name}')`;
  }

  const values = new Map<string, string>();

  /** Expressions for the names along an id; only the first one is a parameter. */
  function namesOf(id: ResourceId): readonly string[] {
    const [first = "", ...rest] = id.names;
    const own = options.skipNames ? quoted(first) : parameter("name", topOf(id), first);
    return [own, ...rest.map(quoted)];
  }

  function nameOf(id: ResourceId): string {
    if (options.skipNames) return escaped(id.names.join("/"));
    const [own = "", ...rest] = namesOf(id);
    if (rest.length === 0) return `[${own}]`;
    return `[concat(${own}, ${quoted(`/${id.names.slice(1).join("/")}`)})]`;
  }

  /** An id inside a value; undefined when it names nothing that can be written otherwise. */
  function reference(id: ResourceId): string | undefined {
    const top = topOf(id);
    if (id.scope.kind !== "resourceGroup") return undefined;
    if (inside.has(top.key)) return `resourceId(${[quoted(id.type), ...namesOf(id)].join(", ")})`;
    if (options.skipIds) return undefined;
    const own = parameter("externalid", top, top.text);
    return id.key === top.key ? own : `concat(${own}, ${quoted(id.text.slice(top.text.length))})`;
  }

  function value(given: Json | undefined, uses: Set<string>): Json {
    if (typeof given === "string") return text(given, uses);
    if (Array.isArray(given)) return given.map((item) => value(item as Json, uses));
    if (!isJsonObject(given)) return given ?? null;
    const members = Object.entries(given).flatMap(([name, member]) =>
      member === undefined || member === null || readOnly.has(name.toLowerCase())
        ? []
        : [[text(name, uses), value(member, uses)] as const],
    );
    return Object.fromEntries(members);
  }

  function text(given: string, uses: Set<string>): string {
    const id = given.startsWith("/subscriptions/") ? parseResourceId(given) : undefined;
    const expression = id && reference(id);
    if (!id || expression === undefined) return escaped(given);
    if (inside.has(topOf(id).key)) uses.add(topOf(id).key);
    return `[${expression}]`;
  }

  return {
    resource(registry: ProviderRegistry, resource: Resource, type: RegisteredStoredType): JsonObject {
      const apiVersion = newestApiVersion(type);
      const shown = showResource(registry, type, resource, apiVersion);
      const { id } = resource;
      const uses = new Set<string>();
      const { location, tags, sku, kind, identity, zones, plan } = shown;
      const hidden = backReferences.get(type.type.toLowerCase()) ?? [];
      const own = Object.entries(isJsonObject(shown["properties"]) ? shown["properties"] : {});
      const properties = Object.fromEntries(own.filter(([name]) => !hidden.includes(name)));
      const parent = parentResource(id);
      const body: JsonObject = {
        type: type.type,
        apiVersion,
        name: nameOf(id),
        ...(location === undefined ? {} : { location }),
        ...(isJsonObject(tags) && Object.keys(tags).length > 0 ? { tags: value(tags, uses) } : {}),
        ...(sku === undefined ? {} : { sku: value(sku, uses) }),
        ...(kind === undefined ? {} : { kind }),
        ...(identity === undefined ? {} : { identity: value(identity, uses) }),
        ...(zones === undefined ? {} : { zones }),
        ...(plan === undefined ? {} : { plan: value(plan, uses) }),
        properties: value(properties, uses),
      };
      uses.delete(topOf(id).key);
      const waits = [...(parent ? [parent] : []), ...[...uses].map((key) => parseResourceId(key))];
      const dependsOn = waits.flatMap((one) => {
        const other = one && exported.find((item) => item.resource.id.key === one.key);
        const expression = other && reference(other.resource.id);
        return expression === undefined ? [] : [`[${expression}]`];
      });
      return dependsOn.length === 0 ? body : { ...body, dependsOn };
    },
    parameters(): JsonObject {
      return Object.fromEntries(
        [...values].map(([name, given]) => [
          name,
          options.withDefaults ? { defaultValue: given, type: "String" } : { type: "String" },
        ]),
      );
    },
  };
}

/** The resource that a child belongs to. */
function topOf(id: ResourceId): ResourceId {
  const parent = parentResource(id);
  return parent ? topOf(parent) : id;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text that is no expression, though it may look like one. */
function escaped(text: string): string {
  return text.startsWith("[") ? `[${text}` : text;
}
