import type { KubeObject } from "../object.ts";
import type { Check } from "./check.ts";
import { dns1035LabelProblems, dnsLabelProblems, pathSegmentProblems } from "./names.ts";

/** What one kind demands beyond its metadata. */
export interface KindRules {
  readonly nameProblems?: (name: string) => string[];
  /** Rules of the object as it stands; on an update `old` is what it replaces. */
  readonly create?: (check: Check, object: KubeObject, old?: KubeObject) => void;
  /** What may not change. */
  readonly update?: (check: Check, object: KubeObject, old: KubeObject) => void;
}

/** By compact type name. */
export const kindRules: Readonly<Record<string, KindRules>> = {
  "core/v1.Namespace": { nameProblems: dnsLabelProblems },
  "core/v1.Service": { nameProblems: dns1035LabelProblems },
  "rbac/v1.Role": { nameProblems: pathSegmentProblems },
  "rbac/v1.ClusterRole": { nameProblems: pathSegmentProblems },
  "rbac/v1.RoleBinding": { nameProblems: pathSegmentProblems },
  "rbac/v1.ClusterRoleBinding": { nameProblems: pathSegmentProblems },
};
