import type { Command } from "../../command.ts";
import { text } from "../options.ts";
import { deploymentOptions, moreParameters, templateArgument } from "./options.ts";

export const deploy: Command = {
  path: "deploy",
  summary: "Deploy a template; its resource group is made when there is none and --location is given",
  arguments: [templateArgument, moreParameters],
  options: deploymentOptions,
  examples: [
    "byocni deploy main.bicep --resource-group myResourceGroup --location eastus",
    "byocni deploy azuredeploy.json -g myResourceGroup -p @azuredeploy.parameters.json nodeCount=5",
  ],
  exitCodes: { 0: "everything was deployed", 1: "refused, or a resource failed: the error tree says which" },
  async run(invocation) {
    const { options, output, signal } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { prepareDeployment } = await import("../../deployment/prepare.ts");
    const { deploymentPath } = await import("../../deployment/target.ts");
    const { followDeployment } = await import("../../deployment/follow.ts");
    const { deploymentFailed, printOutcome } = await import("../../deployment/outcome.ts");
    const { ensureGroup } = await import("../../session/groups.ts");
    const { arm } = await openArm(invocation);
    const prepared = await prepareDeployment(invocation, arm.subscriptionId);
    const { target } = prepared;
    const group = text(options, "resourceGroup");
    const location = text(options, "location");
    if (target.kind === "resourceGroup" && group !== undefined && location !== undefined)
      await ensureGroup(arm, group, location);
    await prepared.send(arm, "PUT", deploymentPath(target), prepared.body());
    const outcome = await followDeployment(arm, target, output, signal);
    if (outcome.state !== "Succeeded") throw deploymentFailed(outcome);
    output.result(outcome.deployment, () => printOutcome(outcome, target.name, output));
  },
};
