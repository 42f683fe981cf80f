import { createHash } from "node:crypto";
import { CommandError } from "../command.ts";
import { type Output, formatTable } from "../output/index.ts";
import type { ArmBody, ArmClient } from "./arm-client.ts";

const version = "2022-04-01";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface RoleDefinition {
  readonly id: string;
  readonly name: string;
  readonly properties: { readonly roleName: string };
}

interface Assignment {
  readonly id: string;
  readonly properties: {
    readonly scope: string;
    readonly roleDefinitionId: string;
    readonly principalId: string;
    readonly principalType?: string;
  };
}

/** Where a role is given: an id, or a resource group, or the subscription. */
export function scopeFor(arm: ArmClient, scope: string | undefined, group: string | undefined): string {
  if (scope !== undefined) return scope === "/" ? "" : scope.replace(/\/$/, "");
  const subscription = `/subscriptions/${arm.subscriptionId}`;
  return group === undefined ? subscription : `${subscription}/resourceGroups/${encodeURIComponent(group)}`;
}

async function definitions(arm: ArmClient, scope: string): Promise<readonly RoleDefinition[]> {
  const path = `${scope}/providers/Microsoft.Authorization/roleDefinitions?api-version=${version}`;
  return (await arm.list(path)) as readonly unknown[] as readonly RoleDefinition[];
}

/** Assignments at, above and below a scope, with the names of their roles. */
export async function listAssignments(arm: ArmClient, scope: string): Promise<readonly ArmBody[]> {
  return arm.list(`${scope}/providers/Microsoft.Authorization/roleAssignments?api-version=${version}`);
}

export async function printAssignments(
  arm: ArmClient,
  scope: string,
  assignments: readonly ArmBody[],
  output: Output,
): Promise<void> {
  if (assignments.length === 0) {
    output.note("no role assignments");
    return;
  }
  const names = new Map((await definitions(arm, scope)).map(({ name, properties }) => [name, properties.roleName]));
  const rows = (assignments as readonly unknown[] as readonly Assignment[]).map(({ properties }) => {
    const role = properties.roleDefinitionId.split("/").at(-1) ?? "";
    return [names.get(role) ?? role, properties.principalId, properties.principalType ?? "", properties.scope];
  });
  for (const line of formatTable(["ROLE", "PRINCIPAL", "TYPE", "SCOPE"], rows)) output.line(line);
}

/** The role of that name or id. @throws CommandError with the names that there are */
export async function findRole(arm: ArmClient, scope: string, named: string): Promise<RoleDefinition> {
  const known = await definitions(arm, scope);
  const wanted = named.toLowerCase();
  const role = known.find(
    ({ id, name, properties }) =>
      name.toLowerCase() === wanted || id.toLowerCase() === wanted || properties.roleName.toLowerCase() === wanted,
  );
  if (role) return role;
  throw new CommandError(`there is no role '${named}'`, {
    hint: `There are: ${known
      .map(({ properties }) => properties.roleName)
      .toSorted()
      .join(", ")}.`,
  });
}

/** An object id as it is; an application's or a managed identity's name or client id is looked up. */
export async function findPrincipal(arm: ArmClient, named: string): Promise<string> {
  const filter = uuid.test(named)
    ? `servicePrincipalNames/any(c:c eq '${named}')`
    : `displayName eq '${named.replaceAll("'", "''")}'`;
  const found = await arm.list(`/graph/v1.0/servicePrincipals?$filter=${encodeURIComponent(filter)}`);
  const id = found[0]?.["id"];
  if (typeof id === "string") return id;
  if (uuid.test(named)) return named;
  throw new CommandError(`there is no application or identity '${named}'`, {
    hint: "Give an object id, a client id, or the name of a managed identity.",
  });
}

/** Gives a role; the same again changes nothing. */
export async function assignRole(
  arm: ArmClient,
  scope: string,
  role: RoleDefinition,
  principalId: string,
): Promise<ArmBody | undefined> {
  const name = assignmentName(scope, role.id, principalId);
  const path = `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}?api-version=${version}`;
  return arm.call("PUT", path, { properties: { roleDefinitionId: role.id, principalId } });
}

/** Takes a role away at exactly this scope. @returns the ids of the assignments that were removed */
export async function removeRole(
  arm: ArmClient,
  scope: string,
  role: RoleDefinition,
  principalId: string,
): Promise<readonly string[]> {
  const assignments = (await listAssignments(arm, scope)) as readonly unknown[] as readonly Assignment[];
  const same = assignments.filter(
    ({ properties }) =>
      properties.scope.toLowerCase() === (scope || "/").toLowerCase() &&
      properties.principalId.toLowerCase() === principalId.toLowerCase() &&
      properties.roleDefinitionId.toLowerCase().endsWith(`/${role.name.toLowerCase()}`),
  );
  for (const { id } of same) await arm.call("DELETE", `${id}?api-version=${version}`);
  return same.map(({ id }) => id);
}

/** A name that is always the same for the same role, principal and scope. */
export function assignmentName(scope: string, roleId: string, principalId: string): string {
  const hex = createHash("sha256").update([scope, roleId, principalId].join("\n").toLowerCase()).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
