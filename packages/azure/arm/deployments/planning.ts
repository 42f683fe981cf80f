import { createHash } from "node:crypto";
import type { JsonObject } from "@byocni/base/core";
import { prepareTemplate, TemplateError, type TemplateCloud, type TemplatePlan } from "@byocni/azure/template";
import { unreadableTags } from "../resources/tags.ts";
import { withTemplateErrors } from "./errors.ts";
import type { DeploymentRequest } from "./request.ts";

/** Makes a request's plan. @throws ArmError InvalidTemplate… */
export function planDeployment(
  request: Omit<DeploymentRequest, "tags" | "resultFormat" | "onError" | "base">,
  cloud: TemplateCloud,
  moment: { readonly now: number; readonly seed: string },
): Promise<TemplatePlan> {
  const { name, scope, location, mode, template, templateLink, parameters, positions, parameterPositions } = request;
  return withTemplateErrors(() => {
    const plan = prepareTemplate(template, {
      scope,
      deployment: {
        name,
        mode,
        ...(location === undefined ? {} : { location }),
        ...(templateLink === undefined ? {} : { templateLink }),
      },
      cloud,
      parameters: parameters as JsonObject,
      now: moment.now,
      newGuid: guidSequence(moment.seed),
      ...(positions === undefined ? {} : { positions }),
      ...(parameterPositions === undefined ? {} : { parameterPositions }),
    });
    requireReadableTags(plan);
    return plan;
  });
}

/** Tags are read before anything else of a resource, by their own reader. @throws TemplateError */
export function requireReadableTags(plan: TemplatePlan): void {
  for (const { body } of plan.resources) {
    const { tags } = body;
    // An expression that waits for a resource is not known yet.
    if (tags === undefined || tags === null || typeof tags === "string") continue;
    const reason = unreadableTags(tags, []);
    if (reason === undefined) continue;
    throw new TemplateError({ code: "InvalidTemplate", message: `Deployment template parse failed: '${reason}'.` });
  }
}

/** `newGuid()` of a deployment: new in every deployment, the same when it is planned again after a restart. */
function guidSequence(seed: string): () => string {
  let count = 0;
  return () => {
    const bytes = createHash("sha256").update(`${seed}/${count++}`).digest().subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const hex = bytes.toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  };
}
