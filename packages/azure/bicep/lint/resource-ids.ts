import type { BicepSymbol, ResourceSymbol } from "../symbols/index.ts";
import { plainString, propertyKey, propertyNamed, type Expression, type SyntaxNode } from "../syntax/index.ts";
import { withoutNull } from "../types/index.ts";
import { visitNodes, type LintContext, type LintRule } from "./rule.ts";

const idFunctions = [
  "extensionResourceId",
  "guid",
  "if",
  "managementGroupResourceId",
  "reference",
  "resourceId",
  "roleDefinitions",
  "subscription",
  "subscriptionResourceId",
  "tenantResourceId",
];

/** Properties that end in `id` and hold no resource's id. */
const otherIds = new Set(
  [
    "appId clientId contentId connectorId DataTypeId defaultMenuItemId deploymentSpecId detector groupId",
    "IllusiveIncidentId keyId keyVaultId keyVaultSecretId locations menuId metadata metricId nodeAgentSkuId objectId",
    "parentId policyDefinitionReferenceId requestedServiceObjectiveId resource ruleId schemaId servicePrincipalClientId",
    "sid StartingDeviceID subscriptionId storageAccountSubscriptionId SyntheticMonitorId tags",
    "targetProtectionContainerId targetWorkerSizeId tenantId timezoneId vlanId workerSizeId UniqueFindingId principalId",
  ]
    .join(" ")
    .toLowerCase()
    .split(" "),
);
const freeTypes = [
  /^microsoft.portal\/dashboards$/i,
  /^microsoft.logic\/workflows$/i,
  /^microsoft.apimanagement\/service\/backends$/i,
  /^microsoft.web\/sites\/config/i,
  /^microsoft\.documentdb\/databaseaccounts\/\w*\/collections$/i,
];

function isResourceId(type: string, key: string): boolean {
  const lower = key.toLowerCase();
  if (!lower.endsWith("id") || key.endsWith("uid") || key.endsWith("UID")) return false;
  return !(lower === "ownerid" && /^microsoft.apimanagement\/service\/subscriptions$/i.test(type));
}

/** The variables on the way to what is not an id, or undefined where all is well. */
function nonconforming(c: LintContext, node: Expression, path: readonly string[]): readonly string[] | undefined {
  const { symbols } = c.model.bindings;
  let namesResource = false;
  visitNodes(c.model, node, (inner) => {
    const kind = inner.kind === "variable" ? symbols.get(inner)?.kind : undefined;
    if (kind === "resource" || kind === "module") namesResource = true;
  });
  if (namesResource || path.length > maxPath) return undefined;
  switch (node.kind) {
    case "call":
      return idFunctions.includes(node.name.name) ? undefined : path;
    case "property-access":
    case "index-access":
      return isOfParameter(c, node) ? undefined : nonconforming(c, node.base, path);
    case "variable": {
      const symbol = symbols.get(node);
      if (symbol?.kind === "variable") return nonconforming(c, symbol.node.value, [...path, symbol.name]);
      return symbol?.kind === "parameter" ? undefined : path;
    }
    case "ternary":
      return undefined;
    case "string":
      return plainString(node)?.includes("/") === false ? undefined : path;
    case "parenthesized":
      return nonconforming(c, node.expression, path);
    case "non-null":
      return nonconforming(c, node.base, path);
    default:
      return path;
  }
}

const maxPath = 50;

function isOfParameter(c: LintContext, node: Expression): boolean {
  let base = node;
  for (;;) {
    if (base.kind === "property-access" || base.kind === "index-access" || base.kind === "non-null") base = base.base;
    else if (base.kind === "parenthesized") base = base.expression;
    else return c.model.bindings.symbols.get(base)?.kind === "parameter";
  }
}

const useResourceIdFunctions: LintRule = {
  code: "use-resource-id-functions",
  level: "off",
  check(c) {
    const { resources } = c.model;
    for (const symbol of c.model.declarations.resources) {
      const type = resources.reference(symbol)?.type ?? "";
      const properties = propertyNamed(symbol.body.object, "properties")?.value;
      if (properties?.kind !== "object" || resources.extensionOf(symbol) !== undefined) continue;
      if (freeTypes.some((pattern) => pattern.test(type))) continue;
      visitNodes(c.model, properties, (node) => {
        const key = node.kind === "property" ? propertyKey(node) : undefined;
        if (node.kind !== "property" || key === undefined) return undefined;
        if (otherIds.has(key.toLowerCase())) return false;
        if (!isResourceId(type, key)) return undefined;
        const given = c.checker.typeOf(node.value);
        const open = withoutNull(given) ?? given;
        const path =
          open.kind === "string" || open.kind === "string-literal" ? nonconforming(c, node.value, []) : undefined;
        if (path) reportId(c, node.key, key, path);
        return false;
      });
    }
  },
};

function reportId(c: LintContext, at: SyntaxNode, key: string, path: readonly string[]): void {
  const way = path.length === 0 ? "" : ` Found nonconforming expression at ${[key, ...path].join(" -> ")}`;
  c.report(
    at,
    `If property "${key}" represents a resource ID, it must use a symbolic resource reference, be a parameter or start with one of these functions: ${idFunctions.join(", ")}.${way}`,
  );
}

/** Calls of `reference` and `list…` by their full name. */
function lookUps(c: LintContext): readonly Extract<SyntaxNode, { kind: "call" | "method-call" }>[] {
  const { ofKind, symbols } = c.model.bindings;
  return [...ofKind("call"), ...ofKind("method-call")].filter((node) => {
    const symbol = symbols.get(node.kind === "call" ? node : node.base);
    const isAzure = symbol?.kind === "built-in" || (symbol?.kind === "namespace" && symbol.name === "az");
    return isAzure && /^(reference$|list)/.test(node.name.name);
  });
}

const typePattern = /^[a-z][a-z0-9.]+\.[a-z0-9.]+(\/[a-z0-9-]+)+$/i;

const useRecognizedType: LintRule = {
  code: "use-recognized-resource-type",
  level: "warning",
  check(c) {
    const types = c.model.program.resourceTypes;
    if (!types.isComplete) return;
    const literal = (node: Expression): string | undefined => {
      const type = c.checker.typeOf(node);
      return type.kind === "string-literal" && typePattern.test(type.value) ? type.value : undefined;
    };
    for (const node of lookUps(c)) {
      const [first] = node.args;
      if (!first) continue;
      const isCall = first.kind === "call" || first.kind === "method-call";
      const candidates = !isCall ? [first] : first.name.name === "resourceId" ? first.args : [];
      const type = candidates.map(literal).find((one) => one !== undefined);
      if (type === undefined || types.versions(type).length > 0) continue;
      c.report(
        node,
        `Resource type "${type}" is not recognized in function "${node.name.name}". If this resource type does exist, the API version must be specified as a function argument.`,
      );
    }
  },
};

const useSymbol: LintRule = {
  code: "use-resource-symbol-reference",
  level: "warning",
  check(c) {
    for (const node of lookUps(c)) {
      const [id, version] = node.args;
      const least = node.name.name === "reference" ? 1 : 2;
      if (!id || node.args.length < least || node.args.length > 3) continue;
      if (!matchVersion(c, resourcesOf(c, id), version)) continue;
      c.report(
        node,
        `Use a resource reference instead of invoking function "${node.name.name}". This simplifies the syntax and allows Bicep to better understand your deployment dependency graph.`,
      );
    }
  },
};

function resourceAt(c: LintContext, node: Expression, ...names: readonly string[]): ResourceSymbol | undefined {
  if (node.kind !== "property-access" || !names.includes(node.name.name)) return undefined;
  const symbol: BicepSymbol | undefined = c.model.bindings.symbols.get(node.base);
  return symbol?.kind === "resource" ? symbol : undefined;
}

/** The resources of the file whose id an expression is. */
function resourcesOf(c: LintContext, node: Expression): readonly ResourceSymbol[] {
  const direct = resourceAt(c, node, "id", "name");
  if (direct) return [direct];
  const isCall = node.kind === "call" || node.kind === "method-call";
  if (!isCall || node.name.name !== "resourceId" || node.args.length < 2) return [];
  const [typeNode, ...names] = node.args;
  const type = plainString(typeNode)?.toLowerCase();
  const { resources, declarations, source } = c.model;
  const textOf = (one: Expression): string => source.text.slice(one.start, one.end);
  const wanted = names.map(textOf).join("\n");
  return declarations.resources.filter((symbol) => {
    if (resources.reference(symbol)?.type.toLowerCase() !== type) return false;
    const line = [...resources.ancestors(symbol).map(({ resource }) => resource), symbol];
    const own = line.flatMap((one) => resources.nameNode(one) ?? []);
    return own.length === line.length && own.map(textOf).join("\n") === wanted;
  });
}

function matchVersion(
  c: LintContext,
  candidates: readonly ResourceSymbol[],
  version: Expression | undefined,
): ResourceSymbol | undefined {
  if (!version) return candidates.length === 1 ? candidates[0] : undefined;
  const named = resourceAt(c, version, "apiVersion");
  if (named) return candidates.includes(named) ? named : undefined;
  const text = plainString(version)?.toLowerCase();
  return candidates.find((one) => c.model.resources.reference(one)?.apiVersion?.toLowerCase() === text);
}

/** Ids of resources, and look-ups by id. */
export const resourceIdRules: readonly LintRule[] = [useResourceIdFunctions, useRecognizedType, useSymbol];
