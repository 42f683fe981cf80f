import type { KubeObject, rbacv1 } from "@byocni/kube/schema";
import { allAuthenticated, allUnauthenticated, mastersGroup } from "../request/user-info.ts";
import { bootstrapRoleRules } from "./role-rules.ts";

const apiGroup = "rbac.authorization.k8s.io";
const apiVersion = `${apiGroup}/v1`;
const aggregate = `${apiGroup}/aggregate-to-`;
const labels = { "kubernetes.io/bootstrapping": "rbac-defaults" };
const annotations = { "rbac.authorization.kubernetes.io/autoupdate": "true" };

/** Roles whose rules come from those that carry a label; and the label that they carry themselves. */
const aggregated: Readonly<Record<string, string | undefined>> = { admin: undefined, edit: "admin", view: "edit" };

const users = (...names: readonly string[]): rbacv1.Subject[] =>
  names.map((name) => ({ kind: "User", apiGroup, name }));
const groups = (...names: readonly string[]): rbacv1.Subject[] =>
  names.map((name) => ({ kind: "Group", apiGroup, name }));

const bindings: Readonly<Record<string, readonly rbacv1.Subject[]>> = {
  "cluster-admin": groups(mastersGroup),
  "system:basic-user": groups(allAuthenticated),
  "system:discovery": groups(allAuthenticated),
  "system:kube-controller-manager": users("system:kube-controller-manager"),
  "system:kube-dns": [{ kind: "ServiceAccount", name: "kube-dns", namespace: "kube-system" }],
  "system:kube-scheduler": users("system:kube-scheduler"),
  "system:monitoring": groups("system:monitoring"),
  "system:node": groups("system:nodes"),
  "system:node-proxier": users("system:kube-proxy"),
  "system:public-info-viewer": groups(allAuthenticated, allUnauthenticated),
  "system:service-account-issuer-discovery": groups("system:serviceaccounts"),
};

/** The roles and bindings that a new cluster has. */
export function bootstrapRoles(): readonly KubeObject[] {
  const roles = Object.entries(bootstrapRoleRules).map(([name, rules]) => clusterRole(name, { rules }, labelOf(name)));
  const sums = Object.entries(aggregated).map(([name, into]) =>
    clusterRole(
      name,
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [aggregate + name]: "true" } }] } },
      into,
    ),
  );
  const bound = Object.entries(bindings).map(([name, subjects]) => ({
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata: { name, labels, annotations },
    roleRef: { apiGroup, kind: "ClusterRole", name },
    subjects,
  }));
  return [...roles, ...sums, ...bound];
}

function labelOf(name: string): string | undefined {
  return /^system:aggregate-to-(.+)$/.exec(name)?.[1];
}

function clusterRole(name: string, body: Partial<rbacv1.ClusterRole>, into: string | undefined): KubeObject {
  const own = into === undefined ? labels : { ...labels, [aggregate + into]: "true" };
  return { apiVersion, kind: "ClusterRole", metadata: { name, labels: own, annotations }, ...body } as KubeObject;
}
