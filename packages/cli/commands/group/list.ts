import type { Command } from "../../command.ts";
import { formatTable } from "../../output/index.ts";
import { dataDirOption } from "../options.ts";

export const groupList: Command = {
  path: "group list",
  summary: "List resource groups",
  options: [dataDirOption],
  async run(invocation) {
    const { output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { groupsPath, groupState } = await import("../../session/groups.ts");
    const { arm } = await openArm(invocation);
    const groups = await arm.list(groupsPath(arm));
    output.result(groups, () => {
      if (groups.length === 0) output.note("no resource groups");
      else {
        const rows = groups.map((group) => [String(group["name"]), String(group["location"]), groupState(group)]);
        for (const line of formatTable(["NAME", "LOCATION", "STATE"], rows)) output.line(line);
      }
    });
  },
};
