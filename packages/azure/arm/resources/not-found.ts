import type { ArmError, ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { ProviderRegistry } from "../registry.ts";
import type { Repository } from "./repository.ts";

/** `Microsoft.Network/virtualNetworks/v/subnets/s`, as errors name a resource. */
export function resourcePath(id: ResourceId): string {
  return `${id.namespace}/${id.types.map((type, index) => `${type}/${id.names[index] ?? ""}`).join("/")}`;
}

/** The 404 for a resource; for its group when that is what is missing. */
export async function notFound(repository: Repository, registry: ProviderRegistry, id: ResourceId): Promise<ArmError> {
  const { subscriptionId, resourceGroup } = id;
  const type = registry.type(id.type)?.type;
  const resource = type === undefined ? resourcePath(id) : resourcePath({ ...id, ...typeParts(type) });
  if (subscriptionId === undefined || resourceGroup === undefined) {
    return armFaults.ResourceNotFoundOutsideGroup({ resource, subscription: subscriptionId ?? "" });
  }
  const group = await repository.getGroup(subscriptionId, resourceGroup);
  if (!group) return armFaults.ResourceGroupNotFound({ name: resourceGroup });
  return armFaults.ResourceNotFound({ resource, group: resourceGroup });
}

function typeParts(type: string): { readonly namespace: string; readonly types: readonly string[] } {
  const [namespace = "", ...types] = type.split("/");
  return { namespace, types };
}
