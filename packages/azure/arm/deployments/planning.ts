import { createHash } from "node:crypto";
import type { JsonObject } from "@byocni/base/core";
import { prepareTemplate, type TemplateCloud, type TemplatePlan } from "@byocni/azure/template";
import { withTemplateErrors } from "./errors.ts";
import type { DeploymentRequest } from "./request.ts";

/** Makes a request's plan. @throws ArmError InvalidTemplate… */
export function planDeployment(
  request: Omit<DeploymentRequest, "tags" | "resultFormat" | "onError" | "base">,
  cloud: TemplateCloud,
  moment: { readonly now: number; readonly seed: string },
): Promise<TemplatePlan> {
  const { name, scope, location, mode, template, templateLink, parameters, positions, parameterPositions } = request;
  return withTemplateErrors(() =>
    prepareTemplate(template, {
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
    }),
  );
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
