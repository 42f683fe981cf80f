import type { JsonObject } from "@byocni/base/core";
import { assert } from "@byocni/base/core";
import type { HttpResponse } from "@byocni/base/http";
import {
  parseResourceId,
  parseScope,
  resourceIdIn,
  resourceGroupScope,
  type CloudErrorBody,
} from "@byocni/azure/types";
import type { ResourceGroupScope, ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { requirePermission } from "../filters/authorization.ts";
import type { OperationWork } from "../operations/engine.ts";
import type { OperationRecord } from "../operations/record.ts";
import { startOperation } from "../operations/accepted.ts";
import { readObject } from "../requests/body.ts";
import type { ArmServices, ReadyRequest } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { notFound } from "../resources/not-found.ts";
import { moveFaults } from "./errors.ts";
import { isMovable } from "./movable-types.ts";
import { namesAny } from "./rewrite.ts";

/**
 * POST `moveResources` and `validateMoveResources`: 202; whether it can be done is the operation's answer, as on Azure
 * (204 in the end, or 409 with all that is in the way).
 */
export async function startMove(
  ready: ReadyRequest,
  scope: ResourceGroupScope,
  validateOnly: boolean,
): Promise<HttpResponse> {
  const { services, principal } = ready;
  const { repository, registry } = services;
  if (!(await repository.getGroup(scope.subscriptionId, scope.resourceGroup))) {
    throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  }
  const body = await readObject(ready.request);
  const target = await targetGroup(services, scope, body["targetResourceGroup"]);
  await requirePermission(services, principal, {
    action: "Microsoft.Resources/subscriptions/resourceGroups/write",
    scope: target.text,
  });
  const ids = idsIn(body, scope);
  for (const id of ids) {
    if (!registry.stored(id.type) || !(await repository.get(id))) throw await notFound(repository, registry, id);
  }
  return startOperation(ready, {
    runner: "move",
    kind: validateOnly ? "validateMoveResources" : "moveResources",
    target: scope.text,
    input: { ids: ids.map(({ text }) => text), target: target.text, validateOnly },
  });
}

async function targetGroup(
  services: ArmServices,
  source: ResourceGroupScope,
  given: JsonObject[string],
): Promise<ResourceGroupScope> {
  const scope = typeof given === "string" ? parseScope(given) : undefined;
  if (scope?.kind !== "resourceGroup") {
    throw armFaults.InvalidRequestContent({
      reason: "The property 'targetResourceGroup' is not the id of a resource group.",
    });
  }
  if (scope.subscriptionId.toLowerCase() !== services.settings.subscriptionId) {
    throw armFaults.SubscriptionNotFound({ id: scope.subscriptionId });
  }
  if (scope.key === source.key) throw moveFaults.ResourceMoveSameGroup({ group: source.resourceGroup });
  const group = await services.repository.getGroup(scope.subscriptionId, scope.resourceGroup);
  if (!group) throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  if (group.provisioningState === "Deleting") throw armFaults.ResourceGroupBeingDeleted({ name: group.name });
  return resourceGroupScope(group.subscriptionId, group.name);
}

function idsIn(body: JsonObject, source: ResourceGroupScope): readonly ResourceId[] {
  const { resources } = body;
  const given: readonly unknown[] = Array.isArray(resources) ? resources : [];
  if (given.length === 0) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'resources' is missing or empty." });
  }
  return given.map((text) => {
    const id = typeof text === "string" ? parseResourceId(text) : undefined;
    if (!id) throw armFaults.InvalidRequestContent({ reason: `'${String(text)}' is not a resource id.` });
    if (id.types.length !== 1 || id.scope.key !== source.key) {
      throw moveFaults.ResourceMoveOtherGroup({ id: id.text, group: source.resourceGroup });
    }
    return id;
  });
}

/** The work of a move: look at everything, then write everything at once. */
export function moveWork(services: () => ArmServices): OperationWork {
  return {
    async run(record) {
      const { ids, target, validateOnly } = record.input as unknown as {
        readonly ids: readonly string[];
        readonly target: string;
        readonly validateOnly: boolean;
      };
      const group = parseScope(target);
      assert(group?.kind === "resourceGroup", "a move goes to a group");
      const all = services();
      const resources = await Promise.all(ids.map((id) => all.repository.get(id)));
      // After a restart some may have moved already: nothing is left to do for them.
      const here = resources.filter((resource) => resource !== undefined);
      const details = await problems(all, here, group);
      if (details.length > 0) throw refusal(all, record, details);
      if (!validateOnly) {
        await all.repository.move(
          here.map(({ id }) => id),
          group,
        );
      }
    },
  };
}

function refusal(services: ArmServices, record: OperationRecord, details: readonly CloudErrorBody[]) {
  const timestamp = new Date(services.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const { correlationId } = record.caller;
  return moveFaults.ResourceMoveValidationFailed(
    { count: details.length, timestamp, trackingId: record.id, correlationId },
    { details },
  );
}

async function problems(
  services: ArmServices,
  resources: readonly Resource[],
  target: ResourceGroupScope,
): Promise<readonly CloudErrorBody[]> {
  const { repository } = services;
  const found: CloudErrorBody[] = [];
  for (const resource of resources) {
    const { id, type, name, provisioningState, properties } = resource;
    const at = { target: id.text };
    if (!isMovable(type)) {
      found.push(moveFaults.ResourceMoveNotSupported({ type }, at).body());
      continue;
    }
    if (provisioningState !== "Succeeded") {
      const state = provisioningState;
      found.push(moveFaults.MoveCannotProceedWithResourcesNotInSucceededState({ id: id.text, state }, at).body());
    }
    if (await repository.get(resourceIdIn(target, type, id.names))) {
      found.push(moveFaults.ResourceMoveConflict({ name, type, group: target.resourceGroup }, at).body());
    }
    const peerings = properties["virtualNetworkPeerings"];
    if (Array.isArray(peerings) && peerings.length > 0) {
      found.push(moveFaults.ResourceMovePeered({ id: id.text }, at).body());
    }
  }
  return [...found, ...(await missing(services, resources))];
}

/** A virtual network takes with it what lives in it: whoever refers to its subnets must be in the request. */
async function missing(services: ArmServices, resources: readonly Resource[]): Promise<readonly CloudErrorBody[]> {
  const networks = resources.filter(({ type }) => type.toLowerCase() === "microsoft.network/virtualnetworks");
  if (networks.length === 0) return [];
  const keys = networks.map(({ id }) => id.key);
  const moving = new Set(resources.map(({ id }) => id.key));
  const { settings, repository } = services;
  const others = await repository.list({ within: `/subscriptions/${settings.subscriptionId}` });
  return others
    .filter(({ id }) => id.scope.kind === "resourceGroup" && !moving.has(id.key))
    .filter(({ id, properties }) => {
      // What a network's neighbours show of it (subnets of a route table) is no dependence.
      const isBack = /^microsoft\.network\/(networksecuritygroups|routetables|natgateways)$/i.test(id.type);
      return !isBack && namesAny(properties, keys);
    })
    .map(({ id }) => moveFaults.MissingMoveDependentResources({}, { target: id.text }).body());
}
