import { fieldErrors } from "../errors/field-error.ts";
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from "../model/rbac-v1.gen.ts";
import { at } from "./check.ts";
import type { Check } from "./check.ts";
import { checkLabelSelector } from "./labels.ts";
import { dnsSubdomainProblems, pathSegmentProblems } from "./names.ts";

const group = "rbac.authorization.k8s.io";

function checkRule(check: Check, rule: PolicyRule, namespaced: boolean, path: string): void {
  const some = (list: readonly string[] | undefined): boolean => (list ?? []).length > 0;
  if (!some(rule.verbs)) check.required(`${path}.verbs`, "verbs must contain at least one value");
  if (some(rule.nonResourceURLs)) {
    const urls = `${path}.nonResourceURLs`;
    if (namespaced) check.invalid(urls, rule.nonResourceURLs, "namespaced rules cannot apply to non-resource URLs");
    if (some(rule.apiGroups) || some(rule.resources) || some(rule.resourceNames))
      check.invalid(urls, rule.nonResourceURLs, "rules cannot apply to both regular resources and non-resource URLs");
    return;
  }
  if (!some(rule.apiGroups)) check.required(`${path}.apiGroups`, "resource rules must supply at least one api group");
  if (!some(rule.resources)) check.required(`${path}.resources`, "resource rules must supply at least one resource");
}

export function checkRole(check: Check, role: Role): void {
  for (const [index, rule] of (role.rules ?? []).entries()) checkRule(check, rule, true, at("rules", index));
}

export function checkClusterRole(check: Check, role: ClusterRole): void {
  for (const [index, rule] of (role.rules ?? []).entries()) checkRule(check, rule, false, at("rules", index));
  const selectors = role.aggregationRule?.clusterRoleSelectors;
  if (role.aggregationRule && (selectors ?? []).length === 0)
    check.required(
      "aggregationRule.clusterRoleSelectors",
      "at least one clusterRoleSelector required if aggregationRule is non-nil",
    );
  for (const [index, selector] of (selectors ?? []).entries())
    checkLabelSelector(check, selector, at("aggregationRule.clusterRoleSelectors", index));
}

function checkSubject(check: Check, subject: Subject, namespaced: boolean, path: string): void {
  const { kind, name, apiGroup = "", namespace } = subject;
  if (!name) check.required(`${path}.name`);
  if (kind === "ServiceAccount") {
    if (name) check.format(`${path}.name`, name, dnsSubdomainProblems(name));
    if (apiGroup !== "") check.add(fieldErrors.notSupported(`${path}.apiGroup`, apiGroup, [""]));
    if (!namespaced && !namespace) check.required(`${path}.namespace`);
  } else if (kind === "User" || kind === "Group") {
    if (!name) check.invalid(`${path}.name`, name, `${kind.toLowerCase()} name cannot be empty`);
    if (apiGroup !== group) check.add(fieldErrors.notSupported(`${path}.apiGroup`, apiGroup, [group]));
  } else check.add(fieldErrors.notSupported(`${path}.kind`, kind, ["ServiceAccount", "User", "Group"]));
}

function checkBinding(check: Check, binding: RoleBinding | ClusterRoleBinding, kinds: readonly string[]): void {
  const { apiGroup, kind, name } = binding.roleRef;
  if (apiGroup !== group) check.add(fieldErrors.notSupported("roleRef.apiGroup", apiGroup, [group]));
  if (!kinds.includes(kind)) check.add(fieldErrors.notSupported("roleRef.kind", kind, kinds));
  check.name("roleRef.name", name, pathSegmentProblems);
  for (const [index, subject] of (binding.subjects ?? []).entries())
    checkSubject(check, subject, kinds.includes("Role"), at("subjects", index));
}

export const checkRoleBinding = (check: Check, binding: RoleBinding): void =>
  checkBinding(check, binding, ["Role", "ClusterRole"]);
export const checkClusterRoleBinding = (check: Check, binding: ClusterRoleBinding): void =>
  checkBinding(check, binding, ["ClusterRole"]);

/** Who is bound may change, to what may not. */
export function checkBindingUpdate(check: Check, binding: RoleBinding, old: RoleBinding): void {
  check.immutable("roleRef", binding.roleRef, old.roleRef, "cannot change roleRef");
}
