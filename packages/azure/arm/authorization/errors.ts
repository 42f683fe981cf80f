import { armErrors } from "@byocni/azure/types";

const rbac = "Azure RBAC, troubleshooting";

/** What the authorization provider refuses. */
export const authorizationErrorTable = {
  InvalidRoleAssignmentId: {
    status: 400,
    message: "The role assignment ID '{id}' is not valid. The role assignment ID must be a GUID.",
    source: rbac,
  },
  InvalidRoleDefinitionId: {
    status: 400,
    message: "The role definition ID '{id}' is not valid. The role definition ID must be a GUID.",
    source: rbac,
  },
  BadRequestFormat: {
    status: 400,
    message: "The request was incorrectly formatted: '{property}' is missing or not a string.",
    source: rbac,
  },
  RoleDefinitionDoesNotExist: {
    status: 404,
    message: "The specified role definition with ID '{id}' does not exist.",
    source: rbac,
  },
  PrincipalNotFound: {
    status: 400,
    message:
      "Principal {id} does not exist in the directory {tenant}. Check that you have the correct principal ID. If you are creating this principal and then immediately assigning a role, this error might be related to a replication delay. In this case, set the role assignment principalType property to a value, such as ServicePrincipal, User, or Group.  See https://aka.ms/docs-principaltype",
    source: rbac,
  },
  UnmatchedPrincipalType: {
    status: 400,
    message: "The PrincipalId '{id}' has type '{actual}' , which is different from specified PrinciaplType '{given}'.",
    source: rbac,
  },
  RoleAssignmentExists: { status: 409, message: "The role assignment already exists.", source: rbac },
  RoleAssignmentUpdateNotPermitted: {
    status: 400,
    message: "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.",
    source: rbac,
  },
  CannotDeleteLastRbacAdminRoleAssignment: {
    status: 400,
    message: "Deleting the last RBAC admin assignment at subscription scope is not supported.",
    source: rbac,
  },
  RoleDefinitionWithSameNameExists: {
    status: 409,
    message: "A custom role with the name '{name}' already exists in this directory.",
    source: rbac,
  },
  InvalidActionOrNotAction: {
    status: 400,
    message: "'{action}' does not match any of the actions supported by the providers.",
    source: rbac,
  },
  RoleDefinitionScopesEmpty: {
    status: 400,
    code: "InvalidAssignableScope",
    message: "A custom role needs at least one assignable scope.",
    source: rbac,
  },
  RoleDefinitionScopeRoot: {
    status: 400,
    code: "InvalidAssignableScope",
    message: "A custom role cannot have the root scope '/' among its assignable scopes.",
    source: "Azure RBAC, understand role definitions (rule); own text",
  },
  RoleDefinitionInUse: {
    status: 400,
    code: "RoleDefinitionHasAssignments",
    message: "There are existing role assignments referencing role (code: RoleDefinitionHasAssignments).",
    source: rbac,
  },
  BuiltInRoleCannotChange: {
    status: 403,
    code: "RoleDefinitionUpdateNotPermitted",
    message: "The built-in role '{name}' cannot be changed.",
    source: "own text",
  },
  InvalidLockLevel: {
    status: 400,
    code: "LockLevelNotSpecified",
    message: "The lock level must be 'CanNotDelete' or 'ReadOnly'; it is '{level}'.",
    source: "own text",
  },
} as const;

export const authorizationFaults = armErrors(authorizationErrorTable);
