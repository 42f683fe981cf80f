import type { IdentityFacts, SubnetFacts } from "@byocni/rules/catalog";
import type { FoundResource } from "./evaluate.ts";
import { knownValues } from "./known-values.ts";

/** Built-in roles by the end of their id: what they allow on a subnet. */
const builtInRoles: Readonly<Record<string, boolean>> = {
  // Owner, Contributor, Network Contributor.
  "8e3af657-a8ff-443c-a75c-2fe8c4bcb635": true,
  "b24988ac-6180-42a0-ab88-20f7382dd24c": true,
  "4d97b98b-1d4f-4787-a291-c67834d212e7": true,
  // Reader, User Access Administrator, AcrPull, Managed Identity Operator, Private DNS Zone Contributor.
  "acdd72a7-3385-48ef-bd42-f606fba81ae7": false,
  "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9": false,
  "7f951dda-4ed3-4680-a7ca-43fe172d538d": false,
  "f1a07417-d97a-45cb-824c-7a7470783830": false,
  "b12aa53e-6015-4669-85d0-8515ebb3ae7f": false,
};

const assignmentType = "microsoft.authorization/roleassignments";
const identityType = "microsoft.managedidentity/userassignedidentities";

/**
 * What the role assignments of a template let a cluster's identity do on a subnet.
 * @returns undefined when the template cannot tell: it does not make the identity, or its assignments are not known
 */
export function permissionsByTemplate(
  subnet: SubnetFacts,
  identity: IdentityFacts,
  cluster: FoundResource,
  found: readonly FoundResource[],
): SubnetFacts["permissions"] {
  const principal = principalIn(identity, cluster, found);
  if (principal === undefined) return undefined;
  for (const { resource } of found) {
    const at = resource.id.toLowerCase().lastIndexOf(`/providers/${assignmentType}/`);
    if (at === -1 || !isWithin(subnet.id, resource.id.slice(0, at))) continue;
    const properties = knownValues(resource.body["properties"]);
    const holder = properties.rawText("principalId") ?? "";
    // A principal that another deployment or a parameter gives can be anybody.
    const isOurs = mentions(holder, principal);
    if (!isOurs && /reference\(/i.test(holder) && !/\.outputs\./i.test(holder)) continue;
    const allows = isOurs ? roleAllows(properties.rawText("roleDefinitionId") ?? "") : undefined;
    if (allows !== false) return undefined;
  }
  return { join: false, read: false, byTemplate: true };
}

/** Id of the resource whose principal the cluster acts as, if the template makes it: it has no roles from before. */
function principalIn(
  identity: IdentityFacts,
  cluster: FoundResource,
  found: readonly FoundResource[],
): FoundResource | undefined {
  if (identity.kind === "systemAssigned") return cluster;
  if (identity.kind !== "userAssigned" || identity.id === undefined) return undefined;
  const id = identity.id.toLowerCase();
  return found.find(
    ({ resource }) => resource.type.toLowerCase() === identityType && id.includes(resource.id.toLowerCase()),
  );
}

function mentions(expression: string, { resource }: FoundResource): boolean {
  const text = expression.toLowerCase();
  const names = [resource.name, ...(resource.symbolicName === undefined ? [] : [resource.symbolicName])];
  return text.includes(resource.id.toLowerCase()) || names.some((name) => text.includes(`'${name.toLowerCase()}'`));
}

/** The scope of an assignment without regard to the group's case, on segment boundaries. */
function isWithin(id: string, scope: string): boolean {
  const [inner, outer] = [id.toLowerCase(), scope.toLowerCase()];
  return inner === outer || inner.startsWith(`${outer}/`) || outer === "";
}

function roleAllows(roleDefinitionId: string): boolean | undefined {
  const [guid] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=['"\])]*$)/i.exec(roleDefinitionId) ?? [];
  return guid === undefined ? undefined : builtInRoles[guid.toLowerCase()];
}
