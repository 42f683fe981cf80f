import type { Json, JsonObject } from "@byocni/base/core";
import { jsonResponse } from "@byocni/base/http";
import { isWithin, normalizeIdKey } from "@byocni/azure/types";
import type { SpecialType } from "../special-type.ts";
import { deleteResource } from "../handlers/remove.ts";
import { getResource } from "../handlers/read.ts";
import type { StoredType } from "../provider.ts";
import type { ArmServices, ReadyRequest } from "../requests/context.ts";
import { matchesODataFilter, parseFilter } from "../requests/filter.ts";
import type { ProviderContext } from "../provider.ts";
import { authorizationFaults } from "./errors.ts";
import { roleIdOf, type Assignment, type Authorizer } from "./authorizer.ts";
import { parseCondition } from "./condition/parse.ts";

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
    async prepare({ id, body, existing, purpose }, context) {
      const { authorizer } = services();
      const { properties = {} } = body;
      const roleDefinitionId = text(properties["roleDefinitionId"], "roleDefinitionId");
      const principalId = text(properties["principalId"], "principalId").toLowerCase();
      const roleId = roleIdOf(roleDefinitionId);
      const { condition, conditionVersion } = conditionOf(properties);
      const before = existing?.properties;
      const given = typeof properties["principalType"] === "string" ? properties["principalType"] : undefined;
      const actual = await context.directory.typeOf(principalId);
      // Roles and principals are looked for only when the assignment is written: all of these refusals are known from
      // deployments that had begun (Azure/bicep#3366 and #11025, microsoft/iomt-fhir#106, Azure/AKS#548).
      if (purpose === "apply") {
        const role = await authorizer.role(roleId);
        // Outside of its assignable scopes a custom role is not there (Azure RBAC, understand role definitions).
        if (!role?.assignableScopes.some((scope) => isWithin(id.scope.key, normalizeIdKey(scope)))) {
          throw authorizationFaults.RoleDefinitionDoesNotExist({ id: roleId.replaceAll("-", "") });
        }
        if (
          before &&
          (before["principalId"] !== principalId || roleIdOf(String(before["roleDefinitionId"])) !== roleId)
        ) {
          throw authorizationFaults.RoleAssignmentUpdateNotPermitted();
        }
        requirePrincipal({ principalId, given, actual, tenant: context.tenantId });
        if (!existing) await requireNew(authorizer.assignments(principalId), id.scope.key, principalId, roleId);
      }
      // By what the request says, not by what is known: who leaves the type out is held to conditions on it.
      const attributes = { roleId, principalId, principalType: given };
      await requireFulfilled(authorizer, context, { verb: "write", scope: id.text, source: "request", attributes });
      const now = new Date(context.clock.now()).toISOString();
      const changing: Readonly<Record<string, Json | undefined>> = {
        description: optional(properties["description"]),
        condition,
        conditionVersion,
        delegatedManagedIdentityResourceId: optional(properties["delegatedManagedIdentityResourceId"]),
      };
      const names = Object.keys(changing);
      // Nothing else can change: writing the same again is no change.
      if (existing && names.every((name) => (before?.[name] ?? undefined) === changing[name])) {
        return { state: existing };
      }
      return {
        state: {
          properties: {
            roleDefinitionId,
            principalId,
            principalType: actual ?? given ?? "ServicePrincipal",
            scope: id.scope.text,
            ...Object.fromEntries(Object.entries(changing).filter(([, value]) => value !== undefined)),
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

/** @throws ArmError when the principal is not known, or of another type than was said */
function requirePrincipal(principal: {
  readonly principalId: string;
  readonly given: string | undefined;
  readonly actual: string | undefined;
  readonly tenant: string;
}): void {
  const { given, actual, tenant } = principal;
  const id = principal.principalId.replaceAll("-", "");
  // With a principalType Azure takes principals that it does not find, because of replication delays.
  if (given === undefined && actual === undefined) throw authorizationFaults.PrincipalNotFound({ id, tenant });
  if (given !== undefined && actual !== undefined && given.toLowerCase() !== actual.toLowerCase()) {
    throw authorizationFaults.UnmatchedPrincipalType({ id, actual, given });
  }
}

/** The condition of an assignment, read. @throws ArmError */
function conditionOf(properties: JsonObject): {
  readonly condition: string | undefined;
  readonly conditionVersion: string | undefined;
} {
  const condition = optional(properties["condition"]);
  if (condition === undefined) return { condition: undefined, conditionVersion: undefined };
  const version = optional(properties["conditionVersion"]);
  if (version !== "2.0" || parseCondition(condition) === undefined)
    throw authorizationFaults.InvalidRoleAssignmentCondition();
  return { condition, conditionVersion: version };
}

interface Delegated {
  readonly verb: "write" | "delete";
  readonly scope: string;
  /** Where conditions look: a new assignment is the request, one that goes is the resource. */
  readonly source: "request" | "resource";
  readonly attributes: {
    readonly roleId: string;
    readonly principalId: string;
    readonly principalType: string | undefined;
  };
}

/**
 * Holds the caller to the conditions of its own assignments: which roles it may give to whom.
 * @throws ArmError AuthorizationFailed
 */
async function requireFulfilled(
  authorizer: Authorizer,
  { principal }: Pick<ProviderContext, "principal">,
  { verb, scope, source, attributes: { roleId, principalId, principalType } }: Delegated,
): Promise<void> {
  const action = `${assignmentType}/${verb}`;
  const name = (attribute: string): string => `${source}:${assignmentType}:${attribute}`.toLowerCase();
  const attributes = {
    [name("RoleDefinitionId")]: [roleId],
    [name("PrincipalId")]: [principalId],
    ...(principalType === undefined ? {} : { [name("PrincipalType")]: [principalType] }),
  };
  if ((await authorizer.judge(principal.objectId, action, scope, { attributes })) !== "conditional") return;
  const { kind, displayName, appId, objectId } = principal;
  const client = kind === "user" ? displayName : (appId ?? objectId);
  throw authorizationFaults.ConditionNotFulfilled({ client, objectId, action, scope });
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
  if (same) throw authorizationFaults.RoleAssignmentExists({ id: same.name.replaceAll("-", "") });
}

export const roleAssignments: SpecialType = {
  async list(ready, target) {
    const filter = parseFilter(ready.request.query);
    const key = target.scope.key;
    const shown: JsonObject[] = [];
    // `assignedTo('…')`: what is given to the principal itself and to the groups that it is in.
    const asked = assignedTo(ready.request.query.get("$filter"));
    const ids =
      asked === undefined
        ? []
        : [asked, ...(await ready.services.authorizer.memberOf(asked))].map((id) => id.toLowerCase());
    for (const assignment of await ready.services.authorizer.assignments()) {
      // What is given above counts here as well; what lies below is listed too, unless the filter says atScope().
      const isAbove = isWithin(key, assignment.scopeKey);
      if (!isAbove && !isWithin(assignment.scopeKey, key)) continue;
      const matches =
        !filter ||
        matchesODataFilter(filter, {
          property: (path) => (path.toLowerCase() === "principalid" ? assignment.principalId : undefined),
          call: (name) => {
            if (name === "atscope") return isAbove;
            if (name === "assignedto") return ids.includes(assignment.principalId);
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
    if (found) {
      const { roleId, principalId } = found;
      const principalType = optional(found.resource?.properties["principalType"]);
      const attributes = { roleId, principalId, principalType };
      await requireFulfilled(ready.services.authorizer, ready, {
        verb: "delete",
        scope: id.text,
        source: "resource",
        attributes,
      });
    }
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
    description: "Owner by first sign-in",
  };
  return { id: assignment.id, name: assignment.name, type: assignmentType, properties };
}

/** The object id in `assignedTo('…')`. */
function assignedTo(filter: string | null): string | undefined {
  return /assignedTo\('([^']+)'\)/i.exec(filter ?? "")?.[1];
}

function optional(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function text(value: unknown, property: string): string {
  if (typeof value !== "string" || value === "") throw authorizationFaults.BadRequestFormat({ property });
  return value;
}
