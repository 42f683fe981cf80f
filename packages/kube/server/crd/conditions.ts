import type { apiextensionsv1 } from "@byocni/kube/schema";

export type Condition = apiextensionsv1.CustomResourceDefinitionCondition;

/** The conditions with one set; its time changes only with its status. */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  condition: Omit<Condition, "lastTransitionTime">,
  now: string,
): readonly Condition[] {
  const list = conditions ?? [];
  const old = list.find(({ type }) => type === condition.type);
  const lastTransitionTime = old && old.status === condition.status ? (old.lastTransitionTime ?? now) : now;
  const made: Condition = { ...condition, lastTransitionTime };
  return old ? list.map((item) => (item === old ? made : item)) : [...list, made];
}

export function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditions?.some((item) => item.type === type && item.status === "True") ?? false;
}
