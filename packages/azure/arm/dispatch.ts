import type { HttpResponse } from "@byocni/base/http";
import type { ResourceId } from "@byocni/azure/types";
import { armFaults } from "./errors.ts";
import { runAction, runProviderAction } from "./handlers/action.ts";
import { headResource, patchResource, putResource } from "./handlers/put.ts";
import { getResource, listResources } from "./handlers/read.ts";
import { deleteResource } from "./handlers/remove.ts";
import { answerResult, answerStatus } from "./operations/poll.ts";
import { styleOf } from "./operations/urls.ts";
import { isStored, requireType, type RegisteredStoredType, type RegisteredType } from "./registry.ts";
import type { ReadyRequest } from "./requests/context.ts";
import type { Target } from "./requests/target.ts";
import { answerFixed } from "./routes/fixed.ts";
import type { SpecialType, SpecialTypes } from "./special-type.ts";

/** Sends a request that has passed all filters to what answers it. */
export async function dispatch(ready: ReadyRequest, target: Target, specials: SpecialTypes): Promise<HttpResponse> {
  const { registry } = ready.services;
  switch (target.kind) {
    case "fixed":
      return answerFixed(ready, target.scope, target.rest);
    case "providerAction":
      return runProviderAction(ready, target);
    case "action": {
      const special = specials.get(target.id.type.toLowerCase())?.actions?.[target.action.toLowerCase()];
      return special ? special(ready, target.id) : runAction(ready, target);
    }
    case "collection": {
      if (ready.request.method !== "GET") throw armFaults.MethodNotAllowed({ method: ready.request.method });
      const type = requireType(registry, target.namespace, target.path, ready.apiVersion);
      const special = specials.get(type.type.toLowerCase())?.list;
      return special ? special(ready, target) : listResources(ready, target, type);
    }
    case "resource": {
      const poll = pollOf(ready, target.id);
      if (poll) return poll;
      const type = requireType(registry, target.id.namespace, target.id.types.join("/"), ready.apiVersion);
      return onResource(ready, target.id, type, specials.get(type.type.toLowerCase()));
    }
  }
}

/** `…/providers/{namespace}/locations/{location}/operations/{id}` and `operationresults`. */
function pollOf(ready: ReadyRequest, id: ResourceId): Promise<HttpResponse> | undefined {
  if (ready.request.method !== "GET" || id.types.length !== 2) return undefined;
  const [first, second] = id.types.map((segment) => segment.toLowerCase());
  if (first !== "locations") return undefined;
  if (second === "operations") {
    return answerStatus(ready, id.name, styleOf(ready.services.registry.provider(id.namespace)).body);
  }
  return second === "operationresults" ? answerResult(ready, id.name) : undefined;
}

async function onResource(
  ready: ReadyRequest,
  id: ResourceId,
  type: RegisteredType,
  special: SpecialType | undefined,
): Promise<HttpResponse> {
  const { method } = ready.request;
  switch (method) {
    case "GET":
      return special?.get ? special.get(ready, id) : getResource(ready, id, type);
    case "HEAD":
      if (special?.head) return special.head(ready, id);
      requireStored(type, method);
      return headResource(ready, id);
    case "PUT":
      return special?.put ? special.put(ready, id) : putResource(ready, id, requireStored(type, method));
    case "PATCH":
      return special?.patch ? special.patch(ready, id) : patchResource(ready, id, requireStored(type, method));
    case "DELETE":
      return special?.delete ? special.delete(ready, id) : deleteResource(ready, id, requireStored(type, method));
    default:
      throw armFaults.MethodNotAllowed({ method });
  }
}

function requireStored(type: RegisteredType, method: string): RegisteredStoredType {
  if (!isStored(type)) throw armFaults.MethodNotAllowed({ method });
  return type;
}
