import type { rbacv1 } from "@byocni/kube/schema";
import type { Attributes } from "./authorizer.ts";

export type PolicyRule = rbacv1.PolicyRule;

/** Whether a rule of a role covers a request. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!has(rule.verbs, attributes.verb)) return false;
  if (!attributes.isResource)
    return (rule.nonResourceURLs ?? []).some((pattern) => matchesUrl(pattern, attributes.path));
  const resource = attributes.subresource ? `${attributes.resource}/${attributes.subresource}` : attributes.resource;
  return (
    has(rule.apiGroups, attributes.group) &&
    coversResource(rule.resources ?? [], resource, attributes.subresource) &&
    coversName(rule.resourceNames ?? [], attributes.name)
  );
}

function has(list: readonly string[] | undefined, item: string): boolean {
  return list !== undefined && (list.includes("*") || list.includes(item));
}

/** `*`, the very resource, or `*` before a sub-resource. */
function coversResource(resources: readonly string[], resource: string, subresource: string): boolean {
  return (
    resources.includes("*") ||
    resources.includes(resource) ||
    (subresource !== "" && resources.includes(`*/${subresource}`))
  );
}

function coversName(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.includes(name);
}

function matchesUrl(pattern: string, path: string): boolean {
  if (pattern === "*" || pattern === path) return true;
  return pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1));
}
