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
  RoleAssignmentExists: {
    status: 409,
    message: "The role assignment already exists. The ID of the existing role assignment is {id}.",
    source: "public logs of deployments in 2026 (az deployment, terraform apply)",
  },
  InvalidRoleAssignmentCondition: {
    status: 400,
    code: "InvalidCondition",
    message: "The given role assignment condition is invalid.",
    source: "Azure RBAC, troubleshoot role assignment conditions (text); the code is ours",
  },
  ConditionNotFulfilled: {
    status: 403,
    code: "AuthorizationFailed",
    message:
      "The client '{client}' with object id '{objectId}' has an authorization with ABAC condition that is not fulfilled to perform action '{action}' over scope '{scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.",
    source: "Azure/enterprise-azure-policy-as-code#951 and public logs of az role assignment create",
  },
  RoleAssignmentUpdateNotPermitted: {
    status: 400,
    message: "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.",
    source: rbac,
  },
  CannotDeleteLastRbacAdminRoleAssignment: {
    status: 400,
    message: "Cannot delete the last RBAC admin assignment",
    source: "Azure RBAC, troubleshooting (text); the code is ours",
  },
  RoleDefinitionWithSameNameExists: {
    status: 409,
    message: "A custom role with the same name already exists in this directory. Use a different name",
    source: "public guides that quote az role definition create (Kong, virtual network peering)",
  },
  RoleDefinitionRenamedToKnown: {
    status: 409,
    code: "RoleDefinitionWithSameNameExists",
    message: "A role definition cannot be updated with a name that already exists.",
    source: "public scripts that match the text of New-AzureRmRoleDefinition",
  },
  InvalidActionOrNotAction: {
    status: 400,
    message: "'{action}' does not match any of the actions supported by the providers.",
    source: "Azure/azure-powershell, role definition tests; public logs of azurerm_role_definition",
  },
  InvalidDataActionOrNotDataAction: {
    status: 400,
    message: "'{action}' does not match any of the actions supported by the providers.",
    source: "public logs of azurerm_role_definition in 2026",
  },
  MissingAssignableScopes: {
    status: 400,
    message: "A custom role needs at least one assignable scope.",
    source: "code: Azure/azure-sdk-for-net, role definition tests; own text",
  },
  LinkedInvalidPropertyId: {
    status: 400,
    message:
      "Property id '{id}' at path '{path}' is invalid. Expect fully qualified resource Id that start with '/subscriptions/{subscriptionId}' or '/providers/{resourceProviderNamespace}/'.",
    source: "Azure/azure-sdk-for-net, role definition tests; Azure/azure-cli#24971",
  },
  RoleDefinitionNameNullOrEmpty: {
    status: 400,
    message: "The name of a role definition must not be empty.",
    source: "code: Azure/azure-sdk-for-net, role definition tests; own text",
  },
  InvalidRoleDefinitionType: {
    status: 400,
    message: "The type of a role definition that is written is 'CustomRole'.",
    source: "code: Azure/azure-sdk-for-net, role definition tests; own text",
  },
  RoleDefinitionExists: {
    status: 409,
    message: "The role definition '{name}' is a built-in role, which cannot be written.",
    source: "code: Azure/azure-sdk-for-net, role definition tests; own text",
  },
  TooManyManagementGroups: {
    status: 400,
    code: "InvalidAssignableScopes",
    message: "A custom role can have one management group among its assignable scopes.",
    source: "Azure RBAC, troubleshooting (rule); own code and text",
  },
  DataActionsAtManagementGroup: {
    status: 400,
    code: "InvalidAssignableScopes",
    message: "You cannot add data action permissions when you have a management group as an assignable scope",
    source: "Azure RBAC, troubleshooting (text); own code",
  },
  RoleDefinitionScopeRoot: {
    status: 400,
    code: "InvalidAssignableScopes",
    message: "A custom role cannot have the root scope '/' among its assignable scopes.",
    source: "Azure RBAC, understand role definitions (rule); own code and text",
  },
  RoleDefinitionInUse: {
    status: 400,
    code: "RoleDefinitionHasAssignments",
    message: "There are existing role assignments referencing role (code: RoleDefinitionHasAssignments).",
    source: rbac,
  },
  BuiltInRoleCannotGo: {
    status: 403,
    code: "RoleDefinitionDeleteNotPermitted",
    message: "The built-in role '{name}' cannot be removed.",
    source: "own code and text",
  },
  InvalidLockLevel: {
    status: 400,
    code: "LockLevelNotSpecified",
    message: "The lock level must be 'CanNotDelete' or 'ReadOnly'; it is '{level}'.",
    source: "own text",
  },
} as const;

export const authorizationFaults = armErrors(authorizationErrorTable);
