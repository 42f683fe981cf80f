import { resolveApiVersion, type ResourceId } from "@byocni/azure/types";
import { isStored, requireApiVersion, type RegisteredType } from "../registry.ts";
import type { ReadyRequest } from "../requests/context.ts";

/**
 * The version of a type that answers a request about an instance. @throws ArmError: the refusal names the region of the
 * instance when there is one, as Azure's does.
 */
export async function versionFor(ready: ReadyRequest, id: ResourceId, type: RegisteredType): Promise<string> {
  const found = resolveApiVersion(type.definition.apiVersions, ready.apiVersion);
  if (found !== undefined) return found;
  const existing = isStored(type) ? await ready.services.repository.get(id) : undefined;
  return requireApiVersion(type, ready.apiVersion, existing?.location);
}
