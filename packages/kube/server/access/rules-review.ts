import type { ResourceRequest } from "../endpoints/resource-request.ts";
import { mastersGroup } from "../request/user-info.ts";
import { type Authorizer, allowAuthenticated } from "./authorizer.ts";
import { grantsOf } from "./role-lookup.ts";

/** Everything that the caller may do in a namespace, as far as rules can tell it. */
export function rulesReview(request: ResourceRequest, authorizer: Authorizer, namespace: string): object {
  const { core, context } = request;
  const { user } = context;
  if (authorizer === allowAuthenticated || user.groups.includes(mastersGroup))
    return {
      resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
      incomplete: false,
    };
  const resourceRules: object[] = [];
  const nonResourceRules: object[] = [];
  for (const { rule } of grantsOf(core.resources, user, namespace)) {
    const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
    if (resources?.length)
      resourceRules.push({ verbs, apiGroups, resources, ...(resourceNames ? { resourceNames } : {}) });
    if (nonResourceURLs?.length) nonResourceRules.push({ verbs, nonResourceURLs });
  }
  return { resourceRules, nonResourceRules, incomplete: false };
}
