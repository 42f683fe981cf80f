import type { Filter } from "@byocni/base/http";
import { assert } from "@byocni/base/core";
import type { Principal } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { LinkedAccess } from "../provider.ts";
import { permissionOf, type Permission } from "../requests/permission.ts";
import type { ArmServices, RequestContext } from "../requests/context.ts";

/** Refuses what the caller's roles do not allow. */
export const authorizationFilter: Filter<RequestContext> = async (context, request, next) => {
  const { services, target, principal } = context;
  assert(target && principal, "target and token come first");
  const needed = permissionOf(services.registry, request.method, target);
  if (needed) {
    context.action = needed.action;
    await requirePermission(services, principal, needed);
  }
  return next();
};

/** @throws ArmError AuthorizationFailed */
export async function requirePermission(
  services: ArmServices,
  principal: Principal,
  needed: Permission,
): Promise<void> {
  if (await services.authorizer.allowed(principal.objectId, needed.action, needed.scope)) return;
  throw armFaults.AuthorizationFailed({ ...clientOf(principal), action: needed.action, scope: needed.scope });
}

/**
 * The check of other resources that a write refers to: all failing ones in one refusal.
 * @throws ArmError LinkedAuthorizationFailed
 */
export async function requireLinkedAccess(
  services: ArmServices,
  principal: Principal,
  own: Permission,
  linked: readonly LinkedAccess[],
): Promise<void> {
  const refused: LinkedAccess[] = [];
  for (const access of linked) {
    if (!(await services.authorizer.allowed(principal.objectId, access.action, access.scope))) refused.push(access);
  }
  if (refused.length === 0) return;
  throw armFaults.LinkedAuthorizationFailed({
    ...clientOf(principal),
    action: own.action,
    scope: own.scope,
    linkedActions: [...new Set(refused.map(({ action }) => action))].join(","),
    linkedScopes: [...new Set(refused.map(({ scope }) => scope))].join(","),
  });
}

function clientOf(principal: Principal): { readonly client: string; readonly objectId: string } {
  const client = principal.kind === "user" ? principal.displayName : (principal.appId ?? principal.objectId);
  return { client, objectId: principal.objectId };
}
