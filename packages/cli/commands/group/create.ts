import type { Command } from "../../command.ts";
import { dataDirOption, text } from "../options.ts";

export const groupCreate: Command = {
  path: "group create",
  summary: "Create a resource group",
  arguments: [{ name: "<name>", description: "name of the resource group" }],
  options: [{ flags: "-l, --location <region>", description: "Azure region", default: "eastus" }, dataDirOption],
  async run(invocation) {
    const { args, options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { groupPath, groupState } = await import("../../session/groups.ts");
    const { arm } = await openArm(invocation);
    const [name = ""] = args;
    const group = await arm.call("PUT", groupPath(arm, name), { location: text(options, "location") });
    output.result(group, () => output.line(`${name}: ${groupState(group ?? {})}`));
  },
};
