import { type StatusError, statusErrors } from "@byocni/kube/schema";
import { groupResourceOf } from "../registry/served-resource.ts";
import type { AdmissionRequest } from "../server-core.ts";

/** A refusal in an admission plug-in's words. An object without a name yet is called by what its name begins with. */
export function admissionForbidden(request: AdmissionRequest, cause: string): StatusError {
  const { metadata } = request.object ?? request.old ?? {};
  const name = metadata?.name || metadata?.generateName || request.name;
  return statusErrors.forbidden(groupResourceOf(request.resource.definition), name, cause);
}

/** The request creates or updates a resource, not something below it. */
export function isWriteOf(
  { operation, subresource, resource }: AdmissionRequest,
  group: string,
  plural: string,
): boolean {
  const { definition } = resource;
  if (subresource !== "" || definition.plural !== plural || definition.group !== group) return false;
  return operation === "CREATE" || operation === "UPDATE";
}

/** The request creates a resource, not something below it. */
export function isCreateOf(request: AdmissionRequest, group: string, plural: string): boolean {
  return request.operation === "CREATE" && isWriteOf(request, group, plural);
}
