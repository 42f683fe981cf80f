import type { JsonObject } from "@byocni/base/core";
import type { DeploymentInfo } from "./options.ts";
import { scopeId, type DeploymentScope } from "./scope.ts";

/** What `deployment()` returns while the deployment runs (documented shape; the link only for linked templates). */
export function deploymentObject(
  info: DeploymentInfo,
  scope: DeploymentScope,
  template: JsonObject,
  hash: () => string,
): () => JsonObject {
  let made: JsonObject | undefined;
  return () =>
    (made ??= {
      id: `${scopeId(scope)}/providers/Microsoft.Resources/deployments/${info.name}`,
      name: info.name,
      ...(info.location === undefined ? {} : { location: info.location }),
      properties: {
        ...(info.templateLink === undefined ? { template } : { templateLink: { ...info.templateLink } }),
        templateHash: hash(),
        parameters: {},
        mode: info.mode ?? "Incremental",
        provisioningState: "Accepted",
      },
    });
}
