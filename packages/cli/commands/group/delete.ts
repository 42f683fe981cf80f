import type { Command } from "../../command.ts";
import { dataDirOption } from "../options.ts";

export const groupDelete: Command = {
  path: "group delete",
  summary: "Delete a resource group with everything in it",
  arguments: [{ name: "<name>", description: "name of the resource group" }],
  options: [dataDirOption],
  async run(invocation) {
    const { args, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { groupPath } = await import("../../session/groups.ts");
    const { arm } = await openArm(invocation);
    const [name = ""] = args;
    const existed = Boolean(await arm.call("GET", groupPath(arm, name)));
    if (existed) await arm.finish("DELETE", groupPath(arm, name));
    output.result({ deleted: existed }, () =>
      output.line(existed ? `deleted ${name}` : `there is no resource group ${name}`),
    );
  },
};
