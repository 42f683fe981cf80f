import type { ComputedType } from "../provider.ts";
import type { ArmServices } from "../requests/context.ts";

const everywhere = ["tenant", "managementGroup", "subscription", "resourceGroup", "extension"] as const;

/** `permissions`: what the caller may do at a scope, one entry a block of its roles. */
export function permissionsType(services: () => ArmServices): ComputedType {
  return {
    kind: "computed",
    name: "permissions",
    apiVersions: ["2022-04-01", "2018-07-01", "2018-01-01-preview", "2015-07-01"],
    scopes: everywhere,
    async list({ scope }, { principal }) {
      const permissions = await services().authorizer.permissions(principal.objectId, scope.text);
      const value = permissions.map(({ actions, notActions, dataActions, notDataActions }) => ({
        actions,
        notActions,
        dataActions,
        notDataActions,
      }));
      return { value };
    },
  };
}

/** Only Azure itself makes deny assignments (managed applications, deployment stacks): here nobody has. */
export const denyAssignmentsType: ComputedType = {
  kind: "computed",
  name: "denyAssignments",
  apiVersions: ["2022-04-01", "2018-07-01-preview"],
  scopes: everywhere,
  list: () => ({ value: [] }),
};

/** Azure took them away in 2024; clients still ask. */
export const classicAdministratorsType: ComputedType = {
  kind: "computed",
  name: "classicAdministrators",
  apiVersions: ["2015-07-01", "2015-06-01"],
  scopes: ["subscription"],
  list: () => ({ value: [] }),
};
