import { type Cidr, type Clock, type Closeable, createCloser, type Logger, type Random } from "@byocni/base/core";
import { composeFilters, type Handler } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import { createFieldSetPool, createKubeSchema } from "@byocni/kube/schema";
import { allowAuthenticated, type Authorizer } from "./access/authorizer.ts";
import { createRbacAuthorizer } from "./access/rbac.ts";
import { startRoleAggregation } from "./access/role-aggregation.ts";
import { reviewHandlers } from "./access/reviews.ts";
import { createAdmissionChain } from "./admission/admission.ts";
import { builtinPlugins } from "./admission/builtin-plugins.ts";
import { type TokenAuthenticator, createAuthenticator } from "./authentication/authenticator.ts";
import { createServiceAccountTokens } from "./authentication/service-account-tokens.ts";
import { loadSigningKey } from "./authentication/signing-key.ts";
import { createStaticTokens, type StaticToken } from "./authentication/static-tokens.ts";
import type { PodAccess } from "./connect/pod-access.ts";
import { startCustomResources } from "./crd/custom-resource-server.ts";
import { type AdvertisedAddress, bootstrapCluster } from "./bootstrap/bootstrap.ts";
import { createDispatcher } from "./endpoints/dispatch.ts";
import type { HealthCheck } from "./endpoints/health.ts";
import type { ServerVersion } from "./endpoints/server-version.ts";
import { createRouter } from "./endpoints/router.ts";
import { auditHeaders } from "./filters/audit-headers.ts";
import { authenticate } from "./filters/authenticate.ts";
import type { ApiExtension } from "./extension/extension.ts";
import { createExtensionServer } from "./extension/extension-server.ts";
import { authorize } from "./filters/authorize.ts";
import { catchErrors } from "./filters/catch-errors.ts";
import { impersonate } from "./filters/impersonate.ts";
import { timeLimit } from "./filters/timeout.ts";
import { readRequestInfo } from "./filters/read-request-info.ts";
import { warningHeaders } from "./filters/warnings.ts";
import { startQuotaAccounts } from "./quota/quota-accounts.ts";
import { quotaAdmission } from "./quota/quota-admission.ts";
import { serveBuiltins } from "./registry/builtins.ts";
import { createServiceNetwork } from "./registry/core/service-network.ts";
import { createResourceTable } from "./registry/resource-table.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { RequestInfo } from "./request/request-info.ts";
import { anonymous } from "./request/user-info.ts";
import type { AdmissionPlugin, ServerCore } from "./server-core.ts";
import { startBookmarks } from "./storage/bookmarks.ts";
import { createClusterStorage } from "./storage/cluster-storage.ts";
import { createBinding } from "./subresources/binding.ts";
import { commandSubresource } from "./subresources/command.ts";
import { logSubresource } from "./subresources/log.ts";
import { plainSubresources } from "./subresources/index.ts";
import { portForwardSubresource } from "./subresources/port-forward.ts";
import { tokenSubresource } from "./subresources/token.ts";

export interface ApiServerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly version: ServerVersion;
  /** Ranges of service addresses: the cluster's own family first, at most one of each. */
  readonly serviceCidrs: readonly Cidr[];
  /** Where clients inside the cluster find this server; the endpoints of the service `kubernetes`. */
  readonly advertised?: AdvertisedAddress;
  /** Origin that stands in service-account tokens: `https://kubernetes.default.svc.cluster.local` by default. */
  readonly serviceAccountIssuer?: string;
  /** PEM of the authority that signed the server's certificate, for the secrets of service accounts. */
  readonly certificateAuthority?: string;
  /** Bearer tokens that are known from the start. */
  readonly tokens?: readonly StaticToken[];
  /**
   * Whom to let in: everybody who has been authenticated (the default), those whom the cluster's roles allow, or by a
   * rule of the caller's.
   */
  readonly authorization?: Authorizer | "authenticated" | "rbac";
  /** Asked when that does not allow a call: a webhook's place. Its reason is the one that is told. */
  readonly otherAuthorizer?: Authorizer;
  /** Who else vouches for bearer tokens. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[];
  /** The way into the nodes, for logs, exec and the like. */
  readonly podAccess?: PodAccess;
  /** What something in the cluster serves, for example metrics. */
  readonly extensions?: readonly ApiExtension[];
  /** More admission plug-ins, after the built-in ones. */
  readonly admission?: readonly AdmissionPlugin[];
}

/** One cluster's Kubernetes API. It has no sockets of its own. */
export interface ApiServer extends Closeable {
  readonly handler: Handler;
}

const defaultIssuer = "https://kubernetes.default.svc.cluster.local";
const noInfo: RequestInfo = {
  isResource: false,
  path: "/",
  verb: "get",
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  rest: "",
};

/** Reads the cluster's state from the store and serves it. */
export async function createApiServer(deps: ApiServerDeps): Promise<ApiServer> {
  const { store, clock, random, logger } = deps;
  const closer = createCloser();
  const schema = createKubeSchema();
  const key = await loadSigningKey(store);
  const storage = closer.add(await createClusterStorage({ store, logger }));
  const resources = createResourceTable();
  await serveBuiltins({ schema, storage, resources, minor: Number.parseInt(deps.version.minor, 10) });
  const admission = createAdmissionChain([...builtinPlugins, ...(deps.admission ?? []), quotaAdmission]);
  const serviceNetwork = createServiceNetwork({ cidrs: deps.serviceCidrs, resources, clock, random });
  const issuer = deps.serviceAccountIssuer ?? defaultIssuer;
  const accountTokens = createServiceAccountTokens({ key, issuer, resources, clock, random });
  const core: ServerCore = {
    storage,
    schema,
    resources,
    admission,
    serviceNetwork,
    accountTokens,
    certificateAuthority: deps.certificateAuthority,
    fieldSets: createFieldSetPool(),
    clock,
    random,
    logger,
  };
  closer.add(startBookmarks(storage, clock));

  await bootstrapCluster(core, { serviceCidrs: deps.serviceCidrs, advertised: deps.advertised });

  closer.add(await startCustomResources(core));
  closer.add(startRoleAggregation(core));
  closer.add(startQuotaAccounts(core));

  const tokens = [createStaticTokens(deps.tokens ?? []), accountTokens, ...(deps.tokenAuthenticators ?? [])];
  const own = authorizerOf(deps.authorization ?? "authenticated", core);
  const authorizer = deps.otherAuthorizer ? eitherOf(own, deps.otherAuthorizer) : own;

  const dispatch = createDispatcher(core, {
    virtual: { ...reviewHandlers(authorizer, tokens), "/bindings": createBinding },
    subresources: {
      ...plainSubresources,
      "/serviceaccounts/token": tokenSubresource(accountTokens),
      "/pods/log": logSubresource(deps.podAccess),
      "/pods/exec": commandSubresource(deps.podAccess, "exec"),
      "/pods/portforward": portForwardSubresource(deps.podAccess),
      "/pods/attach": commandSubresource(deps.podAccess, "attach"),
    },
  });
  const route = createRouter({
    core,
    version: deps.version,
    dispatch,
    accountTokens,
    healthChecks: healthChecks(core),
    extensions: createExtensionServer(deps.extensions ?? [], resources),
  });
  const handle = composeFilters<RequestContext>(
    [
      auditHeaders,
      catchErrors(logger),
      warningHeaders,
      readRequestInfo,
      timeLimit(clock),
      authenticate(createAuthenticator(tokens)),
      impersonate(authorizer),
      authorize(authorizer),
    ],
    route,
  );
  const close = (): Promise<void> => closer.close();
  return {
    handler(request) {
      let auditId: string | undefined;
      const context: RequestContext = {
        get auditId() {
          return (auditId ??= random.uuid());
        },
        received: clock.now(),
        info: noInfo,
        user: anonymous,
        warnings: new Set(),
      };
      return handle(context, request);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What `/readyz` asks. */
function healthChecks({ storage }: ServerCore): readonly HealthCheck[] {
  return [
    { name: "ping", check: () => undefined },
    { name: "log", check: () => undefined },
    {
      name: "etcd",
      async check() {
        await storage.current();
        return storage.failed ? "the store's watch has ended" : undefined;
      },
    },
  ];
}

/** Allowed when one of the two allows it. */
function eitherOf(first: Authorizer, second: Authorizer): Authorizer {
  return {
    async authorize(attributes) {
      const decision = await first.authorize(attributes);
      if (decision.allowed) return decision;
      const other = await second.authorize(attributes);
      return other.allowed || other.reason !== "" ? other : decision;
    },
  };
}

function authorizerOf(choice: NonNullable<ApiServerDeps["authorization"]>, core: ServerCore): Authorizer {
  if (choice === "rbac") return createRbacAuthorizer(core.resources);
  return choice === "authenticated" ? allowAuthenticated : choice;
}
