import type { HttpRequest } from "@byocni/base/http";
import type { RequestContext } from "../request/request-context.ts";
import type { WriteOperationContext } from "../registry/operation.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import type { ServerCore } from "../server-core.ts";

/** A request for a resource that is served. */
export interface ResourceRequest {
  readonly core: ServerCore;
  readonly context: RequestContext;
  readonly http: HttpRequest;
  readonly resource: ServedResource;
}

/** The write that a request asks for. */
export function writeOf(
  { core, context, resource }: ResourceRequest,
  options: { readonly dryRun: boolean; readonly fieldManager: string },
): WriteOperationContext {
  const { info, user } = context;
  return {
    core,
    resource,
    namespace: resource.definition.namespaced ? info.namespace : "",
    name: info.name,
    subresource: info.subresource,
    user,
    fieldManager: options.fieldManager,
    dryRun: options.dryRun,
    warn: (text) => void context.warnings.add(text),
  };
}
