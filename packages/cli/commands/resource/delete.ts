import type { Command } from "../../command.ts";
import { text } from "../options.ts";
import { resourceArgument, resourceOptions } from "./options.ts";

export const resourceDelete: Command = {
  path: "resource delete",
  summary: "Delete a resource",
  arguments: [resourceArgument],
  options: resourceOptions,
  async run(invocation) {
    const { args, options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { resourceId, versionedPath } = await import("../../session/resources.ts");
    const { arm } = await openArm(invocation);
    const id = resourceId(arm, args[0] ?? "", options);
    const path = await versionedPath(arm, id, text(options, "apiVersion"));
    const existed = Boolean(await arm.call("GET", path));
    if (existed) await arm.finish("DELETE", path);
    output.result({ deleted: existed }, () => output.line(existed ? `deleted ${id}` : `there is no resource ${id}`));
  },
};
