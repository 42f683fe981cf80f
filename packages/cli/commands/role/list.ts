import type { Command } from "../../command.ts";
import { text } from "../options.ts";
import { scopeOptions } from "./options.ts";

export const roleList: Command = {
  path: "role list",
  summary: "List role assignments",
  options: scopeOptions,
  async run(invocation) {
    const { options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { listAssignments, printAssignments, scopeFor } = await import("../../session/roles.ts");
    const { arm } = await openArm(invocation);
    const scope = scopeFor(arm, text(options, "scope"), text(options, "resourceGroup"));
    const assignments = await listAssignments(arm, scope);
    if (output.json) output.result(assignments, () => {});
    else await printAssignments(arm, scope, assignments, output);
  },
};
