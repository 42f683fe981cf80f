import type { Attributes, Authorizer, TokenAuthenticator } from "@byocni/kube/server";
import type { ClusterSpec } from "@byocni/azure/providers";

/** What clusters ask of Entra and of Azure's roles. */
export interface EntraDirectory {
  readonly tenantId: string;
  /** The principal that a token speaks for, and for whom it is meant; undefined when nobody vouches for it. */
  identify(token: string): Promise<EntraIdentity | undefined>;
  /** May the principal do this with what is in a resource? @param scope a resource id */
  mayDo(objectId: string, dataAction: string, scope: string): Promise<boolean>;
}

export interface EntraIdentity {
  readonly audience: string;
  readonly objectId: string;
  /** Users only. */
  readonly userPrincipalName: string | undefined;
  /** Object ids. */
  readonly groups: readonly string[];
}

/** The application that stands for every AKS cluster in every tenant (Azure Kubernetes Service AAD Server). */
export const aksServer = "6dae42f8-4368-4678-94ff-3960e28e3630";

/** Under which key a user's object id is passed on, as AKS does. */
const objectIdKey = "oid";

/** Tokens of Entra that are meant for AKS: a user goes by its name, anyone else by its object id (AKS, Entra integration). */
export function entraTokens(directory: EntraDirectory): TokenAuthenticator {
  return {
    async authenticateToken(token) {
      const found = await directory.identify(token);
      if (!found || found.audience.replace(/^api:\/\/|\/$/g, "").toLowerCase() !== aksServer) return undefined;
      const { objectId, userPrincipalName, groups } = found;
      const name = userPrincipalName ?? objectId;
      return { user: { name, groups, extra: { [objectIdKey]: [objectId] } }, audiences: [] };
    },
  };
}

/** What is said when Azure's roles do not allow it. */
const refusal = "User does not have access to the resource in Azure. Update role assignment to allow access.";

/** Admin groups may do everything; with Azure RBAC, what roles of Azure allow as data actions of the cluster. */
export function entraAuthorizer(spec: ClusterSpec, directory: EntraDirectory): Authorizer {
  const { azureRbac = false, adminGroups = [] } = spec.entra ?? {};
  const cluster = `/subscriptions/${spec.subscriptionId}/resourceGroups/${spec.resourceGroup}/providers/Microsoft.ContainerService/managedClusters/${spec.name}`;
  return {
    async authorize(attributes) {
      const { user, namespace } = attributes;
      const [objectId] = user.extra?.[objectIdKey] ?? [];
      if (objectId === undefined) return { allowed: false, reason: "" };
      if (user.groups.some((group) => adminGroups.includes(group.toLowerCase()))) return { allowed: true, reason: "" };
      if (!azureRbac) return { allowed: false, reason: "" };
      const scope = namespace === "" ? cluster : `${cluster}/namespaces/${namespace}`;
      const allowed = await directory.mayDo(objectId, dataAction(attributes), scope);
      return { allowed, reason: allowed ? "" : refusal };
    },
  };
}

const verbs: Readonly<Record<string, string>> = {
  get: "read",
  list: "read",
  watch: "read",
  create: "write",
  update: "write",
  patch: "write",
  delete: "delete",
  deletecollection: "delete",
  bind: "bind/action",
  escalate: "escalate/action",
  impersonate: "impersonate/action",
  use: "use/action",
};

/** A call as a data action of a cluster (kubeguard/guard, authz/providers/azure: `pods/exec` is an action of its own). */
function dataAction({ isResource, verb, path, group, resource, subresource }: Attributes): string {
  const base = "Microsoft.ContainerService/managedClusters";
  const operation = verbs[verb] ?? `${verb}/action`;
  if (!isResource) return `${base}${path}/${operation}`;
  const place = group === "" ? base : `${base}/${group}`;
  if (resource === "pods" && subresource === "exec") return `${place}/pods/exec/action`;
  return `${place}/${resource}/${operation}`;
}
