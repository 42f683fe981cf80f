import { type KubeObject, labelSelectorOf, type rbacv1 } from "@byocni/kube/schema";
import type { ResourceTable } from "../registry/resource-table.ts";
import type { UserInfo } from "../request/user-info.ts";
import type { PolicyRule } from "./role-rules.ts";

const group = "rbac.authorization.k8s.io";

/** A rule with the binding that grants it. */
export interface Grant {
  readonly rule: PolicyRule;
  /** `ClusterRoleBinding "x" of ClusterRole "y" to User "z"`. */
  readonly by: string;
}

/** The rules that a user has over the cluster and in a namespace. */
export function* grantsOf(table: ResourceTable, user: UserInfo, namespace: string): Generator<Grant, void> {
  for (const binding of list<rbacv1.ClusterRoleBinding>(table, "clusterrolebindings", "")) {
    const subject = binding.subjects?.find((item) => names(item, user, ""));
    if (subject) yield* rulesOf(table, binding, subject, "ClusterRoleBinding", "");
  }
  if (namespace === "") return;
  for (const binding of list<rbacv1.RoleBinding>(table, "rolebindings", namespace)) {
    const subject = binding.subjects?.find((item) => names(item, user, namespace));
    if (subject) yield* rulesOf(table, binding, subject, "RoleBinding", namespace);
  }
}

function* rulesOf(
  table: ResourceTable,
  { metadata, roleRef }: rbacv1.ClusterRoleBinding | rbacv1.RoleBinding,
  subject: rbacv1.Subject,
  kind: string,
  namespace: string,
): Generator<Grant, void> {
  const bound = namespace ? `${metadata.name}/${namespace}` : metadata.name;
  const who = subject.kind === "ServiceAccount" ? `${subject.name}/${subject.namespace ?? ""}` : subject.name;
  const by = `RBAC: allowed by ${kind} ${quote(bound)} of ${roleRef.kind} ${quote(roleRef.name)} to ${subject.kind} ${quote(who)}`;
  for (const rule of roleRules(table, roleRef, namespace)) yield { rule, by };
}

/** The rules of a role; those of an aggregated one come from the roles that it selects. */
export function roleRules(table: ResourceTable, ref: rbacv1.RoleRef, namespace: string): readonly PolicyRule[] {
  if (ref.kind === "Role") return find<rbacv1.Role>(table, "roles", namespace, ref.name)?.rules ?? [];
  const role = find<rbacv1.ClusterRole>(table, "clusterroles", "", ref.name);
  return role ? clusterRoleRules(table, role, new Set()) : [];
}

/** Aggregated roles may select aggregated roles; `seen` ends circles. */
function clusterRoleRules(table: ResourceTable, role: rbacv1.ClusterRole, seen: Set<string>): readonly PolicyRule[] {
  const { name = "" } = role.metadata;
  const selectors = role.aggregationRule?.clusterRoleSelectors;
  if (!selectors) return role.rules ?? [];
  if (seen.has(name)) return [];
  seen.add(name);
  const compiled = selectors.map(labelSelectorOf);
  return list<rbacv1.ClusterRole>(table, "clusterroles", "")
    .filter(({ metadata }) => compiled.some((item) => item.matches(metadata.labels)))
    .flatMap((selected) => clusterRoleRules(table, selected, seen));
}

function names(subject: rbacv1.Subject, user: UserInfo, namespace: string): boolean {
  switch (subject.kind) {
    case "User":
      return subject.name === user.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount":
      return user.name === `system:serviceaccount:${subject.namespace || namespace}:${subject.name}`;
    default:
      return false;
  }
}

function list<T extends KubeObject>(table: ResourceTable, plural: string, namespace: string): readonly T[] {
  const cache = table.findAnyVersion(group, plural)?.cache;
  return (cache?.list(namespace ? { namespace } : {}) ?? []).map(({ value }) => value as unknown as T);
}

function find<T>(table: ResourceTable, plural: string, namespace: string, name: string): T | undefined {
  return table.findAnyVersion(group, plural)?.cache.get(namespace, name)?.value as T | undefined;
}

function quote(text: string | undefined): string {
  return JSON.stringify(text ?? "");
}
