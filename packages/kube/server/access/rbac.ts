import type { ResourceTable } from "../registry/resource-table.ts";
import { mastersGroup } from "../request/user-info.ts";
import { type Authorizer, isPublicRead } from "./authorizer.ts";
import { grantsOf } from "./role-lookup.ts";
import { ruleAllows } from "./role-rules.ts";

/** Role-based access control by the roles and bindings of the cluster. Masters may do everything. */
export function createRbacAuthorizer(table: ResourceTable): Authorizer {
  return {
    authorize(attributes) {
      if (attributes.user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
      if (isPublicRead(attributes)) return { allowed: true, reason: "" };
      for (const { rule, by } of grantsOf(table, attributes.user, attributes.namespace))
        if (ruleAllows(rule, attributes)) return { allowed: true, reason: by };
      return { allowed: false, reason: "" };
    },
  };
}
