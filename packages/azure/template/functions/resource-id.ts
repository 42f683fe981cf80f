import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { scopeId, type DeploymentScope } from "../plan/scope.ts";
import { stringArgument } from "./arguments.ts";
import { eager, lazy, type TemplateFunction } from "./definition.ts";

const guid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `Microsoft.Network/virtualNetworks/subnets` and the names of it → the path behind `/providers/`. */
function typeAndNames(name: string, type: string, names: readonly string[]): string {
  // A slash at the end is forgiven, one at the start counts as a segment (Azure/azure-quickstart-templates#8065).
  const trimmed = type.replace(/\/+$/, "");
  const segments = trimmed.split("/");
  if (segments.length - 1 !== names.length) throw fault("resourceIdCount", name, trimmed, segments.length - 1);
  const [namespace = "", ...types] = segments;
  return namespace + types.map((part, index) => `/${part}/${names[index] ?? ""}`).join("");
}

interface Parts {
  /** What stands before the type. */
  readonly before: readonly string[];
  readonly type: string;
  readonly names: readonly string[];
}

/** The type is the one argument with a slash inside. @throws ExpressionFault */
function splitArguments(name: string, args: readonly Json[]): Parts {
  const texts = args.map((_arg, index) => stringArgument(name, args, index));
  const types = texts.flatMap((text, index) => (text.includes("/") ? [index] : []));
  const [at] = types;
  if (at === undefined || types.length !== 1) throw fault("resourceIdType", name);
  return { before: texts.slice(0, at), type: texts[at] ?? "", names: texts.slice(at + 1) };
}

function subscriptionOf(scope: DeploymentScope): string | undefined {
  return scope.kind === "resourceGroup" || scope.kind === "subscription" ? scope.subscriptionId : undefined;
}

function checkSubscription(text: string): string {
  if (!guid.test(text)) throw fault("subscriptionIdInvalid", text);
  return text;
}

/** `resourceId([subscriptionId], [resourceGroup], type, names...)`; the form of the id follows the deployment's scope. */
function resourceId(args: readonly Json[], { host }: Evaluation): Json {
  const { before, type, names } = splitArguments("resourceId", args);
  const path = typeAndNames("resourceId", type, names);
  const { scope } = host;
  const [first, second] = before;
  if (before.length > 2) throw fault("resourceIdType", "resourceId");
  if (scope.kind === "resourceGroup") {
    const subscriptionId = second === undefined ? scope.subscriptionId : checkSubscription(first ?? "");
    const resourceGroup = second ?? first ?? scope.resourceGroup;
    return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/${path}`;
  }
  if (second !== undefined) {
    return `/subscriptions/${checkSubscription(first ?? "")}/resourceGroups/${second}/providers/${path}`;
  }
  const own = subscriptionOf(scope);
  if (first !== undefined && !guid.test(first)) {
    if (own === undefined) throw fault("subscriptionIdInvalid", first);
    return `/subscriptions/${own}/resourceGroups/${first}/providers/${path}`;
  }
  const subscriptionId = first ?? own;
  if (subscriptionId === undefined) return `${scopeId(scope)}/providers/${path}`;
  return `/subscriptions/${subscriptionId}/providers/${path}`;
}

function subscriptionResourceId(args: readonly Json[], { host }: Evaluation): Json {
  const { before, type, names } = splitArguments("subscriptionResourceId", args);
  const [given] = before;
  const subscriptionId = given === undefined ? subscriptionOf(host.scope) : checkSubscription(given);
  if (subscriptionId === undefined || before.length > 1) throw fault("resourceIdType", "subscriptionResourceId");
  return `/subscriptions/${subscriptionId}/providers/${typeAndNames("subscriptionResourceId", type, names)}`;
}

function tenantResourceId(args: readonly Json[]): Json {
  const { before, type, names } = splitArguments("tenantResourceId", args);
  if (before.length > 0) throw fault("resourceIdType", "tenantResourceId");
  return `/providers/${typeAndNames("tenantResourceId", type, names)}`;
}

function managementGroupResourceId(args: readonly Json[], { host }: Evaluation): Json {
  const { before, type, names } = splitArguments("managementGroupResourceId", args);
  const path = typeAndNames("managementGroupResourceId", type, names);
  const own =
    host.scope.kind === "managementGroup" ? host.scope.managementGroup : host.objects.managementGroup?.["name"];
  const group = before[0] ?? own;
  if (typeof group !== "string" || before.length > 1) throw fault("resourceIdType", "managementGroupResourceId");
  return `/providers/Microsoft.Management/managementGroups/${group}/providers/${path}`;
}

function extensionResourceId(args: readonly Json[]): Json {
  const name = "extensionResourceId";
  const texts = args.map((_arg, index) => stringArgument(name, args, index));
  const [base = "", type = "", ...names] = texts;
  const wrong = (base !== "" && !base.includes("/")) || !type.includes("/") || names.some((part) => part.includes("/"));
  if (wrong) throw fault("extensionIdType", name, texts.join(","));
  return `${base.replace(/\/+$/, "")}/providers/${typeAndNames(name, type, names)}`;
}

/** Built-in roles that templates name instead of writing their ids. */
const builtInRoles: Readonly<Record<string, string>> = {
  owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
  contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
  "user access administrator": "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
  "network contributor": "4d97b98b-1d4f-4787-a291-c67834d212e7",
  "managed identity operator": "f1a07417-d97a-45cb-824c-7a7467783830",
  "managed identity contributor": "e40ec5ca-96e0-45a2-b4ff-59039f2c2b59",
};

/** `roleDefinitions(name)`: `{id, roleDefinitionId}` of a built-in role. */
function roleDefinitions(args: readonly Json[]): Json {
  const name = stringArgument("roleDefinitions", args, 0);
  const roleDefinitionId = guid.test(name) ? name : builtInRoles[name.toLowerCase()];
  if (roleDefinitionId === undefined) {
    throw fault("argumentInvalid", "roleDefinitions", `The built-in role '${name}' is not known.`);
  }
  return { id: `/providers/Microsoft.Authorization/roleDefinitions/${roleDefinitionId}`, roleDefinitionId };
}

export const resourceIdFunctions: readonly TemplateFunction[] = [
  eager("extensionResourceId", 3, Infinity, extensionResourceId),
  lazy("getSecret", 0, Infinity, () => {
    // Bicep's word for a key vault reference of a module's parameter: templates carry the reference itself.
    throw fault("functionUnknown", "getSecret");
  }),
  eager("managementGroupResourceId", 2, Infinity, managementGroupResourceId),
  eager("resourceId", 2, Infinity, resourceId),
  eager("roleDefinitions", 1, 1, roleDefinitions),
  eager("subscriptionResourceId", 2, Infinity, subscriptionResourceId),
  eager("tenantResourceId", 2, Infinity, tenantResourceId),
];
