import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { readTemplateText } from "../reader/read-template-text.ts";
import { sampleParameters } from "../testing/fill-parameters.ts";
import { sampleOptions, sampleScope, sampleSubscription } from "../testing/index.ts";
import { filesBelow, readText, sharedCorpus } from "../testing/shared-corpus.ts";
import type { TemplatePlan } from "./plan.ts";
import { prepareNested } from "./prepare-nested.ts";
import { prepareTemplate } from "./prepare.ts";
import type { DeploymentScope } from "./scope.ts";

const corpus = sharedCorpus("bicep");

function scopeOf(schema: string): DeploymentScope {
  if (schema.includes("subscriptionDeployment")) return { kind: "subscription", subscriptionId: sampleSubscription };
  if (schema.includes("managementGroupDeployment")) return { kind: "managementGroup", managementGroup: "mg" };
  return schema.includes("tenantDeployment") ? { kind: "tenant" } : sampleScope;
}

/** Plans a template and all that it deploys, as deep as it is known. */
function planAll(plan: TemplatePlan): number {
  let count = plan.resources.length;
  for (const resource of plan.resources) {
    if (resource.nested?.source.kind !== "template" || !resource.condition) continue;
    const nested = prepareNested(plan, resource);
    if (nested) count += planAll(nested);
  }
  return count;
}

/** Compiled samples that cannot be deployed with made-up values, and why. */
const refused: Readonly<Record<string, string>> = {
  // Names, counts and members that only real values have.
  "baselines/LoopsIndexed_LF/main.json": "The language expression property array index '1' is out of bounds.",
  "baselines/Modules_CRLF/main.json": "the divisor must not be '0'",
  "baselines/Parameters_CRLF/main.json": "The language expression property 'property' can't be evaluated.",
  "baselines/Resources_CRLF/main.json": "The language expression property 'account' doesn't exist",
  "baselines/TypeDeclarations_LF/main.json": "The language expression property array index '0' is out of bounds.",
  "samples/301__sql-database-with-management/main.json": "The language expression property 'name' doesn't exist",
  "samples/201__wvd-create-hostpool/main.json":
    "The resource 'subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/providers/Microsoft.Resources/deployments/AVSet-deployment' is not defined in the template.",
  // Templates that the service refuses too.
  "baselines/NestedResources_LF/main.json": "is defined multiple times in a template",
  "samples/101__sqlmi-new-vnet/main.json": "has incorrect segment lengths",
  "samples/201__api-management-create-all-resources/main.json": "has incorrect segment lengths",
  "samples/201__web-app-asev2-create/main.json": "has incorrect segment lengths",
  // Extensions are not supported.
  "baselines/Extensions_CRLF/main.json": "The template function 'extensions' is not supported here",
  "samples/extensibility__microsoftGraph/main.json": "are not supported here",
  "samples/extensibility__microsoftGraph/main.existing.json": "are not supported here",
};

const files = corpus ? filesBelow(corpus, ".json").filter((path) => /(^|\/)main(\.existing)?\.json$/.test(path)) : [];

describe.skipIf(!corpus)("templates that the Bicep compiler made (needs the shared corpus)", () => {
  it.each(files)("%s", (path) => {
    const { value, positions } = readTemplateText(readText(corpus ?? "", path));
    const template = value as JsonObject;
    const prepare = (): number =>
      planAll(
        prepareTemplate(
          template,
          sampleOptions({
            scope: scopeOf(String(template["$schema"])),
            deployment: { name: "sample", location: "westeurope" },
            parameters: sampleParameters(template),
            positions,
          }),
        ),
      );
    const message = refused[path];
    if (message === undefined) expect(prepare()).toBeGreaterThanOrEqual(0);
    else expect(prepare).toThrow(message);
  });
});
