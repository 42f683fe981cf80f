import type { Command } from "../../command.ts";
import { dataDirOption, text } from "../options.ts";

export const resourceList: Command = {
  path: "resource list",
  summary: "List resources",
  options: [
    { flags: "-g, --resource-group <name>", description: "only of this resource group" },
    { flags: "--type <type>", description: "only of this type" },
    dataDirOption,
  ],
  async run(invocation) {
    const { options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { printResources, resourcesPath } = await import("../../session/resources.ts");
    const { arm } = await openArm(invocation);
    const resources = await arm.list(resourcesPath(arm, text(options, "resourceGroup"), text(options, "type")));
    output.result(resources, () => printResources(resources, output));
  },
};
