import type { KubeObject } from "@byocni/kube/schema";
import type { AdmissionRequest } from "../server-core.ts";
import type { WriteOperationContext } from "./operation.ts";

/** What the admission plug-ins are told of a write. */
export function admissionRequest(
  operation: WriteOperationContext,
  verb: AdmissionRequest["operation"],
  object: KubeObject | undefined,
  old: KubeObject | undefined,
): AdmissionRequest {
  return {
    core: operation.core,
    operation: verb,
    resource: operation.resource,
    subresource: operation.subresource,
    namespace: operation.namespace,
    name: operation.name || (object?.metadata.name ?? ""),
    user: operation.user,
    dryRun: operation.dryRun,
    object,
    old,
    warn: operation.warn,
  };
}
