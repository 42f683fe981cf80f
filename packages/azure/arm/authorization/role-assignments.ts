import type { JsonObject } from "@byocni/base/core";
import { jsonResponse } from "@byocni/base/http";
import { isWithin, normalizeIdKey } from "@byocni/azure/types";
import type { SpecialType } from "../dispatch.ts";
import { deleteResource } from "../handlers/remove.ts";
import { getResource } from "../handlers/read.ts";
import type { StoredType } from "../provider.ts";
import type { ArmServices, ReadyRequest } from "../requests/context.ts";
import { matchesODataFilter, parseFilter } from "../requests/filter.ts";
import { builtInRoles } from "./built-in-roles.ts";
import { authorizationFaults } from "./errors.ts";
import { roleIdOf, type Assignment } from "./authorizer.ts";
import { armFaults } from "../errors.ts";

export const assignmentType = "Microsoft.Authorization/roleAssignments";
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `roleAssignments`: stored as any other type; lists and the owner's own assignment are special. */
export function roleAssignmentType(services: () => ArmServices): StoredType {
  return {
    kind: "stored",
    name: "roleAssignments",
    apiVersions: [
      "2022-04-01",
      "2021-04-01-preview",
      "2020-10-01-preview",
      "2020-08-01-preview",
      "2020-04-01-preview",
      "2020-03-01-preview",
      "2019-04-01-preview",
      "2018-09-01-preview",
      "2018-01-01-preview",
      "2017-10-01-preview",
      "2015-07-01",
    ],
    scopes: ["tenant", "managementGroup", "subscription", "resourceGroup", "extension"],
    location: "none",
    tags: false,
    showsState: false,
    patch: "none",
    putStatus: { created: 201, updated: 201 },
    nameRule: { pattern: guid, refuse: (name) => authorizationFaults.InvalidRoleAssignmentId({ id: name }) },
    async prepare({ id, body, existing }, context) {
      const { authorizer } = services();
      const { properties = {} } = body;
      const roleDefinitionId = text(properties["roleDefinitionId"], "roleDefinitionId");
      const principalId = text(properties["principalId"], "principalId").toLowerCase();
      const roleId = roleIdOf(roleDefinitionId);
      const role = await authorizer.role(roleId);
      // Outside of its assignable scopes a custom role is not there (Azure RBAC, understand role definitions).
      if (!role?.assignableScopes.some((scope) => isWithin(id.scope.key, normalizeIdKey(scope)))) {
        throw authorizationFaults.RoleDefinitionDoesNotExist({ id: roleId.replaceAll("-", "") });
      }
      if (properties["condition"] !== undefined && properties["condition"] !== null) {
        throw armFaults.NotImplemented({ what: "conditions of role assignments" });
      }
      const before = existing?.properties;
      if (
        before &&
        (before["principalId"] !== principalId || roleIdOf(String(before["roleDefinitionId"])) !== roleId)
      ) {
        throw authorizationFaults.RoleAssignmentUpdateNotPermitted();
      }
      const given = typeof properties["principalType"] === "string" ? properties["principalType"] : undefined;
      // With a principalType Azure takes principals that it does not find, because of replication delays.
      const actual = await context.directory.typeOf(principalId);
      if (given === undefined && actual === undefined) {
        throw authorizationFaults.PrincipalNotFound({
          id: principalId.replaceAll("-", ""),
          tenant: context.tenantId,
        });
      }
      if (given !== undefined && actual !== undefined && given.toLowerCase() !== actual.toLowerCase()) {
        throw authorizationFaults.UnmatchedPrincipalType({ id: principalId.replaceAll("-", ""), actual, given });
      }
      if (!existing) await requireNew(authorizer.assignments(principalId), id.scope.key, principalId, roleId);
      const now = new Date(context.clock.now()).toISOString();
      const description = typeof properties["description"] === "string" ? properties["description"] : undefined;
      // Nothing but the description can change: writing the same again is no change.
      if (existing && before?.["description"] === description) return { state: existing };
      return {
        state: {
          properties: {
            roleDefinitionId,
            principalId,
            principalType: actual ?? given ?? "ServicePrincipal",
            scope: id.scope.text,
            ...(description === undefined ? {} : { description }),
            createdOn: before?.["createdOn"] ?? now,
            updatedOn: now,
            createdBy: before?.["createdBy"] ?? context.principal.objectId,
            updatedBy: context.principal.objectId,
          },
        },
      };
    },
  };
}

async function requireNew(
  assignments: Promise<readonly Assignment[]>,
  scopeKey: string,
  principalId: string,
  roleId: string,
): Promise<void> {
  const same = (await assignments).find(
    (item) => item.scopeKey === scopeKey && item.principalId === principalId && item.roleId === roleId,
  );
  if (same) throw authorizationFaults.RoleAssignmentExists();
}

export const roleAssignments: SpecialType = {
  async list(ready, target) {
    const filter = parseFilter(ready.request.query);
    const key = target.scope.key;
    const shown: JsonObject[] = [];
    for (const assignment of await ready.services.authorizer.assignments()) {
      // What is given above counts here as well; what lies below is listed too, unless the filter says atScope().
      const isAbove = isWithin(key, assignment.scopeKey);
      if (!isAbove && !isWithin(assignment.scopeKey, key)) continue;
      const matches =
        !filter ||
        matchesODataFilter(filter, {
          property: (path) => (path.toLowerCase() === "principalid" ? assignment.principalId : undefined),
          call: (name, values) => {
            if (name === "atscope") return isAbove;
            if (name === "assignedto") return String(values[0]).toLowerCase() === assignment.principalId;
            return undefined;
          },
        });
      if (matches) shown.push(showAssignment(ready, assignment));
    }
    return jsonResponse(200, { value: shown });
  },
  async get(ready, id) {
    const found = (await ready.services.authorizer.assignments()).find((item) => item.id.toLowerCase() === id.key);
    if (found) return jsonResponse(200, showAssignment(ready, found));
    return getResource(ready, id, typeOf(ready));
  },
  async delete(ready, id) {
    const found = (await ready.services.authorizer.assignments()).find((item) => item.id.toLowerCase() === id.key);
    if (found?.implicit) throw authorizationFaults.CannotDeleteLastRbacAdminRoleAssignment();
    const response = await deleteResource(ready, id, typeOf(ready));
    return found && response.status === 200 ? jsonResponse(200, showAssignment(ready, found)) : response;
  },
};

function typeOf(ready: ReadyRequest) {
  const type = ready.services.registry.stored(assignmentType);
  if (!type) throw new Error("role assignments are registered");
  return type;
}

function showAssignment(ready: ReadyRequest, assignment: Assignment): JsonObject {
  const { subscriptionId } = ready.services.settings;
  const properties = assignment.resource?.properties ?? {
    roleDefinitionId: `/subscriptions/${subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${assignment.roleId}`,
    principalId: assignment.principalId,
    principalType: "ServicePrincipal",
    scope: assignment.scope,
    description: `${builtInRoles.get(assignment.roleId)?.roleName ?? ""} by first sign-in`,
  };
  return { id: assignment.id, name: assignment.name, type: assignmentType, properties };
}

function text(value: unknown, property: string): string {
  if (typeof value !== "string" || value === "") throw authorizationFaults.BadRequestFormat({ property });
  return value;
}
