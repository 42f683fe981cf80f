import type { Command } from "../../command.ts";
import { text } from "../options.ts";
import { scopeOptions } from "./options.ts";

export const roleAssign: Command = {
  path: "role assign",
  summary: "Give a role to an application or a managed identity",
  arguments: [
    { name: "<role>", description: "name or id of the role, such as 'Network Contributor'" },
    { name: "<principal>", description: "object id, client id, or name of a managed identity" },
  ],
  options: scopeOptions,
  examples: ["byocni role assign 'Network Contributor' clusterIdentity --resource-group myResourceGroup"],
  async run(invocation) {
    const { args, options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { assignRole, findPrincipal, findRole, scopeFor } = await import("../../session/roles.ts");
    const { arm } = await openArm(invocation);
    const [roleName = "", principal = ""] = args;
    const scope = scopeFor(arm, text(options, "scope"), text(options, "resourceGroup"));
    const role = await findRole(arm, scope, roleName);
    const principalId = await findPrincipal(arm, principal);
    const assignment = await assignRole(arm, scope, role, principalId);
    output.result(assignment, () => output.line(`${role.properties.roleName} for ${principalId} at ${scope || "/"}`));
  },
};
