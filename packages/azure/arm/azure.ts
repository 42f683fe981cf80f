import type { Closeable, Clock, Logger, Random } from "@byocni/base/core";
import { createCloser } from "@byocni/base/core";
import { composeFilters, jsonResponse, type Handler, type HttpRequest, type HttpResponse } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import { createEntra, type Entra, type FederatedCredential, type IssuerKeys } from "@byocni/azure/entra";
import type { Principal } from "@byocni/azure/types";
import { createActivityLog, operationEvent } from "./activity-log.ts";
import { createAuthorizer, type Authorizer } from "./authorization/authorizer.ts";
import { authorizationProvider } from "./authorization/provider.ts";
import { roleAssignments } from "./authorization/role-assignments.ts";
import { roleDefinitions } from "./authorization/role-definitions.ts";
import { deploymentTypes } from "./deployments/handlers.ts";
import { contentLinkFault, type ContentReader } from "./deployments/template-source.ts";
import { deploymentWork } from "./deployments/work.ts";
import { dispatch } from "./dispatch.ts";
import { activityFilter } from "./filters/activity.ts";
import { answerFilter } from "./filters/answer.ts";
import { authenticationFilter } from "./filters/authentication.ts";
import { authorizationFilter } from "./filters/authorization.ts";
import { locksFilter } from "./filters/locks.ts";
import { requestInfoFilter } from "./filters/request-info.ts";
import { managementGroupList, managementProvider } from "./management-groups.ts";
import { moveWork } from "./moves/moves.ts";
import { createOperationEngine } from "./operations/engine.ts";
import { groupWork } from "./operations/group-work.ts";
import { resourceWork } from "./operations/resource-work.ts";
import type { OperationCaller } from "./operations/record.ts";
import type { DirectoryAccess, ResourceProvider } from "./provider.ts";
import { createRegistry, type ProviderRegistry } from "./registry.ts";
import type { ArmServices, ReadyRequest, RequestContext } from "./requests/context.ts";
import { createKeyedQueue } from "./requests/keyed-queue.ts";
import { createRepository, type Repository } from "./resources/repository.ts";
import { resourcesProvider } from "./resources-provider.ts";
import { activityValues, insightsProvider } from "./routes/activity.ts";
import { tagsType } from "./routes/tags.ts";
import { templateSpecReads } from "./template-specs.ts";
import type { CloudSettings } from "./settings.ts";
import type { SpecialTypes } from "./special-type.ts";

export interface AzureDeps {
  /** Everything of this cloud is kept in here. */
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Besides `Microsoft.Resources`, `Microsoft.Authorization`, `Microsoft.Management` and the activity log (`Microsoft.Insights`), which Resource Manager brings itself. */
  readonly providers: readonly ResourceProvider[];
  readonly settings: Pick<CloudSettings, "tenantId" | "subscriptionId"> &
    Partial<Omit<CloudSettings, "tenantId" | "subscriptionId">> & {
      /** Name in the metadata document; `AksByocni` by default. */
      readonly cloudName?: string;
    };
  /** Reads what is behind a template link; throws an ArmError when it must not be read. Default: nothing is read. */
  readonly readContent?: ContentReader;
  /** The login that byocni itself uses; it owns the subscription, as does whoever signs in first. */
  readonly defaultClient?: { readonly clientId: string; readonly displayName: string };
  /** Keys of the issuers whose tokens can be exchanged (clusters with an OIDC issuer). Default: none is known. */
  readonly issuerKeys?: IssuerKeys;
}

/** A call from inside the process on behalf of a principal, past the token check and nothing else. */
export type InternalCall = (
  request: HttpRequest,
  caller: { readonly principal: Principal; readonly correlationId: string },
) => Promise<HttpResponse>;

/** Resource Manager, Entra and the metadata document behind one handler. */
export interface Azure extends Closeable {
  readonly handler: Handler;
  readonly call: InternalCall;
  readonly entra: Entra;
  /** For the engine and for tests: reads past authorization. */
  readonly repository: Repository;
  readonly registry: ProviderRegistry;
  /** Who may do what; the engine asks it about what is inside resources (data actions). */
  readonly authorizer: Authorizer;
  /** Goes on with the operations that the last process left. To be called once, after the providers are ready. */
  start(): Promise<void>;
  /** Resolves when no operation runs any more that was started before. For tests and orderly stops. */
  idle(): Promise<void>;
}

export function createAzure(deps: AzureDeps): Azure {
  const { store, clock, random, logger } = deps;
  const closer = createCloser();
  const { cloudName = "AksByocni", ...given } = deps.settings;
  const settings: CloudSettings = {
    subscriptionName: "Local AKS BYOCNI",
    strictness: "article",
    latency: "none",
    pollHoldMs: 0,
    ...given,
    tenantId: given.tenantId.toLowerCase(),
    subscriptionId: given.subscriptionId.toLowerCase(),
  };
  const { tenantId } = settings;
  const entra = createEntra({
    store,
    clock,
    random,
    tenantId,
    cloudName,
    defaultClient: deps.defaultClient,
    issuerKeys: deps.issuerKeys,
    federatedCredentialsOf: (resourceId) => federatedCredentialsOf(repository, resourceId),
  });
  const getServices = (): ArmServices => services;
  const registry = createRegistry([
    resourcesProvider,
    authorizationProvider(getServices),
    insightsProvider,
    managementProvider,
    ...deps.providers,
  ]);
  const repository = createRepository({ store, registry, clock });
  const activity = createActivityLog({ store, clock, logger });
  const operations = createOperationEngine({
    ended: (record) => activity.record(operationEvent(record)),
    store,
    clock,
    random,
    logger,
    works: {
      resource: resourceWork(getServices),
      groupDelete: groupWork(getServices),
      deployment: deploymentWork(getServices, handlerFor),
      move: moveWork(getServices),
      // Worked out before it was announced; what is left is to hand it over.
      prepared: { run: (record) => Promise.resolve(record.input["result"]) },
    },
  });
  const services: ArmServices = {
    settings,
    store,
    clock,
    random,
    logger,
    registry,
    repository,
    operations,
    authorizer: createAuthorizer({
      repository,
      settings,
      owners: () => entra.directory.owners(),
      memberOf: (objectId) => entra.directory.memberOf(objectId),
    }),
    directory: directoryAccess(entra),
    activity,
    queue: createKeyedQueue(),
    signal: closer.signal,
  };
  const specials: SpecialTypes = new Map([
    ["microsoft.authorization/roleassignments", roleAssignments],
    ["microsoft.authorization/roledefinitions", roleDefinitions],
    ["microsoft.resources/tags", tagsType],
    ["microsoft.insights/eventtypes/values", activityValues],
    ["microsoft.resources/templatespecs", templateSpecReads],
    ["microsoft.management/managementgroups", managementGroupList],
    ...deploymentTypes(deps.readContent ?? refuseLinks),
  ]);
  const run = composeFilters<RequestContext>(
    [answerFilter, authenticationFilter(entra), requestInfoFilter, activityFilter, authorizationFilter, locksFilter],
    (context, request) => dispatchReady(context, request, specials),
  );
  closer.add({ close: () => activity.flush() });
  closer.add(operations);

  function answer(request: HttpRequest, principal?: Principal, correlationId?: string): Promise<HttpResponse> {
    const context: RequestContext = {
      services,
      requestId: random.uuid(),
      correlationId: correlationId ?? request.headers["x-ms-correlation-request-id"] ?? random.uuid(),
      warnings: [],
      principal,
      target: undefined,
      apiVersion: undefined,
      action: undefined,
    };
    return run(context, request);
  }

  function handlerFor(caller: OperationCaller): Handler {
    return (request) => answer(request, caller.principal, caller.correlationId);
  }

  return {
    entra,
    repository,
    registry,
    authorizer: services.authorizer,
    call: (request, caller) => answer(request, caller.principal, caller.correlationId),
    handler(request) {
      const own = entra.handle(request);
      if (own) return own;
      // Asked for by `az vm image` only; there are no image aliases here.
      if (request.path === "/aliases.json") return jsonResponse(200, { outputs: { aliases: { value: {} } } });
      return answer(request);
    },
    start: () => operations.resume(),
    idle: () => operations.idle(),
    close: () => closer.close(),
    [Symbol.asyncDispose]: () => closer.close(),
  };
}

/** Without a reader, nothing outside is read: a template must bring everything with it. */
function refuseLinks(uri: string): Promise<string> {
  const reason =
    "byocni reads no addresses outside unless it is told to: start it with 'byocni up --allow-links' to read linked templates.";
  return Promise.reject(contentLinkFault(uri, reason));
}

function dispatchReady(context: RequestContext, request: HttpRequest, specials: SpecialTypes): Promise<HttpResponse> {
  const { services, principal, apiVersion, target } = context;
  if (!principal || apiVersion === undefined || !target) throw new Error("the filters fill in the request");
  const ready: ReadyRequest = { services, request, context, principal, apiVersion };
  return dispatch(ready, target, specials);
}

/** Federated credentials are resources below a user-assigned identity: they are looked up, never kept twice. */
async function federatedCredentialsOf(
  repository: Repository,
  resourceId: string,
): Promise<readonly FederatedCredential[]> {
  const type = "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials";
  const found = resourceId === "" ? [] : await repository.list({ within: resourceId.toLowerCase(), type });
  return found.map(({ properties: { issuer, subject, audiences } }) => ({
    issuer: String(issuer),
    subject: String(subject),
    audiences: Array.isArray(audiences) ? audiences.map(String) : [],
  }));
}

function directoryAccess(entra: Entra): DirectoryAccess {
  const { directory } = entra;
  return {
    async putManagedIdentity({ objectId, clientId, displayName, resourceId }) {
      await directory.put({ kind: "managedIdentity", objectId, appId: clientId, displayName, resourceId });
    },
    removePrincipal: (objectId) => directory.remove(objectId),
    async typeOf(objectId) {
      const found = await directory.get(objectId);
      return found && (found.kind === "user" ? "User" : found.kind === "group" ? "Group" : "ServicePrincipal");
    },
  };
}
