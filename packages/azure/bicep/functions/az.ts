import {
  anyType,
  arrayType,
  integerType,
  objectType,
  secureStringType,
  stringArrayType,
  stringType,
  type Type,
} from "../types/index.ts";
import { parameter as p, type BuiltInFunction, type FunctionOverload } from "./overload.ts";
import { deployerType, environmentType, providerType, resourceProviderType, roleDefinitionType } from "./results.ts";

type Flags = Omit<BuiltInFunction, "name" | "namespace" | "overloads">;

const str = stringType;
const texts = (...names: readonly string[]) => names.map((name) => p(name, str));
const names = { ...p("resourceName", str), minimum: 1 };
const template: Flags = { isTemplateOnly: true };

function define(name: string, overloads: readonly FunctionOverload[], flags: Flags = template): BuiltInFunction {
  return { name, namespace: "az", overloads, ...flags };
}

const everywhere = ["tenant", "managementGroup", "subscription", "resourceGroup"] as const;

/** Scope functions have their result typed by the checker: it depends on the file's scope and on the arguments. */
function scopeFunction(
  name: string,
  forms: readonly { readonly params: readonly string[]; readonly scopes: readonly string[] }[],
): BuiltInFunction {
  return define(
    name,
    forms.map(({ params }) => ({ required: texts(...params), result: objectType })),
    {
      ...template,
      scopes: (count) => forms.find(({ params }) => params.length === count)?.scopes ?? everywhere,
    },
  );
}

const inline: Flags = { ...template, requiresInlining: true };

/** The functions of the namespace `az`, each made when it is asked for. `list*` functions are found by their prefix. */
export const azureFunctions: Readonly<Record<string, () => BuiltInFunction>> = {
  tenant: () => scopeFunction("tenant", [{ params: [], scopes: everywhere }]),
  managementGroup: () =>
    scopeFunction("managementGroup", [
      { params: [], scopes: ["managementGroup"] },
      { params: ["name"], scopes: everywhere },
    ]),
  subscription: () =>
    scopeFunction("subscription", [
      { params: [], scopes: ["subscription", "resourceGroup"] },
      { params: ["subscriptionId"], scopes: everywhere },
    ]),
  resourceGroup: () =>
    scopeFunction("resourceGroup", [
      { params: [], scopes: ["resourceGroup"] },
      { params: ["resourceGroupName"], scopes: ["subscription", "resourceGroup"] },
      { params: ["subscriptionId", "resourceGroupName"], scopes: everywhere },
    ]),
  deployment: () => scopeFunction("deployment", [{ params: [], scopes: everywhere }]),
  deployer: () => define("deployer", [{ required: [], result: deployerType }]),
  environment: () => define("environment", [{ required: [], result: environmentType }]),
  resourceId: () =>
    define("resourceId", [
      { required: texts("resourceType"), variadic: names, result: str },
      { required: texts("subscriptionId", "resourceType"), variadic: names, result: str },
      { required: texts("resourceGroupName", "resourceType"), variadic: names, result: str },
      { required: texts("subscriptionId", "resourceGroupName", "resourceType"), variadic: names, result: str },
    ]),
  subscriptionResourceId: () =>
    define("subscriptionResourceId", [
      { required: texts("resourceType"), variadic: names, result: str },
      { required: texts("subscriptionId", "resourceType"), variadic: names, result: str },
    ]),
  tenantResourceId: () =>
    define("tenantResourceId", [{ required: texts("resourceType"), variadic: names, result: str }]),
  managementGroupResourceId: () =>
    define("managementGroupResourceId", [
      { required: texts("resourceType"), variadic: names, result: str },
      { required: texts("managementGroupId", "resourceType"), variadic: names, result: str },
    ]),
  extensionResourceId: () =>
    define("extensionResourceId", [{ required: texts("resourceId", "resourceType"), variadic: names, result: str }]),
  roleDefinitions: () => define("roleDefinitions", [{ required: texts("roleName"), result: roleDefinitionType }]),
  providers: () =>
    define("providers", [
      { required: texts("providerNamespace"), result: providerType },
      { required: texts("providerNamespace", "resourceType"), result: resourceProviderType },
    ]),
  toLogicalZone: () =>
    define("toLogicalZone", [{ required: texts("subscriptionId", "location", "physicalZone"), result: str }], inline),
  toPhysicalZone: () =>
    define("toPhysicalZone", [{ required: texts("subscriptionId", "location", "logicalZone"), result: str }], inline),
  toLogicalZones: () =>
    define(
      "toLogicalZones",
      [{ required: [...texts("subscriptionId", "location"), p("physicalZones", arrayType)], result: stringArrayType }],
      inline,
    ),
  toPhysicalZones: () =>
    define(
      "toPhysicalZones",
      [{ required: [...texts("subscriptionId", "location"), p("logicalZones", arrayType)], result: stringArrayType }],
      inline,
    ),
  pickZones: () =>
    define("pickZones", [
      {
        required: texts("providerNamespace", "resourceType", "location"),
        optional: [p("numberOfZones", integerType), p("offset", integerType)],
        result: arrayType,
      },
    ]),
  reference: () =>
    define(
      "reference",
      [{ required: texts("resourceNameOrIdentifier"), optional: texts("apiVersion", "full"), result: objectType }],
      inline,
    ),
  getSecret: () =>
    define(
      "getSecret",
      [
        {
          required: texts("subscriptionId", "resourceGroupName", "keyVaultName", "secretName"),
          optional: texts("secretVersion"),
          result: secureStringType,
        },
      ],
      { isParametersFileOnly: true },
    ),
};

const listName = /^list[a-zA-Z]*$/;

/** A `list*` function: every resource type has its own. */
export function listFunction(name: string): BuiltInFunction | undefined {
  if (!listName.test(name)) return undefined;
  const result: Type = anyType;
  const overload = {
    required: texts("resourceNameOrIdentifier", "apiVersion"),
    optional: [p("functionValues", objectType)],
    result,
  };
  return define(name, [overload], { ...template, requiresInlining: true });
}
