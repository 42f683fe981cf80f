import type { ApiVersion } from "@byocni/azure/types";
import { newestFirst, parseApiVersion, resolveApiVersion } from "@byocni/azure/types";
import { isAzureNamespace } from "./azure-namespaces.ts";
import { armFaults } from "./errors.ts";
import { locations, normalizeLocation } from "./locations.ts";
import type { ResourceProvider, ResourceTypeDefinition, StoredType } from "./provider.ts";

/** A type together with its provider. */
export interface RegisteredType {
  readonly provider: ResourceProvider;
  readonly definition: ResourceTypeDefinition;
  /** `Microsoft.Network/virtualNetworks`, in the provider's spelling. */
  readonly type: string;
  /** The type one level up, if it is one that the provider defines. */
  readonly parent: RegisteredType | undefined;
}

/** A type whose instances are stored. */
export interface RegisteredStoredType extends RegisteredType {
  readonly definition: StoredType;
}

/** The providers of this cloud, looked up without regard to case. */
export interface ProviderRegistry {
  readonly providers: readonly ResourceProvider[];
  provider(namespace: string): ResourceProvider | undefined;
  /** @param type full type: `Microsoft.Network/virtualNetworks/subnets` */
  type(type: string): RegisteredType | undefined;
  stored(type: string): RegisteredStoredType | undefined;
  types(): Iterable<RegisteredType>;
}

export function isStored(type: RegisteredType): type is RegisteredStoredType {
  return type.definition.kind === "stored";
}

/** @throws Error when two providers or types have the same name. */
export function createRegistry(providers: readonly ResourceProvider[]): ProviderRegistry {
  const byNamespace = new Map<string, ResourceProvider>();
  const byType = new Map<string, RegisteredType>();
  for (const provider of providers) {
    const key = provider.namespace.toLowerCase();
    if (byNamespace.has(key)) throw new Error(`the provider ${provider.namespace} is registered twice`);
    byNamespace.set(key, provider);
    const ordered = [...provider.resourceTypes].sort((a, b) => depth(a.name) - depth(b.name));
    for (const definition of ordered) {
      const type = `${provider.namespace}/${definition.name}`;
      if (byType.has(type.toLowerCase())) throw new Error(`the resource type ${type} is registered twice`);
      const parent = byType.get(type.slice(0, type.lastIndexOf("/")).toLowerCase());
      byType.set(type.toLowerCase(), { provider, definition, type, parent });
    }
  }
  return {
    providers,
    provider: (namespace) => byNamespace.get(namespace.toLowerCase()),
    type: (type) => byType.get(type.toLowerCase()),
    stored(type) {
      const found = byType.get(type.toLowerCase());
      return found && isStored(found) ? found : undefined;
    },
    types: () => byType.values(),
  };
}

function depth(name: string): number {
  return name.split("/").length;
}

/** @throws ArmError when the type or the provider is not there: by name when Azure has it. */
export function requireType(
  registry: ProviderRegistry,
  namespace: string,
  path: string,
  version: string,
): RegisteredType {
  const found = registry.type(`${namespace}/${path}`);
  if (found) return found;
  const provider = requireProvider(registry, namespace);
  const lower = path.toLowerCase();
  const names = provider.notImplemented ?? [];
  const known = names.find((name) => name.toLowerCase() === lower);
  // What lies inside a type that is not there is not there either.
  if (known !== undefined || names.some((name) => lower.startsWith(`${name.toLowerCase()}/`))) {
    throw armFaults.NotImplemented({ what: `the resource type '${provider.namespace}/${known ?? path}'` });
  }
  throw armFaults.InvalidResourceType({ namespace: provider.namespace, version });
}

/** @throws ArmError when the provider is not there: by name when Azure has it. */
export function requireProvider(registry: ProviderRegistry, namespace: string): ResourceProvider {
  const provider = registry.provider(namespace);
  if (provider) return provider;
  if (isAzureNamespace(namespace)) throw armFaults.NotImplemented({ what: `the resource provider '${namespace}'` });
  throw armFaults.InvalidResourceNamespace({ namespace });
}

/** The version of the type that answers. @throws ArmError NoRegisteredProviderFound, with the versions that there are. */
export function requireApiVersion(type: RegisteredType, asked: string, location: string | undefined): string {
  const found = resolveApiVersion(type.definition.apiVersions, asked);
  if (found !== undefined) return found;
  if (location === undefined) {
    throw armFaults.InvalidResourceTypeVersion({
      type: type.definition.name,
      namespace: type.provider.namespace,
      version: asked,
      versions: newestFirst(type.definition.apiVersions).join(","),
    });
  }
  throw armFaults.NoRegisteredProviderFound({
    location,
    version: asked,
    type: type.definition.name,
    // In this order: Azure/azure-cli#17545, Azure/kubectl-aks#48.
    versions: newestFirst(type.definition.apiVersions).toReversed().join(", "),
    locations: locationsOf(type).map(normalizeLocation).join(", "),
  });
}

/** The newest stable version of a type; the newest preview when there is no stable one. */
export function newestApiVersion(type: RegisteredType): string {
  const versions = newestFirst(type.definition.apiVersions);
  return versions.find((version) => parseApiVersion(version)?.preview === undefined) ?? versions[0] ?? "";
}

/** Display names of the regions of a type. */
export function locationsOf(type: RegisteredType): readonly string[] {
  return type.definition.locations ?? locations.map(([, displayName]) => displayName);
}

/** The well-formed api-version of a request. @throws ArmError */
export function requireVersionText(query: URLSearchParams): ApiVersion {
  const text = query.get("api-version") ?? queryIgnoringCase(query, "api-version");
  if (text === undefined || text === null || text === "") throw armFaults.MissingApiVersionParameter();
  const version = parseApiVersion(text);
  if (!version) throw armFaults.InvalidApiVersionParameter({ version: text, versions: "YYYY-MM-DD[-preview]" });
  return version;
}

function queryIgnoringCase(query: URLSearchParams, name: string): string | undefined {
  for (const [key, value] of query) if (key.toLowerCase() === name) return value;
  return undefined;
}
