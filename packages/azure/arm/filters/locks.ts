import { assert } from "@byocni/base/core";
import type { Filter } from "@byocni/base/http";
import { isWithin } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { RequestContext } from "../requests/context.ts";
import type { Target } from "../requests/target.ts";

const lockType = "Microsoft.Authorization/locks";

/**
 * Refuses what a lock forbids: `ReadOnly` every change, `CanNotDelete` deletes. Locks are inherited; a delete is also
 * stopped by locks on what lies below. POST actions that only read (`list…`) pass, except under `ReadOnly`, where Azure
 * stops them too.
 */
export const locksFilter: Filter<RequestContext> = async (context, request, next) => {
  const { target, services } = context;
  assert(target, "the target comes first");
  const operation = operationOf(request.method);
  const scope = operation && lockedScope(target);
  if (operation && scope !== undefined) {
    const key = scope.toLowerCase();
    const locks = await services.repository.list({ type: lockType });
    const holding = locks.filter(({ id, properties }) => {
      const isReadOnly = String(properties["level"]).toLowerCase() === "readonly";
      const lockScope = id.scope.key;
      if (operation === "write") return isReadOnly && isWithin(key, lockScope);
      return isWithin(key, lockScope) || isWithin(lockScope, key);
    });
    if (holding.length > 0) {
      const locked = [...new Set(holding.map(({ id }) => id.scope.text))].join(",");
      throw armFaults.ScopeLocked({ scope, operation, locked });
    }
  }
  return next();
};

function operationOf(method: string): "write" | "delete" | undefined {
  if (method === "DELETE") return "delete";
  return method === "GET" || method === "HEAD" ? undefined : "write";
}

function lockedScope(target: Target): string | undefined {
  switch (target.kind) {
    case "resource":
    case "action": {
      // Locks themselves, role assignments and the look-ahead of deployments are not stopped by locks.
      const type = target.id.type.toLowerCase();
      if (type === lockType.toLowerCase() || type === "microsoft.resources/deployments") return undefined;
      return target.id.text;
    }
    case "fixed":
      return target.scope.kind === "resourceGroup" ? target.scope.text : undefined;
    default:
      return undefined;
  }
}
