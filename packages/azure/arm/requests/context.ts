import type { Clock, Logger, Random } from "@byocni/base/core";
import type { HttpRequest } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import type { Principal, ResourceId } from "@byocni/azure/types";
import type { ActivityLog } from "../activity-log.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { OperationEngine } from "../operations/engine.ts";
import type { OperationCaller } from "../operations/record.ts";
import type { DirectoryAccess, ProviderContext } from "../provider.ts";
import type { ProviderRegistry } from "../registry.ts";
import type { ResourceAccess } from "../resource.ts";
import type { Repository } from "../resources/repository.ts";
import type { CloudSettings } from "../settings.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { Target } from "./target.ts";

/** What every part of Resource Manager works with. */
export interface ArmServices {
  readonly settings: CloudSettings;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly registry: ProviderRegistry;
  readonly repository: Repository;
  readonly operations: OperationEngine;
  readonly authorizer: Authorizer;
  readonly directory: DirectoryAccess;
  readonly activity: ActivityLog;
  /** Writers to one resource, one after the other. */
  readonly queue: KeyedQueue;
  /** Aborted when the engine closes. */
  readonly signal: AbortSignal;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** One request on its way through the filters; they fill it in. */
export interface RequestContext {
  readonly services: ArmServices;
  readonly requestId: string;
  readonly correlationId: string;
  readonly warnings: Warning[];
  /** Set by a caller in this process (deployments), else by the token filter. */
  principal: Principal | undefined;
  target: Target | undefined;
  /** As asked for; each type resolves it against its own list. */
  apiVersion: string | undefined;
  /** The permission that the request needs, once it is known; for the activity log. */
  action: string | undefined;
}

/** A request that has passed all filters. */
export interface ReadyRequest {
  readonly services: ArmServices;
  readonly request: HttpRequest;
  readonly context: RequestContext;
  readonly principal: Principal;
  readonly apiVersion: string;
}

/** The part of a request that an operation goes on with. */
export function callerOf(ready: ReadyRequest): OperationCaller {
  return {
    principal: ready.principal,
    correlationId: ready.context.correlationId,
    origin: ready.request.origin,
    strictness: strictnessOf(ready),
    userAgent: ready.request.headers["user-agent"] ?? "",
  };
}

export function strictnessOf(ready: ReadyRequest): "article" | "current" {
  const asked = ready.request.headers["x-byocni-strictness"]?.toLowerCase();
  return asked === "article" || asked === "current" ? asked : ready.services.settings.strictness;
}

/** What providers get. @param resources an overlay while looking ahead; default: the stored resources. */
export function providerContext(
  ready: ReadyRequest,
  resources: ResourceAccess = ready.services.repository,
): ProviderContext {
  const { services, request, context } = ready;
  return {
    principal: ready.principal,
    tenantId: services.settings.tenantId,
    correlationId: context.correlationId,
    headers: request.headers,
    origin: request.origin,
    strictness: strictnessOf(ready),
    resources,
    directory: services.directory,
    hasPermission: (objectId, action, scope) => services.authorizer.allowed(objectId, action, scope),
    cancelOperation: (id) => cancelOperation(services, id),
    warn: (code, message) => void context.warnings.push({ code, message }),
    clock: services.clock,
    random: services.random,
    logger: services.logger.with({ correlationId: context.correlationId }),
    signal: request.signal,
  };
}

async function cancelOperation({ repository, operations }: ArmServices, id: ResourceId): Promise<boolean> {
  const { root, rel } = await repository.load(id);
  const mark = root?.record.operations[rel];
  if (!mark || !operations.cancel(mark.id)) return false;
  await operations.done(mark.id);
  return true;
}

/** The context of work that goes on after its request was answered. */
export function callerContext(services: ArmServices, caller: OperationCaller, signal: AbortSignal): ProviderContext {
  return {
    principal: caller.principal,
    tenantId: services.settings.tenantId,
    correlationId: caller.correlationId,
    headers: { "user-agent": caller.userAgent },
    origin: caller.origin,
    strictness: caller.strictness,
    resources: services.repository,
    directory: services.directory,
    hasPermission: (objectId, action, scope) => services.authorizer.allowed(objectId, action, scope),
    cancelOperation: (id) => cancelOperation(services, id),
    warn: (code, message) => services.logger.info("a provider warns", { code, message }),
    clock: services.clock,
    random: services.random,
    logger: services.logger.with({ correlationId: caller.correlationId }),
    signal,
  };
}
