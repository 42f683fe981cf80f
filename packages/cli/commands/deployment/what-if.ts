import type { Command } from "../../command.ts";
import type { ResourceChange } from "../../output/index.ts";
import { text } from "../options.ts";
import { deploymentOptions, moreParameters, templateArgument } from "./options.ts";

const exitChanges = 2;

export const whatIf: Command = {
  path: "what-if",
  summary: "Show what a deployment would create, change and delete, down to the properties",
  arguments: [templateArgument, moreParameters],
  options: [
    ...deploymentOptions,
    {
      flags: "--result-format <format>",
      description: "only which resources, or what changes in them as well",
      choices: ["FullResourcePayloads", "ResourceIdOnly"],
      default: "FullResourcePayloads",
    },
    { flags: "--detailed-exit-code", description: "exit with 2 when something would change" },
  ],
  examples: ["byocni what-if main.bicep --resource-group myResourceGroup"],
  exitCodes: { 0: "it was worked out", 1: "refused: the error says why", 2: "changes, with --detailed-exit-code" },
  async run(invocation) {
    const { options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { prepareDeployment } = await import("../../deployment/prepare.ts");
    const { deploymentPath } = await import("../../deployment/target.ts");
    const { followReply } = await import("../../session/arm-client.ts");
    const { whatIfLines } = await import("../../output/index.ts");
    const { arm } = await openArm(invocation);
    const prepared = await prepareDeployment(invocation, arm.subscriptionId);
    const body = prepared.body({ whatIf: { resultFormat: text(options, "resultFormat") ?? "FullResourcePayloads" } });
    const reply = await prepared.send(arm, "POST", deploymentPath(prepared.target, "/whatIf"), body);
    const result = await followReply(arm, reply);
    const { changes = [] } = (result?.["properties"] ?? {}) as { readonly changes?: readonly ResourceChange[] };
    output.result(result, () => {
      for (const line of whatIfLines(changes, output)) output.line(line);
    });
    const isChange = changes.some(({ changeType }) => !["NoChange", "Ignore"].includes(changeType));
    return isChange && options["detailedExitCode"] === true ? exitChanges : 0;
  },
};
