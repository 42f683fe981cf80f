import type { ResourceProvider, StoredType } from "../provider.ts";
import type { ArmServices } from "../requests/context.ts";
import { loadBuiltInRoles } from "./built-in-roles.ts";
import { classicAdministratorsType, denyAssignmentsType, permissionsType } from "./computed-types.ts";
import { authorizationFaults } from "./errors.ts";
import { roleAssignmentType } from "./role-assignments.ts";
import { roleState } from "./role-definitions.ts";

const everywhere = ["tenant", "managementGroup", "subscription", "resourceGroup", "extension"] as const;
const levels = ["CanNotDelete", "ReadOnly"];

/** `Microsoft.Authorization`: roles, assignments, locks. */
export function authorizationProvider(services: () => ArmServices): ResourceProvider {
  return {
    namespace: "Microsoft.Authorization",
    resourceTypes: [
      roleAssignmentType(services),
      roleDefinitionType,
      lockType,
      permissionsType(services),
      denyAssignmentsType,
      classicAdministratorsType,
    ],
    notImplemented: [
      "policyAssignments",
      "policyDefinitions",
      "policySetDefinitions",
      "policyExemptions",
      "accessReviewScheduleDefinitions",
      "diagnosticSettings",
      "providerOperations",
      "roleAssignmentApprovals",
      "roleAssignmentScheduleInstances",
      "roleAssignmentScheduleRequests",
      "roleAssignmentSchedules",
      "roleAssignmentsUsageMetrics",
      "roleEligibilityScheduleInstances",
      "roleEligibilityScheduleRequests",
      "roleEligibilitySchedules",
      "roleManagementPolicies",
      "roleManagementPolicyAssignments",
    ],
  };
}

/** Kept as resources, written and read by their own handler only. */
const roleDefinitionType: StoredType = {
  kind: "stored",
  name: "roleDefinitions",
  apiVersions: ["2022-05-01-preview", "2022-04-01", "2018-07-01", "2018-01-01-preview", "2015-07-01"],
  scopes: everywhere,
  location: "none",
  tags: false,
  showsState: false,
  patch: "none",
  async prepare({ body, id }) {
    const builtIn = (await loadBuiltInRoles()).get(id.name.toLowerCase());
    if (builtIn) throw authorizationFaults.RoleDefinitionExists({ name: builtIn.roleName });
    return { state: roleState(body) };
  },
};

const lockType: StoredType = {
  kind: "stored",
  name: "locks",
  apiVersions: ["2020-05-01", "2017-04-01", "2016-09-01", "2015-01-01"],
  scopes: ["subscription", "resourceGroup", "extension"],
  location: "none",
  tags: false,
  showsState: false,
  patch: "none",
  prepare({ body }) {
    const { properties = {} } = body;
    const given = typeof properties["level"] === "string" ? properties["level"] : "";
    const level = levels.find((name) => name.toLowerCase() === given.toLowerCase());
    if (level === undefined) throw authorizationFaults.InvalidLockLevel({ level: given });
    const { notes, owners } = properties;
    return {
      state: {
        properties: {
          level,
          ...(typeof notes === "string" ? { notes } : {}),
          ...(Array.isArray(owners) ? { owners } : {}),
        },
      },
    };
  },
};
