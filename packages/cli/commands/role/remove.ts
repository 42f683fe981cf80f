import { CommandError, type Command } from "../../command.ts";
import { text } from "../options.ts";
import { scopeOptions } from "./options.ts";

export const roleRemove: Command = {
  path: "role remove",
  summary: "Take a role away that was given at a scope",
  arguments: [
    { name: "<role>", description: "name or id of the role, such as 'Network Contributor'" },
    { name: "<principal>", description: "object id, client id, or name of a managed identity" },
  ],
  options: scopeOptions,
  examples: ["byocni role remove 'Network Contributor' clusterIdentity --resource-group myResourceGroup"],
  exitCodes: { 3: "the principal does not have the role there" },
  async run(invocation) {
    const { args, options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { findPrincipal, findRole, removeRole, scopeFor } = await import("../../session/roles.ts");
    const { arm } = await openArm(invocation);
    const [roleName = "", principal = ""] = args;
    const scope = scopeFor(arm, text(options, "scope"), text(options, "resourceGroup"));
    const role = await findRole(arm, scope, roleName);
    const principalId = await findPrincipal(arm, principal);
    const removed = await removeRole(arm, scope, role, principalId);
    if (removed.length === 0)
      throw new CommandError(`${principalId} does not have ${role.properties.roleName} at ${scope || "/"}`, {
        exitCode: 3,
        hint: "What is inherited is taken away where it was given: see byocni role list.",
      });
    output.result({ removed }, () =>
      output.line(`took ${role.properties.roleName} from ${principalId} at ${scope || "/"}`),
    );
  },
};
