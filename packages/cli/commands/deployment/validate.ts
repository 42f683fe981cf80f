import type { Command } from "../../command.ts";
import { deploymentOptions, moreParameters, templateArgument } from "./options.ts";

interface Validated {
  readonly properties?: { readonly validatedResources?: readonly { readonly id: string }[] };
}

export const validate: Command = {
  path: "validate",
  summary: "Ask Resource Manager whether a template can be deployed; nothing is made",
  arguments: [templateArgument, moreParameters],
  options: deploymentOptions,
  examples: ["byocni validate azuredeploy.json --resource-group myResourceGroup"],
  exitCodes: { 0: "it can", 1: "it cannot: the error says why" },
  async run(invocation) {
    const { output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { prepareDeployment } = await import("../../deployment/prepare.ts");
    const { deploymentPath } = await import("../../deployment/target.ts");
    const { arm } = await openArm(invocation);
    const prepared = await prepareDeployment(invocation, arm.subscriptionId);
    const path = deploymentPath(prepared.target, "/validate");
    const { body } = await prepared.send(arm, "POST", path, prepared.body());
    output.result(body, () => {
      const resources = (body as Validated | undefined)?.properties?.validatedResources ?? [];
      output.line(`${output.green("✓")} ${prepared.file.path} can be deployed: ${countOf(resources.length)}`);
      for (const { id } of resources) output.line(`  ${id}`);
    });
  },
};

function countOf(resources: number): string {
  return resources === 1 ? "1 resource" : `${resources} resources`;
}
