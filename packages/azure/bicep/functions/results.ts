import {
  anyType,
  arrayOf,
  arrayType,
  integerType,
  objectOf,
  objectType,
  stringType,
  unionOf,
  nullable,
  stringLiteral,
  type PropertyType,
  type Type,
} from "../types/index.ts";

/** Types of results that depend on the arguments' types. */

function property(name: string, type: Type): PropertyType {
  return { name, type: () => type, isReadOnly: true };
}

export function itemOf(type: Type | undefined): Type {
  switch (type?.kind) {
    case "array":
      return type.item();
    case "tuple":
      return unionOf(type.items.map((item) => item()));
    case "union":
      return unionOf(type.members.map(itemOf));
    default:
      return anyType;
  }
}

export function firstOf(args: readonly Type[]): Type {
  const [type] = args;
  if (type?.kind === "tuple") return type.items[0]?.() ?? { kind: "null" };
  if (type?.kind === "array")
    return type.isUntyped ? anyType : (type.minLength ?? 0) > 0 ? type.item() : nullable(type.item());
  return anyType;
}

export function lastOf(args: readonly Type[]): Type {
  const [type] = args;
  if (type?.kind === "tuple") return type.items.at(-1)?.() ?? { kind: "null" };
  return firstOf(args);
}

/** The same kind of array: what filtering, sorting or cutting leaves. */
export function sameArray(args: readonly Type[]): Type {
  const [type] = args;
  return type?.kind === "tuple" || type?.kind === "array" ? arrayOf(itemOf(type)) : arrayType;
}

export function concatenated(args: readonly Type[]): Type {
  return args.every((type) => type.kind === "array" || type.kind === "tuple")
    ? arrayOf(unionOf(args.map(itemOf)))
    : arrayType;
}

export function lambdaResult(index: number, wrap: (result: Type) => Type): (args: readonly Type[]) => Type {
  return (args) => {
    const lambda = args[index];
    return wrap(lambda?.kind === "lambda" ? lambda.result : anyType);
  };
}

export function flattened(args: readonly Type[]): Type {
  const [type] = args;
  if (type?.kind !== "array" && type?.kind !== "tuple") return arrayType;
  const inner = itemOf(type);
  return inner.kind === "any" || inner.kind === "never" ? arrayType : arrayOf(itemOf(inner));
}

/** What a value to flatten holds that is no array. */
export function notFlattened(type: Type): readonly Type[] {
  if (type.kind !== "array" && type.kind !== "tuple") return [];
  const item = itemOf(type);
  const items = item.kind === "union" ? item.members : [item];
  return items.filter(({ kind }) => !["array", "tuple", "any", "never", "error"].includes(kind));
}

export function itemsOf(args: readonly Type[]): Type {
  const [type] = args;
  const named = type?.kind === "object" ? [...type.properties.values()] : [];
  const isOpen = type?.kind !== "object" || type.additional !== undefined;
  const key = isOpen ? stringType : unionOf(named.map(({ name }) => stringLiteral(name)));
  const value = isOpen || named.length === 0 ? anyType : unionOf(named.map((one) => one.type()));
  return arrayOf(objectOf("object", [property("key", key), property("value", value)]));
}

/** `range(start, count)`: what can be in it is known when both are. */
export function numbersOf([start, count]: readonly Type[]): Type {
  if (start?.kind !== "int-literal" || count?.kind !== "int-literal" || count.value <= 0n) return arrayOf(integerType);
  return arrayOf({ kind: "int", minValue: start.value, maxValue: start.value + count.value - 1n });
}

export const cidrType: Type = objectOf("parseCidr", [
  property("network", stringType),
  property("netmask", stringType),
  property("broadcast", stringType),
  property("firstUsable", stringType),
  property("lastUsable", stringType),
  property("cidr", { kind: "int", minValue: 0n, maxValue: 255n }),
]);

export const uriType: Type = objectOf(
  "parseUri",
  ["scheme", "host", "path", "query"].map((name) => property(name, stringType)).concat(property("port", integerType)),
);

const text = (...names: readonly string[]): readonly PropertyType[] => names.map((name) => property(name, stringType));

export const environmentType: Type = objectOf("environment", [
  ...text("activeDirectoryDataLake", "batch", "gallery", "graph", "graphAudience", "media", "name", "portal"),
  ...text("resourceManager", "sqlManagement", "vmImageAliasDoc"),
  property(
    "authentication",
    objectOf("authenticationProperties", [
      property("audiences", arrayOf(stringType)),
      ...text("identityProvider", "loginEndpoint", "tenant"),
    ]),
  ),
  property(
    "suffixes",
    objectOf(
      "suffixesProperties",
      text(
        "acrLoginServer",
        "azureDatalakeAnalyticsCatalogAndJob",
        "azureDatalakeStoreFileSystem",
        "azureFrontDoorEndpointSuffix",
        "keyvaultDns",
        "sqlServerHostname",
        "storage",
      ),
    ),
  ),
]);

export const deployerType: Type = objectOf("deployer", text("objectId", "tenantId", "userPrincipalName"));

export const roleDefinitionType: Type = objectOf("roleDefinition", text("id", "roleDefinitionId"));

export const resourceProviderType: Type = objectOf("ProviderResource", [
  ...text("resourceType"),
  property("locations", arrayOf(stringType)),
  property("apiVersions", arrayOf(stringType)),
]);

export const providerType: Type = objectOf("Provider", [
  ...text("namespace"),
  property("resourceTypes", arrayOf(resourceProviderType)),
]);

/** What `deployment()` gives; only deployments outside of resource groups have a location. */
export function deploymentType(hasLocation: boolean, metadata: readonly PropertyType[]): Type {
  const template = objectOf("templateProperties", [
    ...text("contentVersion"),
    ...(metadata.length === 0 ? [] : [property("metadata", objectOf("metadataProperties", metadata))]),
  ]);
  const link = objectOf("templateLinkProperties", text("id", "uri"));
  const properties = objectOf("properties", [property("template", template), property("templateLink", link)]);
  return objectOf("deployment", [
    ...text("name", ...(hasLocation ? ["location"] : [])),
    property("properties", properties),
  ]);
}

export const scopeProperties: Readonly<Record<string, ReadonlyMap<string, PropertyType>>> = {
  tenant: objectOf("tenant", text("tenantId", "country", "countryCode", "displayName")).properties,
  managementGroup: objectOf("managementGroup", [...text("id", "name", "type"), property("properties", objectType)])
    .properties,
  subscription: objectOf("subscription", text("id", "subscriptionId", "tenantId", "displayName")).properties,
  resourceGroup: objectOf("resourceGroup", [
    ...text("id", "name", "type", "location", "managedBy"),
    property("tags", objectOf("Tags", [], { additional: { type: () => stringType, isFallback: false } })),
    property("properties", objectOf("properties", text("provisioningState"))),
  ]).properties,
};
