import { CommandError, type Command } from "../../command.ts";
import { text } from "../options.ts";
import { resourceArgument, resourceOptions } from "./options.ts";

export const resourceShow: Command = {
  path: "resource show",
  summary: "Show a resource as Resource Manager has it",
  arguments: [resourceArgument],
  options: resourceOptions,
  examples: ["byocni resource show nodes-vnet -g myResourceGroup --type Microsoft.Network/virtualNetworks"],
  exitCodes: { 3: "there is no such resource" },
  async run(invocation) {
    const { args, options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { resourceId, versionedPath } = await import("../../session/resources.ts");
    const { arm } = await openArm(invocation);
    const id = resourceId(arm, args[0] ?? "", options);
    const resource = await arm.call("GET", await versionedPath(arm, id, text(options, "apiVersion")));
    if (!resource) throw new CommandError(`there is no resource ${id}`, { exitCode: 3 });
    output.line(JSON.stringify(resource, null, 2));
  },
};
