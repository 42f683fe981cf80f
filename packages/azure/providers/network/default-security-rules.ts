import type { ComputedType } from "@byocni/azure/arm";
import { networkVersions } from "./api-versions.ts";
import { shownDefaultRules } from "./network-security-groups.ts";

/** `networkSecurityGroups/defaultSecurityRules`: the same six for every group. */
export const defaultSecurityRuleViews: ComputedType = {
  kind: "computed",
  name: "networkSecurityGroups/defaultSecurityRules",
  apiVersions: networkVersions,
  get: ({ parent, names }) =>
    parent && shownDefaultRules(parent).find(({ name }) => String(name).toLowerCase() === names.at(-1)?.toLowerCase()),
  list: ({ parent }) => parent && { value: shownDefaultRules(parent) },
};
