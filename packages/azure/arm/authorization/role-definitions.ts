import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { isWithin, normalizeIdKey, parseResourceId, type ResourceId } from "@byocni/azure/types";
import type { SpecialType } from "../special-type.ts";
import { armFaults } from "../errors.ts";
import { requireLinkedAccess } from "../filters/authorization.ts";
import { readObject } from "../requests/body.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { matchesODataFilter, parseFilter } from "../requests/filter.ts";
import { authorizationFaults } from "./errors.ts";
import type { Role } from "./role.ts";

export const definitionType = "Microsoft.Authorization/roleDefinitions";
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Role definitions are known by their GUID alone: whatever the scope of the request, the same role answers. */
export const roleDefinitions: SpecialType = {
  async get(ready, id) {
    const role = await ready.services.authorizer.role(id.name);
    if (!role) throw authorizationFaults.RoleDefinitionDoesNotExist({ id: id.name });
    return jsonResponse(200, showRole(ready, role));
  },
  async list(ready, { scope }) {
    const filter = parseFilter(ready.request.query);
    // With `atScopeAndBelow()` also the custom roles that can be given somewhere inside.
    const below = /atScopeAndBelow\(\)/i.test(ready.request.query.get("$filter") ?? "");
    const roles = (await ready.services.authorizer.roles()).filter(
      (role) =>
        isAvailable(role, scope.key, below) &&
        (!filter ||
          matchesODataFilter(filter, {
            property: (path) => roleProperty(role, path),
            call: (name) => (name === "atscope" || name === "atscopeandbelow" ? true : undefined),
          })),
    );
    return jsonResponse(200, { value: roles.map((role) => showRole(ready, role)) });
  },
  put: putRole,
  async delete(ready, id) {
    const { authorizer, repository } = ready.services;
    const role = await authorizer.role(id.name);
    if (!role) return emptyResponse(204);
    if (role.type === "BuiltInRole") throw authorizationFaults.BuiltInRoleCannotGo({ name: role.roleName });
    const isUsed = (await authorizer.assignments()).some(({ roleId }) => roleId === role.id);
    if (isUsed) throw authorizationFaults.RoleDefinitionInUse();
    await repository.remove(storedId(ready, id.name));
    return jsonResponse(200, showRole(ready, role));
  },
};

/** A custom role is there in its assignable scopes; asked for a scope above them, it is shown to whoever looks below. */
function isAvailable({ assignableScopes }: Role, key: string, below: boolean): boolean {
  return assignableScopes.some((text) => {
    const scope = normalizeIdKey(text);
    return isWithin(key, scope) || ((below || key.startsWith("/subscriptions/")) && isWithin(scope, key));
  });
}

function roleProperty(role: Role, path: string): unknown {
  switch (path.toLowerCase()) {
    case "rolename":
      return role.roleName;
    case "type":
      return role.type;
    case "id":
    case "name":
      return role.id;
    default:
      return undefined;
  }
}

function showRole(ready: ReadyRequest, role: Role): JsonObject {
  const { subscriptionId } = ready.services.settings;
  return {
    id: `/subscriptions/${subscriptionId}/providers/${definitionType}/${role.id}`,
    name: role.id,
    type: definitionType,
    properties: {
      roleName: role.roleName,
      type: role.type,
      description: role.description,
      assignableScopes: role.assignableScopes,
      permissions: role.permissions.map(({ condition, ...lists }) => ({
        ...lists,
        ...(condition === undefined ? {} : { condition, conditionVersion: "2.0" }),
      })),
    },
  };
}

function storedId(ready: ReadyRequest, name: string): string {
  const { subscriptionId } = ready.services.settings;
  return `/subscriptions/${subscriptionId}/providers/${definitionType}/${name.toLowerCase()}`;
}

async function putRole(ready: ReadyRequest, id: ResourceId): Promise<HttpResponse> {
  const { authorizer, repository } = ready.services;
  if (!guid.test(id.name)) throw authorizationFaults.InvalidRoleDefinitionId({ id: id.name });
  const existing = await authorizer.role(id.name);
  if (existing?.type === "BuiltInRole") throw authorizationFaults.RoleDefinitionExists({ name: existing.roleName });
  const state = roleState(await readObject(ready.request));
  const { roleName, assignableScopes } = state.properties;
  const others = await authorizer.roles();
  const clash = others.find(
    (role) => role.roleName.toLowerCase() === roleName.toLowerCase() && role.id !== id.name.toLowerCase(),
  );
  if (clash)
    throw existing
      ? authorizationFaults.RoleDefinitionRenamedToKnown()
      : authorizationFaults.RoleDefinitionWithSameNameExists();
  // Writing a role needs the permission on every scope that it can be assigned at.
  const action = `${definitionType}/write`;
  const linked = assignableScopes.map((scope) => ({ scope, action }));
  await requireLinkedAccess(ready.services, ready.principal, { action, scope: id.scope.text }, linked);
  const target = parseResourceId(storedId(ready, id.name));
  if (!target) throw authorizationFaults.InvalidRoleDefinitionId({ id: id.name });
  await repository.put(target, state);
  const role = await authorizer.role(id.name);
  if (!role) throw new Error(`the role ${id.name} is there after its write`);
  return jsonResponse(201, showRole(ready, role));
}

/** The state of a custom role out of a PUT body. @throws ArmError */
export function roleState(body: JsonObject) {
  const properties = isJsonObject(body["properties"]) ? body["properties"] : {};
  const roleName = optional(properties["roleName"]);
  if (roleName === "") throw authorizationFaults.RoleDefinitionNameNullOrEmpty();
  const type = optional(properties["type"] ?? properties["roleType"]);
  if (type !== "" && type.toLowerCase() !== "customrole") throw authorizationFaults.InvalidRoleDefinitionType();
  const permissions = checkPermissions(properties["permissions"]);
  const assignableScopes = checkScopes(strings(properties["assignableScopes"]), permissions);
  const description = optional(properties["description"]);
  return { properties: { roleName, description, assignableScopes, permissions } };
}

function checkScopes(scopes: readonly string[], permissions: readonly JsonObject[]): readonly string[] {
  if (scopes.length === 0) throw authorizationFaults.MissingAssignableScopes();
  for (const [index, scope] of scopes.entries()) {
    if (scope === "/") throw authorizationFaults.RoleDefinitionScopeRoot();
    if (!/^\/(subscriptions|providers)\/[^/]+/i.test(scope))
      throw authorizationFaults.LinkedInvalidPropertyId({
        id: scope,
        path: `properties.assignableScopes[${index}]`,
        subscriptionId: "{subscriptionId}",
        resourceProviderNamespace: "{resourceProviderNamespace}",
      });
  }
  const groups = scopes.filter((scope) => /^\/providers\/microsoft\.management\/managementgroups\//i.test(scope));
  if (groups.length > 1) throw authorizationFaults.TooManyManagementGroups();
  if (groups.length > 0 && permissions.some((block) => strings(block["dataActions"]).length > 0))
    throw authorizationFaults.DataActionsAtManagementGroup();
  return scopes;
}

function checkPermissions(value: unknown): readonly JsonObject[] {
  const blocks = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return blocks.map((block) => {
    const lists = {
      actions: strings(block["actions"]),
      notActions: strings(block["notActions"]),
      dataActions: strings(block["dataActions"]),
      notDataActions: strings(block["notDataActions"]),
    };
    for (const action of [...lists.actions, ...lists.notActions])
      if (!isPattern(action)) throw authorizationFaults.InvalidActionOrNotAction({ action });
    for (const action of [...lists.dataActions, ...lists.notDataActions])
      if (!isPattern(action)) throw authorizationFaults.InvalidDataActionOrNotDataAction({ action });
    return lists;
  });
}

function isPattern(action: string): boolean {
  return action === "*" || /^(\*|[A-Za-z][\w.*-]*)\/[\w.*/-]+$/.test(action);
}

function strings(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw armFaults.InvalidRequestContent({ reason: "A list of strings is expected." });
  return value.filter((item) => typeof item === "string");
}

function optional(value: unknown): string {
  return typeof value === "string" ? value : "";
}
